import { Button, Group, Text } from '@mantine/core';
import { useTranslation } from '../locales/translation.ts';

type Props = { page: number; pages: number; onPageChange: (page: number) => void };

export function Pagination({ page, pages, onPageChange }: Props) {
  const { t } = useTranslation();
  if (pages <= 1) return null;
  return (
    <Group component="nav" aria-label={t('app.pages')} justify="center" gap="md">
      <Button variant="default" disabled={page <= 1} onClick={() => onPageChange(page - 1)}>
        {t('app.previousPage')}
      </Button>
      <Text size="sm">{t('app.page', { page, count: pages })}</Text>
      <Button variant="default" disabled={page >= pages} onClick={() => onPageChange(page + 1)}>
        {t('app.nextPage')}
      </Button>
    </Group>
  );
}
