/** How long a message is shown, in milliseconds. A failure stays longer: there is more to read. */
const SUCCESS_MS = 2000;
const FAILURE_MS = 8000;

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

/** Messages that a screen reader announces without taking the focus. */
export const toast = {
  success: (message: string) => void show(message, 'spruce', SUCCESS_MS, 'status'),
  failure: (message: string) => void show(message, 'red', FAILURE_MS, 'alert'),
};
