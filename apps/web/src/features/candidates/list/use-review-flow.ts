import type { candidates } from '@sayback/contract';
import { useNavigate } from '@tanstack/react-router';
import { useEffect, useRef, useState } from 'react';
import type { ReviewKey } from '../review/review-keys.ts';
import { type ReviewAnswer, type ReviewStep, stepsFor, useReview } from '../review/use-review.ts';
import { neighbourOf } from '../selection.ts';

type Candidate = candidates.Candidate;
export type Asked = { candidate: Candidate; step: Exclude<ReviewStep, 'processed'> };

const cardOf = (id: number) => document.querySelector<HTMLElement>(`[data-candidate="${id}"]`);

type Doings = { onPick: (id: number) => void; onShowKeys: () => void };

/** The review of a page of candidates, by clicks and by keys: which one is meant, what is asked, and who comes next. */
export function useReviewFlow(list: readonly Candidate[], { onPick, onShowKeys }: Doings) {
  const navigate = useNavigate();
  const { mutate, isPending } = useReview();
  const [currentId, setCurrentId] = useState<number | null>(null);
  const [asked, setAsked] = useState<Asked | null>(null);
  const isByKeys = useRef(false);
  const focusAfter = useRef<HTMLElement>(null);
  const current = list.find(({ id }) => id === currentId) ?? null;

  function moveTo(id: number | null): void {
    setCurrentId(id);
    if (id !== null) cardOf(id)?.focus();
  }

  // Who has left the list takes the focus along: it goes to the one that is meant now.
  useEffect(() => {
    if (isByKeys.current && currentId !== null && document.activeElement === document.body) {
      if (list.some(({ id }) => id === currentId)) cardOf(currentId)?.focus();
    }
  }, [list, currentId]);

  function send(candidate: Candidate, step: ReviewStep, answer?: ReviewAnswer): void {
    const next = neighbourOf(list, candidate.id);
    const settled = {
      onSuccess: () => {
        const goesOn = isByKeys.current && step !== 'priority';
        // What was pressed may go with the move that it made.
        focusAfter.current = cardOf(goesOn && next !== null ? next : candidate.id);
        setAsked(null);
        if (goesOn) moveTo(next);
      },
      onError: () => setAsked(null),
    };
    mutate({ id: candidate.id, step, ...(answer && { answer }) }, settled);
  }

  function review(candidate: Candidate, step: ReviewStep): void {
    if (!stepsFor(candidate.review_status).includes(step)) return;
    setCurrentId(candidate.id);
    focusAfter.current = null;
    if (step === 'processed') send(candidate, step);
    else setAsked({ candidate, step });
  }

  function step(by: number): void {
    const at = list.findIndex(({ id }) => id === currentId);
    moveTo((list[at < 0 ? 0 : at + by] ?? list[at])?.id ?? null);
  }

  function byKey(key: ReviewKey): void {
    isByKeys.current = true;
    if (key === 'keys') onShowKeys();
    else if (key === 'next') step(1);
    else if (key === 'previous') step(-1);
    else if (!current || isPending) return;
    else if (key === 'pick') onPick(current.id);
    else if (key === 'details')
      void navigate({ to: '/youtube-candidates/$id', params: { id: String(current.id) } });
    else review(current, key);
  }

  return {
    currentId,
    setCurrentId,
    asked,
    focusAfter,
    isPending,
    byClick: (candidate: Candidate, step: ReviewStep) => {
      isByKeys.current = false;
      review(candidate, step);
    },
    byKey,
    answer: (answer: ReviewAnswer) => asked && send(asked.candidate, asked.step, answer),
    giveUp: () => setAsked(null),
  };
}
