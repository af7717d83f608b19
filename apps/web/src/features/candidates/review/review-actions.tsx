import type { candidates } from '@sayback/contract';
import { useState } from 'react';
import { ReviewButtons } from './review-buttons.tsx';
import { ReviewDialog } from './review-dialog.tsx';
import { type ReviewStep, useReview } from './use-review.ts';

type Props = { candidate: candidates.Candidate; describedBy: string };

/** The moves of one candidate, with what they ask. */
export function ReviewActions({ candidate, describedBy }: Props) {
  const { mutate, isPending } = useReview();
  const [asked, setAsked] = useState<Exclude<ReviewStep, 'processed'> | null>(null);
  const close = () => setAsked(null);
  const start = (step: ReviewStep) =>
    step === 'processed' ? mutate({ id: candidate.id, step }) : setAsked(step);
  return (
    <>
      <ReviewButtons candidate={candidate} describedBy={describedBy} onReview={start} />
      {asked && (
        <ReviewDialog
          step={asked}
          about={candidate}
          {...(asked === 'priority' && { initial: candidate })}
          isPending={isPending}
          onConfirm={(answer) => mutate({ id: candidate.id, step: asked, answer }, { onSettled: close })}
          onClose={close}
        />
      )}
    </>
  );
}
