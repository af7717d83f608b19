import { Stack } from '@mantine/core';
import type { ComponentProps, SubmitEvent } from 'react';
import { Dialog } from './dialog.tsx';
import { DialogButtons } from './dialog-buttons.tsx';

type Props = Omit<ComponentProps<typeof Dialog>, 'onSubmit'> &
  Omit<ComponentProps<typeof DialogButtons>, 'onCancel'> & {
    /** Replaces `onConfirm`: makes the dialog a form, which Enter in a field submits too. */
    onSubmit?: (event: SubmitEvent) => void;
  };

export function ActionDialog(props: Props) {
  const {
    label,
    cancelLabel,
    isDestructive,
    isMain,
    isDisabled,
    focus,
    onConfirm,
    onSubmit,
    children,
    ...dialog
  } = props;
  const buttons = { label, cancelLabel, isDestructive, isMain, isDisabled, focus, onConfirm };
  const content = (
    <Stack gap="lg">
      {children}
      <DialogButtons {...buttons} isPending={dialog.isPending} onCancel={dialog.onClose} />
    </Stack>
  );
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    onSubmit?.(event);
  };
  return (
    <Dialog {...dialog}>
      {onSubmit ? (
        <form noValidate onSubmit={submit}>
          {content}
        </form>
      ) : (
        content
      )}
    </Dialog>
  );
}
