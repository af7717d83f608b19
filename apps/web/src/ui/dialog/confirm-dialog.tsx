import { Text } from '@mantine/core';
import type { ReactNode, RefObject } from 'react';
import { ActionDialog } from './action-dialog.tsx';

type Props = {
  title: string;
  text: ReactNode;
  confirmLabel: string;
  /** Text of the cancel button; 'Cancel' by default. */
  cancelLabel?: string;
  /** True if the action can't be undone, or locks someone out. */
  isDestructive?: boolean;
  isPending: boolean;
  onConfirm: () => void;
  onClose: () => void;
  /** Element to focus afterwards, if not the previous one. */
  returnFocusTo?: RefObject<HTMLElement | null>;
};

/** Asks before an action. The focus is on Cancel. */
export const ConfirmDialog = ({ text, confirmLabel, ...dialog }: Props) => (
  <ActionDialog {...dialog} label={confirmLabel} focus="cancel">
    <Text component="div">{text}</Text>
  </ActionDialog>
);
