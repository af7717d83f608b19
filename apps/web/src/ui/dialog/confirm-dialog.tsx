import { Stack, Text } from '@mantine/core';
import type { ReactNode, RefObject } from 'react';
import { Dialog } from './dialog.tsx';
import { DialogButtons } from './dialog-buttons.tsx';

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
export function ConfirmDialog(props: Props) {
  const { title, text, confirmLabel, cancelLabel, isGrave, isPending, onConfirm, onClose, returnFocusTo } =
    props;
  return (
    <Dialog {...{ title, isPending, onClose, returnFocusTo }}>
      <Stack gap="lg">
        <Text component="div">{text}</Text>
        <DialogButtons
          label={confirmLabel}
          cancelLabel={cancelLabel}
          {...(isGrave && { isGrave })}
          {...{ isPending, onConfirm }}
          focus="cancel"
          onCancel={onClose}
        />
      </Stack>
    </Dialog>
  );
}
