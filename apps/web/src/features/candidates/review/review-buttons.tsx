import { Button } from '@mantine/core';
import type { candidates } from '@sayback/contract';
import { useTranslation } from '../../../locales/translation.ts';
import { REVIEW_COMMANDS } from './commands.ts';
import { type ReviewStep, stepsFor } from './use-review.ts';

type Props = {
  candidate: candidates.Candidate;
  describedBy: string;
  onReview: (step: ReviewStep) => void;
};

const STEPS = REVIEW_COMMANDS.filter((command) => 'Icon' in command);

/** Buttons for the review steps that a candidate's status allows. */
export function ReviewButtons({ candidate, describedBy, onReview }: Props) {
  const { t } = useTranslation();
  const { review_status } = candidate;
  const allowedSteps = stepsFor(review_status);
  return STEPS.filter(({ id }) => allowedSteps.includes(id)).map(({ id, name, Icon }) => (
    <Button
      key={id}
      variant={id === 'approve' ? 'light' : 'subtle'}
      px="sm"
      leftSection={<Icon size={18} aria-hidden />}
      aria-describedby={describedBy}
      onClick={() => onReview(id)}
    >
      {t(id === 'processed' && review_status === 'pending' ? 'candidateReview.alreadyProcessed' : name)}
    </Button>
  ));
}
