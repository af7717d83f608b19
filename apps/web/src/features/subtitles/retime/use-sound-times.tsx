import { Button, Group } from '@mantine/core';
import { jobs, subtitles } from '@sayback/contract';
import { applyBySound, type Cue } from '@sayback/subtitles';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { call } from '../../../api/call.ts';
import { jobsAboutQuery, useJob } from '../../../api/jobs.ts';
import { useTranslation } from '../../../locales/translation.ts';
import { JobProgress } from '../../../ui/feedback/job-progress.tsx';
import type { SoundFinding } from '../../../ui/sync/times-preview.tsx';

/**
 * Finds the times of a subtitle's cues from the sound of its video, in a job that was started here, or earlier and is still
 * running.
 */
export function useSoundTimes(subtitleId: number, cues: readonly Cue[] | undefined) {
  const { t } = useTranslation();
  const [started, setStarted] = useState<number | null>(null);
  const earlier = useQuery(jobsAboutQuery(`subtitle:${subtitleId}`)).data?.find(
    (job) => job.kind === 'sound-times' && !jobs.hasEnded(job),
  );
  // Remembered after its end, since the list only contains running jobs.
  if (started === null && earlier) setStarted(earlier.id);
  const jobId = started ?? earlier?.id ?? null;
  const { job, stop, isStopping } = useJob(jobId);
  const start = useMutation({
    mutationFn: () => call(subtitles.findSoundTimes, { params: { id: subtitleId } }),
    onSuccess: ({ job_id }) => setStarted(job_id),
    meta: { failedUnexplained: 'bySound.failed' },
  });
  const isListening = jobId !== null && !(job && jobs.hasEnded(job));
  const finding = useMemo((): SoundFinding => {
    if (job?.status !== 'completed' || !cues) return undefined;
    const times = job.result as subtitles.SoundTimes | null;
    return times && { ...applyBySound(cues, times), isSure: times.isSure };
  }, [job, cues]);
  const controls = (
    <>
      {jobId !== null && (
        <JobProgress job={job} label={t('bySound.listening')} onStop={stop} isStopping={isStopping} />
      )}
      {!isListening && finding === undefined && (
        <Group>
          <Button variant="default" onClick={() => start.mutate()} loading={start.isPending}>
            {t('bySound.start')}
          </Button>
        </Group>
      )}
    </>
  );
  return { finding, controls };
}
