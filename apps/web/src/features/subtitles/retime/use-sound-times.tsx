import { Button, Group } from '@mantine/core';
import { jobs, subtitles } from '@sayback/contract';
import { applyBySound, type Cue } from '@sayback/subtitles';
import { useMutation } from '@tanstack/react-query';
import { useEffect, useMemo } from 'react';
import { call } from '../../../api/call.ts';
import { useTranslation } from '../../../locales/translation.ts';
import { JobProgress } from '../../../ui/feedback/job-progress.tsx';
import type { SoundTimes } from '../../../ui/sync/times-preview.tsx';
import { useResumedJob } from '../queries.ts';

/** Finds the times of a subtitle's cues from the sound of its video, in a job. */
export function useSoundTimes(subtitleId: number, cues: readonly Cue[] | undefined) {
  const { t } = useTranslation();
  const { jobId, setStartedId, job, stop, isStopping } = useResumedJob(
    `subtitle:${subtitleId}`,
    ({ kind }) => kind === 'sound-times',
  );
  // A job that was found running must be followed after its end, for its result.
  useEffect(() => setStartedId(jobId), [jobId, setStartedId]);
  const startMutation = useMutation({
    mutationFn: () => call(subtitles.findSoundTimes, { params: { id: subtitleId } }),
    onSuccess: ({ job_id }) => setStartedId(job_id),
    meta: { failedUnexplained: 'bySound.failed' },
  });
  const isListening = jobId !== null && !(job && jobs.hasEnded(job));
  const times = useMemo((): SoundTimes => {
    if (job?.status !== 'completed' || !cues) return undefined;
    const times = job.result as subtitles.SoundTimes | null;
    return times && { ...applyBySound(cues, times), isSure: times.isSure };
  }, [job, cues]);
  const controls = (
    <>
      {jobId !== null && (
        <JobProgress job={job} label={t('bySound.listening')} onStop={stop} isStopping={isStopping} />
      )}
      {!isListening && times === undefined && (
        <Group>
          <Button variant="default" onClick={() => startMutation.mutate()} loading={startMutation.isPending}>
            {t('bySound.start')}
          </Button>
        </Group>
      )}
    </>
  );
  return { times, controls };
}
