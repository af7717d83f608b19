import { Stack, Text } from '@mantine/core';
import { practice } from '@sayback/contract';
import { useQuery } from '@tanstack/react-query';
import { queryFor } from '../../../api/query.ts';
import { useTranslation } from '../../../locales/translation.ts';

const PERIODS = ['last_7_days', 'last_28_days'] as const;

/** Recent practice of all learners together. */
export function PracticeCounts() {
  const { t } = useTranslation();
  const { data, isError } = useQuery(queryFor(practice.getPracticeCounts, {}));
  if (isError) return <Text c="dimmed">{t('users.practice.failed')}</Text>;
  return (
    <Stack gap={2} role="group" aria-label={t('users.practice.title')}>
      {PERIODS.map((period) => {
        const { practised = null, answered = null, minutes = null } = data?.[period] ?? {};
        const min = practice.MIN_LEARNERS_SHOWN;
        return (
          <Text key={period} size="sm" c="dimmed">
            {t(`users.practice.${period}`)} {!data && '…'}
            {data && practised === null && t('users.practice.tooFew', { least: min })}
            {practised !== null && t('users.practice.practised', { count: practised, minutes })}
            {practised !== null && answered !== null && t('users.practice.answered', { count: answered })}
          </Text>
        );
      })}
    </Stack>
  );
}
