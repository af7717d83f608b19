import { Center, Loader } from '@mantine/core';
import { useTranslation } from '../../locales/translation.ts';

/** Placeholder of a loading screen or, with a height, of a part of one. */
export function PageLoader({ height = '50vh' }: { height?: string }) {
  const { t } = useTranslation();
  return (
    <Center mih={height} role="status" aria-label={t('app.loading')}>
      <Loader />
    </Center>
  );
}
