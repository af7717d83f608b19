import { Button, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconDownload } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from '../../../locales/translation.ts';
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
  const [isAsking, { open, close }] = useDisclosure();
  return (
    <Section title={t('settings.yourData')}>
      <div className={classes.parts}>
        <div className={classes.part}>
          <Text c="dimmed">{t('settings.downloadHint')}</Text>
          <Button
            variant="default"
            size="md"
            leftSection={<IconDownload size={18} aria-hidden />}
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
      {/* Its fields depend on the providers: none may appear above the focused one. */}
      {isAsking && !isLoading && (
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
