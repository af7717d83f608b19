import { Center, Loader } from '@mantine/core';
import { useTranslation } from 'react-i18next';

/** Stands in for a screen while it, or what it needs to know, is loading. */
export function PageLoader() {
  const { t } = useTranslation();
  return (
    <Center mih="50vh" role="status" aria-label={t('app.loading')}>
      <Loader />
    </Center>
  );
}
