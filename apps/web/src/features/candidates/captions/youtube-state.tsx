import { Alert, Button, Group, Text } from '@mantine/core';
import { candidates } from '@sayback/contract';
import { IconPlayerPause } from '@tabler/icons-react';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { call } from '../../../api/call.ts';
import { queryFor } from '../../../api/query.ts';
import { useTranslation } from '../../../locales/translation.ts';
import { useTimeText } from '../../../ui/use-time-text.ts';
import { captionsStateQuery } from '../queries.ts';
import classes from './youtube-state.module.css';

export function Quota() {
  const { t } = useTranslation();
  const { data } = useQuery(queryFor(candidates.getQuota, {}));
  const { formatSoon } = useTimeText();
  if (!data) return null;
  if (!data.is_configured) {
    return (
      <Text size="sm" c="dimmed" data-testid="quota">
        {t('candidateYoutube.notConfigured')}
      </Text>
    );
  }
  const searchesLeft = t('candidateYoutube.searchesLeft', {
    count: data.searches_left,
    total: data.searches_a_day,
  });
  const resets = t('candidateYoutube.resets', { time: formatSoon(data.resets_at) });
  return (
    <Text size="sm" c="dimmed" data-testid="quota">
      {[searchesLeft, ...(data.searches_left === 0 ? [resets] : [])].join(' · ')}
    </Text>
  );
}

/** Shows when and why requests for captions are paused, and how many are waiting. */
export function CaptionsState() {
  const { t } = useTranslation();
  const client = useQueryClient();
  const { data } = useQuery(captionsStateQuery);
  const { formatSoon } = useTimeText();
  const close = useMutation({
    mutationFn: () => call(candidates.closeCircuit, {}),
    onSuccess: (state) => client.setQueryData(captionsStateQuery.queryKey, state),
    meta: { failed: 'candidateYoutube.tryFailed' },
  });
  if (!data) return null;
  if (data.circuit === 'closed') {
    if (data.waiting === 0) return null;
    return (
      <Text size="sm" c="dimmed" role="status">
        {t('candidateYoutube.waiting', { count: data.waiting })}
      </Text>
    );
  }
  return (
    <Alert
      color="orange"
      variant="light"
      icon={<IconPlayerPause aria-hidden />}
      title={t('candidateYoutube.paused')}
      classNames={{ title: classes.title }}
      role="status"
      data-testid="circuit"
    >
      <Group justify="space-between" gap="md">
        <div>
          <Text>{data.reason}</Text>
          {data.reopens_at && (
            <Text size="sm">{t('candidateYoutube.pausedUntil', { time: formatSoon(data.reopens_at) })}</Text>
          )}
        </div>
        <Button variant="default" loading={close.isPending} onClick={() => close.mutate()}>
          {t('candidateYoutube.tryNow')}
        </Button>
      </Group>
    </Alert>
  );
}
