import { createListeners } from '../../media/listeners.ts';

/**
 * Each kind's duration, in milliseconds, and priority: the lowest gives way first. A failure stays longer, since there is
 * more to read.
 */
const KINDS = {
  success: { durationMs: 4000, priority: 0 },
  note: { durationMs: 4000, priority: 0 },
  /** Long enough to read it, to think, and to reach it with the keyboard. */
  offer: { durationMs: 12_000, priority: 1 },
  failure: { durationMs: 8000, priority: 2 },
} as const;

type Kind = keyof typeof KINDS;
type Action = { label: string; run: () => void };

export type VisibleToast = {
  id: number;
  kind: Kind;
  message: string;
  /** Key: a toast with the same one replaces it. */
  about: string;
  durationMs: number;
  action?: Action | undefined;
};

/** Maximum number shown at once. */
const MAX = 5;

/** Key of the notes: one is shown at a time. */
const NOTE = 'note';

let number = 0;
const nextNumber = () => {
  number += 1;
  return number;
};

let visible: readonly VisibleToast[] = [];
const listeners = createListeners();

function update(next: readonly VisibleToast[]): void {
  visible = next;
  listeners.notify();
}

export const toasts = {
  subscribe: listeners.add,
  getSnapshot: () => visible,
  close: (id: number) => update(visible.filter((toast) => toast.id !== id)),
  clear: () => update([]),
};

/** Makes room for another one by removing the oldest of the lowest priority. */
function withRoom(all: readonly VisibleToast[]): readonly VisibleToast[] {
  if (all.length < MAX) return all;
  const min = Math.min(...all.map(({ kind }) => KINDS[kind].priority));
  const oldest = all.find(({ kind }) => KINDS[kind].priority === min);
  return all.filter((shown) => shown !== oldest);
}

function show(kind: Kind, message: string, about: string, action?: Action): void {
  const others = visible.filter((other) => other.about !== about);
  const { durationMs } = KINDS[kind];
  update([...withRoom(others), { id: nextNumber(), kind, message, about, durationMs, action }]);
}

/** `about`: a key; an offer with the same one replaces it, and `withdraw` removes it. */
type Offer = Action & { about?: string };

/** Messages that a screen reader announces without moving the focus. Repeating a message replaces it. */
export const toast = {
  success: (message: string) => show('success', message, message),
  failure: (message: string, action?: Action) => show('failure', message, message, action),
  /** Shows why nothing was done: neither a success nor a failure. A repeated note, as from a held key, is left unchanged. */
  note(message: string): void {
    const isVisible = visible.some((other) => other.about === NOTE && other.message === message);
    if (!isVisible) show('note', message, NOTE);
  },
  /** A success that can be undone. */
  offer: (message: string, { about = `offer ${nextNumber()}`, ...action }: Offer) =>
    show('offer', message, about, action),
  /** Removes an offer that no longer applies. */
  withdraw: (about: string) => update(visible.filter((other) => other.about !== about)),
};
