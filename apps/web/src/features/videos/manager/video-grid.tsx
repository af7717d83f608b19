import '@mantine/core/styles/SimpleGrid.css';
import '@mantine/core/styles/Skeleton.css';
import { SimpleGrid, Skeleton } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';

const COLUMNS = { base: 1, sm: 2, md: 3, lg: 4 };
const CARD_HEIGHT = 370;

export const VideoGrid = ({ children }: { children: ReactNode }) => (
  <SimpleGrid cols={COLUMNS} spacing="lg" component="ul" p={0} m={0}>
    {children}
  </SimpleGrid>
);

export function VideoGridSkeleton() {
  const { t } = useTranslation();
  return (
    <SimpleGrid cols={COLUMNS} spacing="lg" role="status" aria-label={t('app.loading')}>
      {['a', 'b', 'c', 'd'].map((key) => (
        <Skeleton key={key} height={CARD_HEIGHT} radius="lg" />
      ))}
    </SimpleGrid>
  );
}
