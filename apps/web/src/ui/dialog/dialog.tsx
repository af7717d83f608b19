import '@mantine/core/styles/Modal.css';
import { Modal, type ModalProps } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { type RefObject, useMemo, useRef, useState } from 'react';
import { useTranslation } from '../../locales/translation.ts';
import { useReturnFocus } from '../focus/use-return-focus.ts';
import classes from './dialog.module.css';
import { DialogClosing } from './dialog-closing.ts';

type Props = Omit<ModalProps, 'opened'> & {
  opened?: boolean;
  /** True while its action runs: it can't be closed. */
  isPending?: boolean | undefined;
  /** Fills narrower screens, and grows from the top on others. */
  fullScreenBelow?: '36em' | '48em';
  /** Element to focus afterwards, if not the previous one. */
  returnFocusTo?: RefObject<HTMLElement | null> | undefined;
};

/**
 * A dialog, open while it is rendered unless `opened` is false. With `AskBeforeClosing` in it, it asks before Escape, its
 * buttons or a click outside discards typed input.
 */
export function Dialog(props: Props) {
  const {
    opened,
    isPending,
    returnFocusTo,
    onClose,
    closeOnEscape = true,
    fullScreenBelow,
    ...modalProps
  } = props;
  const { t } = useTranslation();
  const isNarrow = useMediaQuery(`(max-width: ${fullScreenBelow ?? 0})`, undefined, {
    getInitialValueInEffect: false,
  });
  useReturnFocus(returnFocusTo, opened === undefined);
  const hasInput = useRef(false);
  const [pendingClose, setPendingClose] = useState<(() => void) | null>(null);
  const isHeldOpen = useRef(false);
  const closing = useMemo(
    () => ({ hasInput, isPending: isHeldOpen, pendingClose, setPendingClose }),
    [pendingClose],
  );
  return (
    <DialogClosing value={closing}>
      <Modal
        opened={opened ?? true}
        centered={!fullScreenBelow}
        fullScreen={Boolean(fullScreenBelow && isNarrow)}
        padding="lg"
        closeButtonProps={{ 'aria-label': t('app.close'), size: 44, iconSize: 20 }}
        classNames={{ title: classes.title }}
        onClose={() => {
          if (isPending || isHeldOpen.current) return;
          if (hasInput.current) setPendingClose(() => onClose);
          else onClose();
        }}
        // All open dialogs listen to Escape. While the user is asked, only the question handles it.
        closeOnEscape={closeOnEscape && !pendingClose}
        {...modalProps}
      />
    </DialogClosing>
  );
}
