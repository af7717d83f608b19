import { Text } from '@mantine/core';
import type { ReactNode, RefObject } from 'react';
import { ActionDialog } from './action-dialog.tsx';

type Props = {
  title: string;
  text: ReactNode;
  confirmLabel: string;
  /** The way back; 'Cancel' unless given. */
  cancelLabel?: string;
  /** What is done can't be undone, or shuts someone out. */
  isGrave?: boolean;
  isPending: boolean;
  onConfirm: () => void;
  onClose: () => void;
  /** What has the focus after it, where that isn't what had it before. */
  returnFocusTo?: RefObject<HTMLElement | null>;
};

/** Asks before something is done. The focus is on the way back. */
export const ConfirmDialog = ({ text, confirmLabel, ...dialog }: Props) => (
  <ActionDialog {...dialog} label={confirmLabel} focus="cancel">
    <Text component="div">{text}</Text>
  </ActionDialog>
);
