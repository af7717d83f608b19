import { candidates } from '@sayback/contract';
import { useState } from 'react';
import { withReason } from '../../../api/api-error.ts';
import { useTranslation } from '../../../locales/translation.ts';
import { toast } from '../../../ui/feedback/toast.ts';
import { ALL_CANDIDATES } from '../queries.ts';
import { useWork } from '../use-work.ts';

/** Scans many candidates. `note` describes the last run: why it failed, or how many scans did. */
export function useBulkScan() {
  const { t } = useTranslation();
  const [note, setNote] = useState<string | null>(null);
  const work = useWork({
    endpoint: candidates.bulkScan,
    subject: ALL_CANDIDATES,
    kind: 'bulk-scan-candidates',
    onDone: ({ successful_scans = 0, failed = 0 }) => {
      toast.success(t('candidateSelection.scanned', { count: successful_scans }));
      setNote(failed > 0 ? t('candidateSelection.scannedSome', { count: failed }) : null);
    },
    onFailed: (error) => setNote(withReason(t('candidateSelection.scanFailed'), error)),
    stopped: t('candidateSelection.scanStopped'),
  });
  return { work, note, forget: () => setNote(null) };
}
