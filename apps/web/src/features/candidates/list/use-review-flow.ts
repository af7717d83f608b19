import type { candidates } from '@sayback/contract';
import { useNavigate } from '@tanstack/react-router';
import { useEffect, useRef, useState } from 'react';
import { useCommands } from '../../../ui/commands/commands.ts';
import { REVIEW_COMMANDS, type ReviewContext } from '../review/commands.ts';
import { type ReviewInput, type ReviewStep, stepsFor, useReview } from '../review/use-review.ts';
import { findNeighbour } from '../selection.ts';

type Candidate = candidates.Candidate;
export type OpenStep = { candidate: Candidate; step: Exclude<ReviewStep, 'processed'> };

const findCard = (id: number) => document.querySelector<HTMLElement>(`[data-candidate="${id}"]`);

type Callbacks = { onToggleSelected: (id: number) => void; onShowKeys: () => void };

/** Reviews a page of candidates with clicks and keys. Tracks the current candidate and the open dialog. */
export function useReviewFlow(list: readonly Candidate[], { onToggleSelected, onShowKeys }: Callbacks) {
  const navigate = useNavigate();
  const { mutate, isPending } = useReview();
  const [currentId, setCurrentId] = useState<number | null>(null);
  const [openStep, setOpenStep] = useState<OpenStep | null>(null);
  const usesKeyboard = useRef(false);
  const returnFocusTo = useRef<HTMLElement>(null);

  function moveTo(id: number | null): void {
    setCurrentId(id);
    if (id !== null) findCard(id)?.focus();
  }

  // When a focused candidate leaves the list, the focus moves to the current one.
  useEffect(() => {
    if (usesKeyboard.current && currentId !== null && document.activeElement === document.body) {
      if (list.some(({ id }) => id === currentId)) findCard(currentId)?.focus();
    }
  }, [list, currentId]);

  function send(candidate: Candidate, step: ReviewStep, input?: ReviewInput): void {
    const next = findNeighbour(list, candidate.id);
    const callbacks = {
      onSuccess: () => {
        const continues = usesKeyboard.current && step !== 'priority';
        // The pressed button can disappear with the new status.
        returnFocusTo.current = findCard(continues && next !== null ? next : candidate.id);
        // The dialog of another candidate can be open by now.
        setOpenStep((open) => (open?.candidate.id === candidate.id ? null : open));
        if (continues) moveTo(next);
      },
    };
    mutate({ id: candidate.id, step, ...(input && { input }) }, callbacks);
  }

  function review(candidate: Candidate, step: ReviewStep): void {
    if (!stepsFor(candidate.review_status).includes(step)) return;
    setCurrentId(candidate.id);
    returnFocusTo.current = null;
    if (step === 'processed') send(candidate, step);
    else setOpenStep({ candidate, step });
  }

  function step(by: number): void {
    usesKeyboard.current = true;
    const index = list.findIndex(({ id }) => id === currentId);
    moveTo((list[index < 0 ? 0 : index + by] ?? list[index])?.id ?? null);
  }

  /** Runs an action on a candidate of the list, unless the last review step is still being saved. */
  function withCandidate(id: number, action: (candidate: Candidate) => void): void {
    usesKeyboard.current = true;
    const candidate = list.find((item) => item.id === id);
    if (candidate && !isPending) action(candidate);
  }

  const context: ReviewContext = {
    move: step,
    review: (id, reviewStep) => withCandidate(id, (candidate) => review(candidate, reviewStep)),
    setSelected: (id) => withCandidate(id, () => onToggleSelected(id)),
    openDetails: (id) =>
      withCandidate(id, () => void navigate({ to: '/youtube-candidates/$id', params: { id } })),
    showKeys: onShowKeys,
  };
  useCommands(REVIEW_COMMANDS, context, currentId);

  return {
    currentId,
    setCurrentId,
    openStep,
    returnFocusTo,
    isPending,
    reviewByClick: (candidate: Candidate, step: ReviewStep) => {
      usesKeyboard.current = false;
      if (!isPending) review(candidate, step);
    },
    input: (input: ReviewInput) => openStep && send(openStep.candidate, openStep.step, input),
    cancel: () => setOpenStep(null),
  };
}
