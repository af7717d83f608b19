import { candidates } from '@sayback/contract';
import { useState } from 'react';
import { withReason } from '../../../api/api-error.ts';
import { useTranslation } from '../../../locales/translation.ts';
import { toast } from '../../../ui/feedback/toast.ts';
import { ALL_CANDIDATES } from '../queries.ts';
import { useCandidateJob } from '../use-candidate-job.ts';

/** Scans many candidates. `note` describes failures of the last run. */
export function useBulkScan() {
  const { t } = useTranslation();
  const [note, setNote] = useState<string | null>(null);
  const candidateJob = useCandidateJob({
    endpoint: candidates.bulkScan,
    subject: ALL_CANDIDATES,
    kind: 'bulk-scan-candidates',
    onDone: ({ successful_scans = 0, failed = 0 }) => {
      toast.success(t('candidateSelection.scanned', { count: successful_scans }));
      setNote(failed > 0 ? t('candidateSelection.scanPartlyFailed', { count: failed }) : null);
    },
    onFailed: (error) => setNote(withReason(t('candidateSelection.scanFailed'), error)),
    stopped: t('candidateSelection.scanStopped'),
  });
  return { candidateJob, note, clearNote: () => setNote(null) };
}
