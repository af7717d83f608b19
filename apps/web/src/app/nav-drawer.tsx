import { Drawer, Stack } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTranslation } from '../locales/translation.ts';

export function NavDrawer({ onClose, children }: { onClose: () => void; children: ReactNode }) {
  const { t } = useTranslation();
  return (
    <Drawer
      opened
      onClose={onClose}
      position="right"
      size="xs"
      title={t('nav.menu')}
      closeButtonProps={{ 'aria-label': t('app.close') }}
    >
      <Stack component="nav" aria-label={t('nav.label')}>
        {children}
      </Stack>
    </Drawer>
  );
}
