import type { candidates } from '@sayback/contract';
import { useState } from 'react';
import { ReviewButtons } from './review-buttons.tsx';
import { ReviewDialog } from './review-dialog.tsx';
import { type ReviewStep, useReview } from './use-review.ts';

type Props = { candidate: candidates.Candidate; describedBy: string };

export function ReviewActions({ candidate, describedBy }: Props) {
  const { mutate, isPending } = useReview();
  const [openStep, setOpenStep] = useState<Exclude<ReviewStep, 'processed'> | null>(null);
  const close = () => setOpenStep(null);
  function start(step: ReviewStep): void {
    if (isPending) return;
    if (step === 'processed') mutate({ id: candidate.id, step });
    else setOpenStep(step);
  }
  return (
    <>
      <ReviewButtons candidate={candidate} describedBy={describedBy} onReview={start} />
      {openStep && (
        <ReviewDialog
          step={openStep}
          subject={candidate}
          {...(openStep === 'priority' && { initial: candidate })}
          isPending={isPending}
          onConfirm={(input) => mutate({ id: candidate.id, step: openStep, input }, { onSuccess: close })}
          onClose={close}
        />
      )}
    </>
  );
}
