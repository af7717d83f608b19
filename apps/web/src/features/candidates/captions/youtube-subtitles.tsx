import '@mantine/core/styles/InlineInput.css';
import '@mantine/core/styles/Checkbox.css';
import { Box, Button, Checkbox, Group, Stack, Text, Title } from '@mantine/core';
import { candidates, type videos } from '@sayback/contract';
import { IconListSearch } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { withReason } from '../../../api/api-error.ts';
import { call } from '../../../api/call.ts';
import { useLanguages } from '../../../api/languages.ts';
import { VIDEOS } from '../../../api/query.ts';
import { useTranslation } from '../../../locales/translation.ts';
import { buttonIcon } from '../../../ui/button-icon.tsx';
import { Failure } from '../../../ui/feedback/failure.tsx';
import { toast } from '../../../ui/feedback/toast.ts';
import classes from './youtube-subtitles.module.css';

function useAddSubtitles(videoId: number, onAdded: () => void) {
  const { t } = useTranslation();
  return useMutation({
    mutationFn: (version_keys: string[]) =>
      call(candidates.takeSubtitles, { params: { id: videoId }, body: { version_keys } }),
    onSuccess: ({ added, failed }) => {
      if (added.length > 0) toast.success(t('youtubeSubtitles.added', { languages: added.join(', ') }));
      for (const [language, error] of Object.entries(failed))
        toast.failure(t('candidateDetail.downloadFailed', { language, error }));
      if (added.length > 0) onAdded();
    },
    meta: { failed: 'youtubeSubtitles.addFailed', stale: VIDEOS },
  });
}

/** Adds subtitles from YouTube to an existing video. */
export function YoutubeSubtitles({ video }: { video: videos.Video }) {
  const { t } = useTranslation();
  const { languageName } = useLanguages();
  const titleId = useId();
  const [selectedKeys, setSelectedKeys] = useState<string[]>([]);
  const search = useMutation({
    mutationFn: () => call(candidates.lookForSubtitles, { params: { id: video.id } }),
  });
  const add = useAddSubtitles(video.id, () => setSelectedKeys([]));
  const available = search.data?.subtitles;
  return (
    <Stack component="section" gap="sm" aria-labelledby={titleId}>
      <Group justify="space-between" gap="md">
        <Title order={2} size="h3" id={titleId}>
          {t('youtubeSubtitles.title')}
        </Title>
        <Button
          variant="default"
          leftSection={buttonIcon(IconListSearch)}
          loading={search.isPending}
          onClick={() => {
            setSelectedKeys([]);
            search.mutate();
          }}
        >
          {t(available ? 'youtubeSubtitles.searchAgain' : 'youtubeSubtitles.search')}
        </Button>
      </Group>
      {search.isIdle && <Text c="dimmed">{t('youtubeSubtitles.hint')}</Text>}
      {search.isPending && (
        <Text c="dimmed" role="status">
          {t('youtubeSubtitles.searching')}
        </Text>
      )}
      {search.error && <Failure message={withReason(t('youtubeSubtitles.searchFailed'), search.error)} />}
      {available?.length === 0 && (
        <Text c="dimmed" role="status">
          {t('candidateDetail.noneFound')}
        </Text>
      )}
      {available && available.length > 0 && (
        <div className={classes.found}>
          <fieldset className={classes.choices}>
            <Box component="legend" p={0} fw={600}>
              {t('youtubeSubtitles.choose')}
            </Box>
            {available.map(({ language, kind, version_key: key }) => (
              <Checkbox
                key={key}
                label={t(kind === 'manual' ? 'candidateCard.manual' : 'candidateCard.auto', {
                  language: languageName(language),
                })}
                classNames={{ body: classes.choice }}
                checked={selectedKeys.includes(key)}
                onChange={({ currentTarget: { checked } }) =>
                  setSelectedKeys(
                    checked ? [...selectedKeys, key] : selectedKeys.filter((other) => other !== key),
                  )
                }
              />
            ))}
          </fieldset>
          <Group justify="space-between" gap="sm">
            <Text size="sm" c="dimmed">
              {t('youtubeSubtitles.replaces')}
            </Text>
            <Button
              disabled={selectedKeys.length === 0 || selectedKeys.length > 20}
              loading={add.isPending}
              onClick={() => add.mutate(selectedKeys)}
            >
              {t('youtubeSubtitles.add')}
            </Button>
          </Group>
        </div>
      )}
    </Stack>
  );
}
