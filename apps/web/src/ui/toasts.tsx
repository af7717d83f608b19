import '@mantine/core/styles/Notification.css';
import '@mantine/notifications/styles.css';
import { Notifications } from '@mantine/notifications';

/** Where messages are shown. */
export const Toasts = () => <Notifications position="bottom-center" />;
