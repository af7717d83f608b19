import { candidates } from '@sayback/contract';
import { useMutation } from '@tanstack/react-query';
import { call } from '../../../api/call.ts';
import { useTranslation } from '../../../locales/translation.ts';
import { toast } from '../../../ui/feedback/toast.ts';

/** All steps except 'processed' open a dialog first. */
export type ReviewStep = 'approve' | 'reject' | 'priority' | 'processed';

export type ReviewInput = { priority?: number; review_notes?: string };

const STATUS = {
  approve: 'approved',
  reject: 'rejected',
  priority: 'approved',
  processed: 'processed',
} as const;
const MESSAGES = {
  approve: 'candidateReview.approved',
  reject: 'candidateReview.rejected',
  priority: 'candidateReview.priorityChanged',
  processed: 'candidateReview.processed',
} as const;

export function stepsFor(status: candidates.ReviewStatus): ReviewStep[] {
  if (status === 'pending') return ['approve', 'reject', 'processed'];
  return status === 'approved' ? ['priority', 'processed'] : [];
}

/** Changing the priority doesn't change the status. */
const requestBody = (step: ReviewStep, input: ReviewInput) =>
  step === 'priority' ? input : { review_status: STATUS[step], ...input };

const FEEDBACK = { failed: 'candidateReview.failed', stale: ['candidates'] } as const;

type Review = { id: number; step: ReviewStep; input?: ReviewInput };

export function useReview() {
  const { t } = useTranslation();
  return useMutation({
    mutationFn: ({ id, step, input = {} }: Review) =>
      call(candidates.updateCandidate, { params: { id }, body: requestBody(step, input) }),
    onSuccess: (_, { step }) => toast.success(t(MESSAGES[step])),
    meta: FEEDBACK,
  });
}

type BulkReview = Parameters<typeof call<typeof candidates.bulkReview>>[1]['body'];

/** Reviews several candidates. Those whose status doesn't allow the step are unchanged. */
export function useBulkReview() {
  const { t } = useTranslation();
  return useMutation({
    mutationFn: (body: BulkReview) => call(candidates.bulkReview, { body }),
    onSuccess: ({ changed, refused }) => {
      toast.success(t('candidateSelection.changed', { count: changed }));
      if (refused > 0) toast.failure(t('candidateSelection.refused', { count: refused }));
    },
    meta: FEEDBACK,
  });
}
