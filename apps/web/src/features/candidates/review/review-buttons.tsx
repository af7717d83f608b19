import { Button } from '@mantine/core';
import type { candidates } from '@sayback/contract';
import { IconCheck, IconChecks, IconFlag, IconX } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { type ReviewStep, stepsFor } from './use-review.ts';

type Props = {
  candidate: candidates.Candidate;
  describedBy: string;
  onReview: (step: ReviewStep) => void;
};

const ICONS = { approve: IconCheck, reject: IconX, priority: IconFlag, processed: IconChecks };

const wordingOf = (step: ReviewStep, status: candidates.ReviewStatus) => {
  if (step === 'approve') return 'candidateReview.approve';
  if (step === 'reject') return 'candidateReview.reject';
  if (step === 'priority') return 'candidateReview.editPriority';
  return status === 'pending' ? 'candidateReview.alreadyProcessed' : 'candidateReview.markProcessed';
};

/** The moves that a candidate's status offers. */
export function ReviewButtons({ candidate, describedBy, onReview }: Props) {
  const { t } = useTranslation();
  return stepsFor(candidate.review_status).map((step) => {
    const Icon = ICONS[step];
    return (
      <Button
        key={step}
        variant={step === 'approve' ? 'light' : 'subtle'}
        mih={44}
        px="sm"
        leftSection={<Icon size={18} aria-hidden />}
        aria-describedby={describedBy}
        onClick={() => onReview(step)}
      >
        {t(wordingOf(step, candidate.review_status))}
      </Button>
    );
  });
}
