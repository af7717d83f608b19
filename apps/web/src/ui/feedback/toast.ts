import { createListeners } from '../../media/listeners.ts';

/** Duration of each kind, in milliseconds, and its priority. The lowest priority is removed first. */
const KINDS = {
  success: { durationMs: 4000, priority: 0 },
  note: { durationMs: 4000, priority: 0 },
  /** Long enough to read it, to decide, and to reach its button by keyboard. */
  offer: { durationMs: 12_000, priority: 1 },
  failure: { durationMs: 8000, priority: 2 },
} as const;

type Kind = keyof typeof KINDS;
type Action = { label: string; run: () => void };

export type VisibleToast = {
  id: number;
  kind: Kind;
  message: string;
  /** Key: a new toast with the same key replaces this one. */
  about: string;
  durationMs: number;
  action?: Action | undefined;
};

/** Maximum number shown at once. */
const MAX_VISIBLE = 5;

/** Shared key of all notes, so that only one is shown at a time. */
const NOTE_KEY = 'note';

let lastId = 0;
const nextId = () => {
  lastId += 1;
  return lastId;
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

/** Removes the oldest toast of the lowest priority if the maximum is reached. */
function dropOldest(shown: readonly VisibleToast[]): readonly VisibleToast[] {
  if (shown.length < MAX_VISIBLE) return shown;
  const min = Math.min(...shown.map(({ kind }) => KINDS[kind].priority));
  const oldest = shown.find(({ kind }) => KINDS[kind].priority === min);
  return shown.filter((toast) => toast !== oldest);
}

function show(kind: Kind, message: string, about: string, action?: Action): void {
  const others = visible.filter((toast) => toast.about !== about);
  const { durationMs } = KINDS[kind];
  update([...dropOldest(others), { id: nextId(), kind, message, about, durationMs, action }]);
}

/** `about`: key of the offer. A new offer with the same key replaces it, and `withdraw` removes it. */
type Offer = Action & { about?: string };

/** Messages that a screen reader announces without moving the focus. Repeating a message replaces it. */
export const toast = {
  success: (message: string) => show('success', message, message),
  failure: (message: string, action?: Action) => show('failure', message, message, action),
  /** Shows why nothing was done. Repeating the visible note, as by holding a key, changes nothing. */
  note(message: string): void {
    const isVisible = visible.some((toast) => toast.about === NOTE_KEY && toast.message === message);
    if (!isVisible) show('note', message, NOTE_KEY);
  },
  /** A success that can be undone. */
  offer: (message: string, { about = `offer ${nextId()}`, ...action }: Offer) =>
    show('offer', message, about, action),
  /** Removes an offer that no longer applies. */
  withdraw: (about: string) => update(visible.filter((toast) => toast.about !== about)),
};
