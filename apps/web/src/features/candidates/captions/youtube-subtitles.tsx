import '@mantine/core/styles/InlineInput.css';
import '@mantine/core/styles/Checkbox.css';
import { Button, Checkbox, Group, Stack, Text, Title } from '@mantine/core';
import { candidates, type videos } from '@sayback/contract';
import { IconListSearch } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { withReason } from '../../../api/api-error.ts';
import { call } from '../../../api/call.ts';
import { useLanguages } from '../../../api/languages.ts';
import { VIDEOS } from '../../../api/query.ts';
import { useTranslation } from '../../../locales/translation.ts';
import { Failure } from '../../../ui/feedback/failure.tsx';
import { toast } from '../../../ui/feedback/toast.ts';
import classes from './youtube-subtitles.module.css';

function useTake(videoId: number, onAdded: () => void) {
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
    meta: { failed: 'youtubeSubtitles.takeFailed', stale: VIDEOS },
  });
}

/** The subtitles on YouTube of an existing video. */
export function YoutubeSubtitles({ video }: { video: videos.Video }) {
  const { t } = useTranslation();
  const { languageName } = useLanguages();
  const titleId = useId();
  const [chosen, setChosen] = useState<string[]>([]);
  const look = useMutation({
    mutationFn: () => call(candidates.lookForSubtitles, { params: { id: video.id } }),
  });
  const take = useTake(video.id, () => setChosen([]));
  const available = look.data?.subtitles;
  return (
    <Stack component="section" gap="sm" aria-labelledby={titleId}>
      <Group justify="space-between" gap="md">
        <Title order={2} size="h3" id={titleId}>
          {t('youtubeSubtitles.title')}
        </Title>
        <Button
          variant="default"
          leftSection={<IconListSearch size={18} aria-hidden />}
          loading={look.isPending}
          onClick={() => {
            setChosen([]);
            look.mutate();
          }}
        >
          {t(available ? 'youtubeSubtitles.lookAgain' : 'youtubeSubtitles.look')}
        </Button>
      </Group>
      {look.isIdle && <Text c="dimmed">{t('youtubeSubtitles.hint')}</Text>}
      {look.isPending && (
        <Text c="dimmed" role="status">
          {t('youtubeSubtitles.looking')}
        </Text>
      )}
      {look.error && <Failure message={withReason(t('youtubeSubtitles.lookFailed'), look.error)} />}
      {available?.length === 0 && (
        <Text c="dimmed" role="status">
          {t('youtubeSubtitles.none')}
        </Text>
      )}
      {available && available.length > 0 && (
        <div className={classes.found}>
          <fieldset className={classes.choices}>
            <legend className={classes.legend}>{t('youtubeSubtitles.choose')}</legend>
            {available.map(({ language, kind, version_key: key }) => (
              <Checkbox
                key={key}
                label={t(kind === 'manual' ? 'candidateCard.manual' : 'candidateCard.auto', {
                  language: languageName(language),
                })}
                classNames={{ body: classes.choice }}
                checked={chosen.includes(key)}
                onChange={({ currentTarget: { checked } }) =>
                  setChosen(checked ? [...chosen, key] : chosen.filter((other) => other !== key))
                }
              />
            ))}
          </fieldset>
          <Group justify="space-between" gap="sm">
            <Text size="sm" c="dimmed">
              {t('youtubeSubtitles.replaces')}
            </Text>
            <Button
              disabled={chosen.length === 0 || chosen.length > 20}
              loading={take.isPending}
              onClick={() => take.mutate(chosen)}
            >
              {t('youtubeSubtitles.take')}
            </Button>
          </Group>
        </div>
      )}
    </Stack>
  );
}
