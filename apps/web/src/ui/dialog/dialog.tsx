import '@mantine/core/styles/Modal.css';
import { Modal, type ModalProps } from '@mantine/core';
import type { RefObject } from 'react';
import { useTranslation } from '../../locales/translation.ts';
import { useReturnFocus } from '../focus/use-return-focus.ts';
import classes from './dialog.module.css';

type Props = Omit<ModalProps, 'opened'> & {
  opened?: boolean;
  /** It can't be closed until its work is done. */
  isPending?: boolean;
  /** What has the focus after it, where that isn't what had it before. */
  returnFocusTo?: RefObject<HTMLElement | null> | undefined;
};

/** A dialog as all of them look: shown for as long as it is rendered, unless `opened` says otherwise. */
export function Dialog({ opened, isPending = false, returnFocusTo, onClose, ...props }: Props) {
  const { t } = useTranslation();
  useReturnFocus(returnFocusTo, opened === undefined);
  return (
    <Modal
      opened={opened ?? true}
      centered
      padding="lg"
      closeButtonProps={{ 'aria-label': t('app.close'), size: 44, iconSize: 20 }}
      classNames={{ title: classes.title }}
      onClose={() => !isPending && onClose()}
      {...props}
    />
  );
}
