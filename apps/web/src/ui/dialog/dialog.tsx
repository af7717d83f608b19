import '@mantine/core/styles/Modal.css';
import { Modal, type ModalProps } from '@mantine/core';
import { type RefObject, useMemo, useRef, useState } from 'react';
import { useTranslation } from '../../locales/translation.ts';
import { useReturnFocus } from '../focus/use-return-focus.ts';
import classes from './dialog.module.css';
import { DialogClosing } from './dialog-closing.ts';

type Props = Omit<ModalProps, 'opened'> & {
  opened?: boolean;
  /** It can't be closed until its work is done. */
  isPending?: boolean | undefined;
  /** What has the focus after it, where that isn't what had it before. */
  returnFocusTo?: RefObject<HTMLElement | null> | undefined;
};

/**
 * A dialog as all of them look: shown for as long as it is rendered, unless `opened` says otherwise. With `AskBeforeClosing` in it, it
 * asks before Escape, its buttons or a click beside it throw away what was typed.
 */
export function Dialog(props: Props) {
  const { opened, isPending = false, returnFocusTo, onClose, closeOnEscape = true, ...others } = props;
  const { t } = useTranslation();
  useReturnFocus(returnFocusTo, opened === undefined);
  const hasInput = useRef(false);
  const [held, setHeld] = useState<(() => void) | null>(null);
  const closing = useMemo(() => ({ hasInput, held, hold: setHeld }), [held]);
  return (
    <DialogClosing value={closing}>
      <Modal
        opened={opened ?? true}
        centered
        padding="lg"
        closeButtonProps={{ 'aria-label': t('app.close'), size: 44, iconSize: 20 }}
        classNames={{ title: classes.title }}
        onClose={() => {
          if (isPending) return;
          if (hasInput.current) setHeld(() => onClose);
          else onClose();
        }}
        // Each open dialog listens to the key: the question alone has to hear it.
        closeOnEscape={closeOnEscape && !held}
        {...others}
      />
    </DialogClosing>
  );
}
