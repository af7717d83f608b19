import { Button, Group, Text } from '@mantine/core';
import { accounts } from '@sayback/contract';
import { useMutation, useQuery } from '@tanstack/react-query';
import { call } from '../../../api/call.ts';
import { useTranslation } from '../../../locales/translation.ts';
import { sessionsQuery } from '../settings/queries.ts';

/**
 * Offers to end the user's other sessions after a change of the factors; renders nothing if there are none.
 */
export function OtherSessions() {
  const { t } = useTranslation();
  const { data } = useQuery({ ...sessionsQuery, refetchOnMount: 'always' });
  const { mutate, isPending } = useMutation({
    mutationFn: () => call(accounts.endAllSessions, { query: { others: true } }),
    meta: {
      done: 'secondFactor.otherDevicesLoggedOut',
      failedUnexplained: 'settings.logOutEverywhereFailed',
      stale: [accounts.listSessions],
    },
  });
  const count = data?.filter(({ is_current }) => !is_current).length ?? 0;
  if (count === 0) return null;
  return (
    <Group justify="space-between" gap="sm" role="status">
      <Text>{t('secondFactor.otherDevices', { count })}</Text>
      <Button size="md" loading={isPending} onClick={() => mutate()}>
        {t('secondFactor.logOutOtherDevices')}
      </Button>
    </Group>
  );
}
