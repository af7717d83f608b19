import type { candidates } from '@sayback/contract';
import { useNavigate } from '@tanstack/react-router';
import { useEffect, useRef, useState } from 'react';
import { useCommands } from '../../../ui/commands/commands.ts';
import { REVIEW_COMMANDS, type ReviewContext } from '../review/commands.ts';
import { type ReviewInput, type ReviewStep, stepsFor, useReview } from '../review/use-review.ts';
import { findNeighbour } from '../selection.ts';

type Candidate = candidates.Candidate;
export type OpenStep = { candidate: Candidate; step: Exclude<ReviewStep, 'processed'> };

const toCard = (id: number) => document.querySelector<HTMLElement>(`[data-candidate="${id}"]`);

type Callbacks = { onPick: (id: number) => void; onShowKeys: () => void };

/** State of reviewing a page of candidates, with clicks and keys: the current one, the open dialog, and the next one. */
export function useReviewFlow(list: readonly Candidate[], { onPick, onShowKeys }: Callbacks) {
  const navigate = useNavigate();
  const { mutate, isPending } = useReview();
  const [currentId, setCurrentId] = useState<number | null>(null);
  const [openStep, setOpenStep] = useState<OpenStep | null>(null);
  const isByKeys = useRef(false);
  const focusAfter = useRef<HTMLElement>(null);

  function moveTo(id: number | null): void {
    setCurrentId(id);
    if (id !== null) toCard(id)?.focus();
  }

  // When a focused candidate leaves the list, the focus moves to the current one.
  useEffect(() => {
    if (isByKeys.current && currentId !== null && document.activeElement === document.body) {
      if (list.some(({ id }) => id === currentId)) toCard(currentId)?.focus();
    }
  }, [list, currentId]);

  function send(candidate: Candidate, step: ReviewStep, input?: ReviewInput): void {
    const next = findNeighbour(list, candidate.id);
    const settled = {
      onSuccess: () => {
        const continues = isByKeys.current && step !== 'priority';
        // The pressed button may disappear with the move.
        focusAfter.current = toCard(continues && next !== null ? next : candidate.id);
        setOpenStep(null);
        if (continues) moveTo(next);
      },
      onError: () => setOpenStep(null),
    };
    mutate({ id: candidate.id, step, ...(input && { input }) }, settled);
  }

  function review(candidate: Candidate, step: ReviewStep): void {
    if (!stepsFor(candidate.review_status).includes(step)) return;
    setCurrentId(candidate.id);
    focusAfter.current = null;
    if (step === 'processed') send(candidate, step);
    else setOpenStep({ candidate, step });
  }

  function step(by: number): void {
    isByKeys.current = true;
    const at = list.findIndex(({ id }) => id === currentId);
    moveTo((list[at < 0 ? 0 : at + by] ?? list[at])?.id ?? null);
  }

  /** Runs an action on a candidate of the list, unless the last review step is still being saved. */
  function withCandidate(id: number, act: (candidate: Candidate) => void): void {
    isByKeys.current = true;
    const candidate = list.find((listed) => listed.id === id);
    if (candidate && !isPending) act(candidate);
  }

  const context: ReviewContext = {
    move: step,
    review: (id, reviewStep) => withCandidate(id, (candidate) => review(candidate, reviewStep)),
    pick: (id) => withCandidate(id, () => onPick(id)),
    openDetails: (id) =>
      withCandidate(id, () => void navigate({ to: '/youtube-candidates/$id', params: { id } })),
    showKeys: onShowKeys,
  };
  useCommands(REVIEW_COMMANDS, context, currentId);

  return {
    currentId,
    setCurrentId,
    openStep,
    focusAfter,
    isPending,
    byClick: (candidate: Candidate, step: ReviewStep) => {
      isByKeys.current = false;
      review(candidate, step);
    },
    input: (input: ReviewInput) => openStep && send(openStep.candidate, openStep.step, input),
    cancel: () => setOpenStep(null),
  };
}
