import type { NotificationData } from '@mantine/notifications';
import { createElement, type ReactNode } from 'react';
import { createListeners } from '../media/listeners.ts';

/** What is said how, and how long in milliseconds. A failure stays longer than a success: there is more to read. */
const KINDS = {
  success: { color: 'spruce', autoClose: 2000, role: 'status', priority: 0 },
  note: { color: 'gray', autoClose: 4000, role: 'status', priority: 0 },
  /** Long enough to read it, to think, and to get there with the keyboard. */
  offer: { color: 'spruce', autoClose: 12_000, role: 'status', priority: 1 },
  failure: { color: 'red', autoClose: 8000, role: 'alert', priority: 2 },
} as const;

type Kind = keyof typeof KINDS;

/** So many are shown at once. Mantine would let further ones wait, until they are no news any more. */
const MOST = 5;

/** What a note is about. */
const NOTE = 'note';

let number = 0;
const nextNumber = () => {
  number += 1;
  return number;
};

let isNeeded = false;
const listeners = createListeners();

/** True once a message was shown: the component that shows them is loaded with the first one. */
export const toastsNeeded = {
  subscribe: listeners.add,
  getSnapshot: () => isNeeded,
};

async function loadMessages() {
  isNeeded = true;
  listeners.tell();
  return await import('@mantine/notifications');
}

/** Those that stay where one more is to be shown: the oldest of the least important gives way. */
function withRoom(shown: NotificationData[]): NotificationData[] {
  if (shown.length < MOST) return shown;
  const least = Math.min(...shown.map(({ priority = 0 }) => priority));
  const oldest = shown.find(({ priority = 0 }) => priority === least);
  return shown.filter((one) => one !== oldest);
}

/** Shows a message in place of those that say `about` the same. */
async function show(kind: Kind, about: string, message: ReactNode): Promise<void> {
  const { notifications, notificationsStore } = await loadMessages();
  notifications.updateState(notificationsStore, (shown) => {
    const others = shown.filter((other) => other['data-about'] !== about);
    const id = `message ${nextNumber()}`;
    const added = { ...KINDS[kind], id, message, 'data-about': about, withBorder: true };
    return [...withRoom(others), added];
  });
}

/** There is one note at a time; the same again, as by a key that is held, leaves it as it is. */
async function showNote(message: string): Promise<void> {
  const { notificationsStore } = await loadMessages();
  const { notifications: shown } = notificationsStore.getState();
  const isShown = shown.some((other) => other['data-about'] === NOTE && other.message === message);
  if (!isShown) await show('note', NOTE, message);
}

type Offer = {
  label: string;
  run: () => void;
  /** An offer about the same takes this one's place, and `withdraw` takes it away. */
  about?: string;
};

async function showOffer(
  message: string,
  { label, run, about = `offer ${nextNumber()}` }: Offer,
): Promise<void> {
  const { ToastAction } = await import('./toasts.tsx');
  const onClick = () => {
    void withdraw(about);
    run();
  };
  await show('offer', about, createElement(ToastAction, { message, label, onClick }));
}

async function withdraw(about: string): Promise<void> {
  if (!isNeeded) return;
  const { notifications, notificationsStore } = await loadMessages();
  notifications.updateState(notificationsStore, (shown) =>
    shown.filter((other) => other['data-about'] !== about),
  );
}

/** Messages that a screen reader announces without taking the focus. The same again takes the place of the first. */
export const toast = {
  success: (message: string) => void show('success', message, message),
  failure: (message: string) => void show('failure', message, message),
  /** Why nothing was done: neither a success nor a failure. */
  note: (message: string) => void showNote(message),
  /** A success that can be taken back. */
  offer: (message: string, offer: Offer) => void showOffer(message, offer),
  /** Takes an offer away that has become idle. */
  withdraw: (about: string) => void withdraw(about),
};
