import { createElement } from 'react';

/** How long a message is shown, in milliseconds. A failure stays longer: there is more to read. */
const SUCCESS_MS = 2000;
const FAILURE_MS = 8000;
/** Long enough to read it, to think, and to get there with the keyboard. */
const OFFER_MS = 12_000;

let wanted = false;
const listeners = new Set<() => void>();

/** Whether any message was shown yet: what shows them is loaded with the first one. */
export const toastsWanted = {
  subscribe(listener: () => void): () => void {
    listeners.add(listener);
    return () => listeners.delete(listener);
  },
  getSnapshot: () => wanted,
};

async function show(
  message: string,
  color: string,
  autoClose: number,
  role: 'status' | 'alert',
): Promise<void> {
  wanted = true;
  for (const listener of listeners) listener();
  const { notifications } = await import('@mantine/notifications');
  notifications.show({ message, color, autoClose, role, withBorder: true });
}

type Offer = { label: string; run: () => void };

async function showOffer(message: string, { label, run }: Offer): Promise<void> {
  wanted = true;
  for (const listener of listeners) listener();
  const [{ notifications }, { ToastAction }] = await Promise.all([
    import('@mantine/notifications'),
    import('./toast-action.tsx'),
  ]);
  const accept = () => {
    notifications.hide(id);
    run();
  };
  const id = notifications.show({
    message: createElement(ToastAction, { message, label, onClick: accept }),
    color: 'spruce',
    autoClose: OFFER_MS,
    role: 'status',
    withBorder: true,
  });
}

/** Messages that a screen reader announces without taking the focus. */
export const toast = {
  success: (message: string) => void show(message, 'spruce', SUCCESS_MS, 'status'),
  failure: (message: string) => void show(message, 'red', FAILURE_MS, 'alert'),
  /** A success that can be taken back. */
  offer: (message: string, offer: Offer) => void showOffer(message, offer),
};
