import { Button, Center, Stack, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { useFirstPicture } from '../ui/use-first-picture.ts';

/** Shown in place of a screen that failed to load or to render: an old tab after an upgrade, mostly. */
export function ScreenError() {
  const { t } = useTranslation();
  useFirstPicture({ until: true });
  return (
    <Center mih="60vh" px="md" role="alert">
      <Stack align="center">
        <Text>{t('app.crashed')}</Text>
        <Button onClick={() => window.location.reload()}>{t('app.reload')}</Button>
      </Stack>
    </Center>
  );
}
