import '@mantine/core/styles/Modal.css';
import { Modal, type ModalProps } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import classes from './dialog.module.css';

/** A dialog as all of them look: shown for as long as it is rendered, unless `opened` says otherwise. */
export function Dialog({ opened = true, ...props }: Omit<ModalProps, 'opened'> & { opened?: boolean }) {
  const { t } = useTranslation();
  return (
    <Modal
      opened={opened}
      centered
      padding="lg"
      closeButtonProps={{ 'aria-label': t('app.close'), size: 44, iconSize: 20 }}
      classNames={{ title: classes.title }}
      {...props}
    />
  );
}
