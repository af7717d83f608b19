import { Button, Group, Stack, Text } from '@mantine/core';
import type { jobs } from '@sayback/contract';
import { IconDownload } from '@tabler/icons-react';
import * as z from 'zod/mini';
import { withReason } from '../../../api/api-error.ts';
import { useJob } from '../../../api/jobs.ts';
import { useTranslation } from '../../../locales/translation.ts';
import { buttonIcon } from '../../../ui/button-icon.tsx';
import { Dialog } from '../../../ui/dialog/dialog.tsx';
import { Failure } from '../../../ui/feedback/failure.tsx';
import { JobProgress } from '../../../ui/feedback/job-progress.tsx';
import { startDownload } from '../../../ui/save-file.ts';

const deckResult = z.object({ url: z.string() });

/** Returns the deck's URL; null until the job has completed. */
function findDeckUrl(job: jobs.Job | null): string | null {
  const result = z.safeParse(deckResult, job?.result);
  return job?.status === 'completed' && result.success ? result.data.url : null;
}

/** Shows the progress of a deck, and downloads it when ready. Closing the dialog doesn't stop the job. */
export function DeckDialog({ jobId, onClose }: { jobId: number; onClose: () => void }) {
  const { t } = useTranslation();
  const { job, error, stop, isStopping } = useJob(jobId, (finishedJob) => {
    const url = findDeckUrl(finishedJob);
    if (url) startDownload(url);
    if (finishedJob.status === 'stopped') onClose();
  });
  const url = findDeckUrl(job);
  return (
    <Dialog onClose={onClose} title={t('downloads.apkg')}>
      {error && !job ? (
        <Failure message={withReason(t('downloads.failed'), error)} />
      ) : (
        <JobProgress job={job} label={t('downloads.creatingDeck')} onStop={stop} isStopping={isStopping} />
      )}
      {url && (
        <Stack gap="lg">
          <Text role="status">{t('downloads.ready')}</Text>
          <Group justify="flex-end">
            <Button component="a" href={url} download leftSection={buttonIcon(IconDownload)}>
              {t('downloads.save')}
            </Button>
          </Group>
        </Stack>
      )}
    </Dialog>
  );
}
