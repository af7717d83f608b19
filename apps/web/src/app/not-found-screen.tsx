import { Button, Center, Stack, Text, Title } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useTranslation } from '../locales/translation.ts';
import { usePageTitle } from '../ui/use-page-title.ts';

export function NotFoundScreen() {
  const { t } = useTranslation();
  usePageTitle(t('notFound.title'));
  return (
    <Center mih="60vh" px="md">
      <Stack align="center" gap="xs">
        <Title order={1}>{t('notFound.title')}</Title>
        <Text c="dimmed" ta="center">
          {t('notFound.text')}
        </Text>
        <Button component={Link} to="/" mt="md">
          {t('notFound.home')}
        </Button>
      </Stack>
    </Center>
  );
}
