import { Center, Loader } from '@mantine/core';
import { useTranslation } from '../../locales/translation.ts';

/** Stands in for a screen, or with a height for a part of one, while it, or what it needs to know, is loading. */
export function PageLoader({ height = '50vh' }: { height?: string }) {
  const { t } = useTranslation();
  return (
    <Center mih={height} role="status" aria-label={t('app.loading')}>
      <Loader />
    </Center>
  );
}
