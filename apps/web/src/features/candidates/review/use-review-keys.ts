import { useEffect, useEffectEvent } from 'react';
import { isTyping, type ReviewKey, reviewKeyOf } from './review-keys.ts';

/** The keys of the review, wherever the focus is on the page, but not while one types, nor in a dialog or an open list. */
export function useReviewKeys(onKey: (key: ReviewKey) => void): void {
  const onKeyDown = useEffectEvent((event: KeyboardEvent) => {
    if (event.defaultPrevented || event.repeat || isTyping(event.target)) return;
    if (document.querySelector('[role="dialog"][aria-modal="true"]')) return;
    const key = reviewKeyOf(event);
    if (!key) return;
    event.preventDefault();
    onKey(key);
  });
  useEffect(() => {
    const listen = (event: KeyboardEvent) => onKeyDown(event);
    document.addEventListener('keydown', listen);
    return () => document.removeEventListener('keydown', listen);
  }, []);
}
