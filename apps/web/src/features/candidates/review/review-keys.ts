import type { ReviewStep } from './use-review.ts';

export type ReviewKey = ReviewStep | 'next' | 'previous' | 'pick' | 'details' | 'keys';

type Pressed = Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'altKey' | 'metaKey'>;

const KEYS: Record<string, ReviewKey> = {
  a: 'approve',
  r: 'reject',
  p: 'processed',
  j: 'next',
  k: 'previous',
  x: 'pick',
  o: 'details',
  '?': 'keys',
};

/** What a key means in the review; null for nothing. Keys with others held down are the browser's. */
export function reviewKeyOf({ key, ctrlKey, altKey, metaKey }: Pressed): ReviewKey | null {
  if (ctrlKey || altKey || metaKey) return null;
  return KEYS[key.toLowerCase()] ?? null;
}

const TYPED = 'input:not([type="checkbox"], [type="radio"]), textarea, select, [contenteditable="true"]';

/** Whether keys go into a field, so that they mean what they are. */
export const isTyping = (target: EventTarget | null): boolean =>
  target instanceof Element && target.matches(TYPED);
