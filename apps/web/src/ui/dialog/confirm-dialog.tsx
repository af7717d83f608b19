import { Text } from '@mantine/core';
import type { ReactNode, RefObject } from 'react';
import { ActionDialog } from './action-dialog.tsx';

type Props = {
  title: string;
  text: ReactNode;
  confirmLabel: string;
  /** The way back; 'Cancel' unless given. */
  cancelLabel?: string;
  /** True if the action can't be undone, or locks someone out. */
  isGrave?: boolean;
  isPending: boolean;
  onConfirm: () => void;
  onClose: () => void;
  /** Element to focus afterwards, if not the previous one. */
  returnFocusTo?: RefObject<HTMLElement | null>;
};

/** Asks before something is done. The focus is on the way back. */
export const ConfirmDialog = ({ text, confirmLabel, ...dialog }: Props) => (
  <ActionDialog {...dialog} label={confirmLabel} focus="cancel">
    <Text component="div">{text}</Text>
  </ActionDialog>
);
