import '@mantine/core/styles/Skeleton.css';
import { Skeleton } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Section } from './section.tsx';

/** Stands in for a section while what it shows is loading. */
export function SectionSkeleton() {
  const { t } = useTranslation();
  return (
    <div role="status" aria-label={t('app.loading')}>
      <Section>
        <Skeleton height={20} width="40%" />
        <Skeleton height={44} />
        <Skeleton height={44} width="70%" />
      </Section>
    </div>
  );
}
