import '@mantine/core/styles/Modal.css';
import '@mantine/core/styles/Drawer.css';
import { Drawer } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTranslation } from '../../../../locales/translation.ts';
import classes from './lines.module.css';

type Props = { opened: boolean; onClose: () => void; children: ReactNode };

/** The list of lines in a drawer, for small screens. */
export function LinesDrawer({ opened, onClose, children }: Props) {
  const { t } = useTranslation();
  return (
    <Drawer
      opened={opened}
      onClose={onClose}
      position="right"
      title={t('practice.lines')}
      closeButtonProps={{ 'aria-label': t('app.close'), size: 44, iconSize: 20 }}
      classNames={{ content: classes.drawer, body: classes.body }}
    >
      {children}
    </Drawer>
  );
}
