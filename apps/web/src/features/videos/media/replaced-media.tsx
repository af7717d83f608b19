import { Button, Group, Stack, Text, Title } from '@mantine/core';
import { videos } from '@sayback/contract';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useId } from 'react';
import { call } from '../../../api/call.ts';
import { queryFor, VIDEOS } from '../../../api/query.ts';
import { useTranslation } from '../../../locales/translation.ts';
import { useTimeText } from '../../../ui/use-time-text.ts';

/** A video's replaced media files, in the trash; renders nothing if there are none. */
export function ReplacedMedia({ videoId }: { videoId: number }) {
  const { t } = useTranslation();
  const { formatTime } = useTimeText();
  const titleId = useId();
  const { data } = useQuery(queryFor(videos.listReplacedMedia, { params: { id: videoId } }));
  const { mutate: restore, isPending } = useMutation({
    mutationFn: (replaced_id: number) =>
      call(videos.restoreMedia, { params: { id: videoId }, body: { replaced_id } }),
    meta: { done: 'replacedMedia.restored', failed: 'replacedMedia.restoreFailed', stale: VIDEOS },
  });
  if (!data || data.length === 0) return null;
  return (
    <Stack component="section" gap="xs" mt="md" aria-labelledby={titleId}>
      <Title order={3} size="h5" id={titleId}>
        {t('replacedMedia.title')}
      </Title>
      <Text size="sm" c="dimmed">
        {t('replacedMedia.hint', { days: videos.TRASH_DAYS })}
      </Text>
      {data.map(({ id, media_type, replaced_at }) => {
        const date = formatTime(replaced_at);
        return (
          <Group key={id} justify="space-between">
            <Text>{t('replacedMedia.file', { type: media_type, date })}</Text>
            <Button
              variant="default"
              disabled={isPending}
              aria-label={t('replacedMedia.restoreLabel', { type: media_type, date })}
              onClick={() => restore(id)}
            >
              {t('app.restore')}
            </Button>
          </Group>
        );
      })}
    </Stack>
  );
}
