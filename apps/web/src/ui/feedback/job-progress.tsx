import '@mantine/core/styles/Progress.css';
import { Button, Group, Progress, Stack, Text } from '@mantine/core';
import type { jobs } from '@sayback/contract';
import { useTranslation } from '../../locales/translation.ts';
import { Failure } from './failure.tsx';

type Job = Pick<jobs.Job, 'status' | 'done' | 'total' | 'message'>;
type Props = {
  /** Null while unknown. */
  job: Job | null;
  /** Name of the work: 'Translating'. */
  label: string;
  onStop?: (() => void) | undefined;
  isStopping?: boolean;
};

/** Progress of a job, with a stop button, or its failure. Renders nothing once it has completed or stopped. */
export function JobProgress({ job, label, onStop, isStopping = false }: Props) {
  const { t } = useTranslation();
  if (job?.status === 'completed' || job?.status === 'stopped') return null;
  if (job?.status === 'failed') return <Failure message={job.message || t('jobs.failed')} />;
  const percent = computePercent(job);
  return (
    <Stack gap="xs" data-testid="job-progress">
      <Group justify="space-between" wrap="nowrap" gap="md">
        <div>
          <Text fw={600}>{label}</Text>
          <Text size="sm" c="dimmed" style={{ fontVariantNumeric: 'tabular-nums' }}>
            <StateText job={job} isStopping={isStopping} />
          </Text>
        </div>
        {onStop && (
          <Button variant="default" onClick={onStop} disabled={isStopping}>
            {t('app.stop')}
          </Button>
        )}
      </Group>
      <Progress
        value={percent ?? 100}
        animated={percent === null}
        striped={percent === null}
        aria-label={label}
      />
    </Stack>
  );
}

/** Returns the progress in percent; null while unknown. */
function computePercent(job: Job | null): number | null {
  if (job?.status !== 'running' || !job.total) return null;
  return Math.min(100, Math.floor((job.done / job.total) * 100));
}

function StateText({ job, isStopping }: { job: Job | null; isStopping: boolean }) {
  const { t } = useTranslation();
  if (isStopping) return t('jobs.stopping');
  if (job?.status !== 'running') return t('jobs.queued');
  const { done, total, message } = job;
  const count = total === null ? '' : t('jobs.count', { done, total });
  return [count, message].filter(Boolean).join(' · ') || t('jobs.running');
}
