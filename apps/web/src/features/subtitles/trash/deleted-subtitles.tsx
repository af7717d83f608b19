import { Button, Group, Stack, Text, Title } from '@mantine/core';
import { subtitles, videos } from '@sayback/contract';
import { useQuery } from '@tanstack/react-query';
import { useId } from 'react';
import { call } from '../../../api/call.ts';
import { useLanguages } from '../../../api/languages.ts';
import { queryFor } from '../../../api/query.ts';
import { useTranslation } from '../../../locales/translation.ts';
import { useTimeText } from '../../../ui/use-time-text.ts';
import { useRestore } from '../queries.ts';

/** The deleted subtitles of a video that can still be restored; renders nothing if there are none. */
export function DeletedSubtitles({ videoId }: { videoId: number }) {
  const { t } = useTranslation();
  const { formatTime } = useTimeText();
  const { languageName } = useLanguages();
  const titleId = useId();
  const { data } = useQuery(queryFor(subtitles.listDeletedSubtitles, { params: { id: videoId } }));
  const { mutate: restore, isPending } = useRestore();
  if (!data || data.length === 0) return null;
  return (
    <Stack component="section" gap="xs" mt="md" aria-labelledby={titleId}>
      <Title order={3} size="h5" id={titleId}>
        {t('subtitleCard.deletedTitle')}
      </Title>
      <Text size="sm" c="dimmed">
        {t('subtitleCard.deletedHint', { days: videos.TRASH_DAYS })}
      </Text>
      {data.map(({ id, language, deleted_at }) => {
        const date = formatTime(deleted_at);
        return (
          <Group key={id} justify="space-between">
            <Text>{t('subtitleCard.deletedAt', { language: languageName(language), date })}</Text>
            <Button
              variant="default"
              disabled={isPending}
              aria-label={t('subtitleCard.restoreLabel', { language: languageName(language), date })}
              onClick={() => restore(() => call(subtitles.restoreSubtitle, { params: { id } }))}
            >
              {t('app.restore')}
            </Button>
          </Group>
        );
      })}
    </Stack>
  );
}
