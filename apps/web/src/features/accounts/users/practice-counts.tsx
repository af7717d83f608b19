import { Stack, Text } from '@mantine/core';
import { practice } from '@sayback/contract';
import { useQuery } from '@tanstack/react-query';
import { queryOf } from '../../../api/query.ts';
import { useTranslation } from '../../../locales/translation.ts';

const PERIODS = ['last_7_days', 'last_28_days'] as const;

/** Recent practice of all learners together, without any individual's. */
export function PracticeCounts() {
  const { t } = useTranslation();
  const { data, isError } = useQuery(queryOf(practice.getPracticeCounts, {}));
  if (isError) return <Text c="dimmed">{t('users.practice.failed')}</Text>;
  return (
    <Stack gap={2} role="group" aria-label={t('users.practice.title')}>
      {PERIODS.map((period) => {
        const { practised = null, answered = null, minutes = null } = data?.[period] ?? {};
        const least = practice.MIN_PERSONS;
        return (
          <Text key={period} size="sm" c="dimmed">
            {t(`users.practice.${period}`)} {!data && '…'}
            {data && practised === null && t('users.practice.tooFew', { least })}
            {practised !== null && t('users.practice.practised', { count: practised, minutes })}
            {practised !== null && answered !== null && t('users.practice.answered', { count: answered })}
          </Text>
        );
      })}
    </Stack>
  );
}
