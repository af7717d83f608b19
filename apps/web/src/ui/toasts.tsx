import '@mantine/core/styles/Notification.css';
import '@mantine/notifications/styles.css';
import { Button, Group } from '@mantine/core';
import { Notifications } from '@mantine/notifications';

export const Toasts = () => <Notifications position="bottom-center" />;

type Props = { message: string; label: string; onClick: () => void };

/** A message with the one thing that can be done about it. */
export const ToastAction = ({ message, label, onClick }: Props) => (
  <Group justify="space-between" wrap="nowrap" gap="sm">
    <span>{message}</span>
    <Button variant="default" mih={44} flex="none" onClick={onClick}>
      {label}
    </Button>
  </Group>
);
