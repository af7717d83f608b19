import { candidates } from '@sayback/contract';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { withReason } from '../../../api/api-error.ts';
import { call } from '../../../api/call.ts';
import { useTranslation } from '../../../locales/translation.ts';
import { toast } from '../../../ui/feedback/toast.ts';
import { refreshCandidates } from '../queries.ts';

/** A step of the review. All but 'processed' open a dialog first. */
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

/** A change of priority leaves the status as it is. */
const changesOf = (step: ReviewStep, input: ReviewInput) =>
  step === 'priority' ? input : { review_status: STATUS[step], ...input };

type One = { id: number; step: ReviewStep; input?: ReviewInput };

/** Moves a candidate through its review. */
export function useReview() {
  const { t } = useTranslation();
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ id, step, input = {} }: One) =>
      call(candidates.updateCandidate, { params: { id }, body: changesOf(step, input) }),
    onSuccess: (_, { step }) => toast.success(t(MESSAGES[step])),
    onError: (error) => toast.failure(withReason(t('candidateReview.failed'), error)),
    // After a failure too: someone else may have reviewed it.
    onSettled: () => refreshCandidates(client),
  });
}

type Many = Parameters<typeof call<typeof candidates.bulkReview>>[1]['body'];

/** Reviews several. Those that can't be changed stay as they are. */
export function useBulkReview() {
  const { t } = useTranslation();
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: Many) => call(candidates.bulkReview, { body }),
    onSuccess: ({ changed, refused }) => {
      toast.success(t('candidateSelection.changed', { count: changed }));
      if (refused > 0) toast.failure(t('candidateSelection.refused', { count: refused }));
    },
    onError: (error) => toast.failure(withReason(t('candidateReview.failed'), error)),
    onSettled: () => refreshCandidates(client),
  });
}
