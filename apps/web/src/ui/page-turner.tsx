import { Button, Group, Text } from '@mantine/core';
import { useTranslation } from '../locales/translation.ts';

type Props = { page: number; pages: number; onTurn: (page: number) => void };

export function PageTurner({ page, pages, onTurn }: Props) {
  const { t } = useTranslation();
  if (pages <= 1) return null;
  return (
    <Group component="nav" aria-label={t('app.pages')} justify="center" gap="md">
      <Button variant="default" disabled={page <= 1} onClick={() => onTurn(page - 1)}>
        {t('app.previousPage')}
      </Button>
      <Text size="sm">{t('app.page', { page, count: pages })}</Text>
      <Button variant="default" disabled={page >= pages} onClick={() => onTurn(page + 1)}>
        {t('app.nextPage')}
      </Button>
    </Group>
  );
}
