import { Button, Group, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import type { accounts } from '@sayback/contract';
import { IconPlus } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { errorMessage } from '../../../api/api-error.ts';
import { useTranslation } from '../../../locales/translation.ts';
import { buttonIcon } from '../../../ui/button-icon.tsx';
import { ConfirmDialog } from '../../../ui/dialog/confirm-dialog.tsx';
import { Empty } from '../../../ui/feedback/empty.tsx';
import { Failure } from '../../../ui/feedback/failure.tsx';
import { Skeletons } from '../../../ui/feedback/skeletons.tsx';
import { providersQuery } from '../login/social-buttons.tsx';
import { InvitationDialog } from './invitation-dialog.tsx';
import { InvitationList } from './invitation-list.tsx';
import { invitationsQuery, useRevokeInvitation } from './queries.ts';
import { UsersPage } from './users-page.tsx';

const HINTS = {
  open: 'invitations.hintOpen',
  invite: 'invitations.hint',
  closed: 'invitations.hintClosed',
} as const;

export function InvitationsScreen() {
  const { t } = useTranslation();
  const { data, error, refetch } = useQuery(invitationsQuery);
  const { data: server } = useQuery(providersQuery);
  const [isCreating, { open, close }] = useDisclosure();
  const [invitationToRevoke, setInvitationToRevoke] = useState<accounts.Invitation | null>(null);
  const revoke = useRevokeInvitation();

  return (
    <UsersPage part={t('invitations.title')}>
      <Group justify="space-between" gap="md">
        <Text c="dimmed" maw="36rem">
          {server && t(HINTS[server.registration])}
        </Text>
        <Button leftSection={buttonIcon(IconPlus)} onClick={open}>
          {t('invitations.create')}
        </Button>
      </Group>
      {error && !data && (
        <Failure message={errorMessage(error, t('invitations.loadFailed'))} onRetry={() => refetch()} />
      )}
      {!data && !error && <Skeletons heights={[52, 52, 52, 52, 52, 52]} gap="sm" />}
      {data?.length === 0 && <Empty text={t('invitations.empty')} />}
      {data && data.length > 0 && <InvitationList invitations={data} onRevoke={setInvitationToRevoke} />}
      <InvitationDialog opened={isCreating} onClose={close} />
      {invitationToRevoke && (
        <ConfirmDialog
          title={t('invitations.revokeTitle')}
          text={t('invitations.revokeText')}
          confirmLabel={t('invitations.revoke')}
          isDestructive
          isPending={revoke.isPending}
          onConfirm={() =>
            revoke.mutate(invitationToRevoke.id, { onSuccess: () => setInvitationToRevoke(null) })
          }
          onClose={() => setInvitationToRevoke(null)}
        />
      )}
    </UsersPage>
  );
}
