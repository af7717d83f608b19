import { Button, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconDownload } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from '../../../locales/translation.ts';
import { buttonIcon } from '../../../ui/button-icon.tsx';
import { providersQuery } from '../login/social-buttons.tsx';
import { Section } from '../section.tsx';
import { DeleteAccountDialog } from './delete-account-dialog.tsx';
import { useDownloadData } from './queries.ts';
import classes from './settings-sections.module.css';

type Props = { username: string; account: string; onDeleted: () => void };

export function DataSection({ username, account, onDeleted }: Props) {
  const { t } = useTranslation();
  const download = useDownloadData(username, account);
  const { data, isLoading } = useQuery(providersQuery);
  const [isDialogOpen, { open, close }] = useDisclosure();
  return (
    <Section title={t('settings.yourData')}>
      <div className={classes.parts}>
        <div className={classes.part}>
          <Text c="dimmed">{t('settings.downloadHint')}</Text>
          <Button
            variant="default"
            size="md"
            leftSection={buttonIcon(IconDownload)}
            loading={download.isPending}
            onClick={() => download.mutate()}
          >
            {t('settings.download')}
          </Button>
        </div>
        <div className={classes.part}>
          <Text c="dimmed">{t('settings.deleteHint')}</Text>
          <Button variant="outline" color="red" size="md" onClick={open}>
            {t('settings.deleteAccount')}
          </Button>
        </div>
      </div>
      {/* Waits for the providers: a field that depends on them must not appear above the focused one. */}
      {isDialogOpen && !isLoading && (
        <DeleteAccountDialog
          username={username}
          providerName={data?.providers[0]?.name}
          onClose={close}
          onDeleted={onDeleted}
        />
      )}
    </Section>
  );
}
