import { notifications } from '@mantine/notifications';

/** How long a message is shown, in milliseconds. A failure stays longer: there is more to read. */
const SUCCESS_MS = 2000;
const FAILURE_MS = 8000;

/** Messages that a screen reader announces without taking the focus. */
export const toast = {
  success: (message: string) =>
    notifications.show({ message, color: 'spruce', autoClose: SUCCESS_MS, role: 'status', withBorder: true }),
  failure: (message: string) =>
    notifications.show({ message, color: 'red', autoClose: FAILURE_MS, role: 'alert', withBorder: true }),
};
