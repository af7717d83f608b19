import { Button } from '@mantine/core';
import { IconFileZip } from '@tabler/icons-react';
import { useTranslation } from '../../../locales/translation.ts';
import { buttonIcon } from '../../../ui/button-icon.tsx';
import { useDownload } from './use-download.ts';

export function DownloadVideo({ videoId }: { videoId: number }) {
  const { t } = useTranslation();
  const { download, isPending } = useDownload();
  return (
    <Button
      variant="default"
      leftSection={buttonIcon(IconFileZip)}
      loading={isPending}
      onClick={() => download({ of: 'video', id: videoId, format: 'zip' })}
    >
      {t('downloads.everything')}
    </Button>
  );
}
