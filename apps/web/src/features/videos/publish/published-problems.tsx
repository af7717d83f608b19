import { Alert, Button, Stack, Text } from '@mantine/core';
import { subtitles, type videos } from '@sayback/contract';
import { useMutation, useQuery } from '@tanstack/react-query';
import { queryFor } from '../../../api/query.ts';
import { useTranslation } from '../../../locales/translation.ts';
import { checkVideo } from './check-video.ts';
import { PublishDialog } from './publish-dialog.tsx';

const addUp = (counts: number[]) => counts.reduce((sum, count) => sum + count, 0);

/** Notice about problems for learners in a published video; renders nothing if there are none. */
export function PublishedProblems({ video }: { video: videos.Video }) {
  const { t } = useTranslation();
  const tracks = useQuery(queryFor(subtitles.listSubtitles, { params: { id: video.id } }));
  const check = useMutation({
    mutationFn: () => checkVideo(video.id),
    meta: { failed: 'publishCheck.failed' },
  });
  if (!tracks.data) return null;
  const alignedTracks = tracks.data.results.filter(({ alignment_id }) => alignment_id !== null);
  // Learners get a translation without any texts only if there is no other one.
  const translated = alignedTracks.filter(({ translated_count }) => translated_count > 0);
  const shownTracks = translated.length > 0 ? translated : alignedTracks;
  const doubtful = addUp(shownTracks.map(({ mismatch_count }) => mismatch_count));
  const missing = addUp(
    shownTracks.map(({ segment_count, translated_count }) => segment_count - translated_count),
  );
  if (shownTracks.length > 0 && doubtful + missing === 0) return null;
  return (
    <Alert color="orange" variant="light" data-testid="published-problems">
      <Stack gap="xs" align="flex-start">
        <Text fw={600}>{t('publishedProblems.title')}</Text>
        {shownTracks.length === 0 && <Text size="sm">{t('publishCheck.noAlignment')}</Text>}
        {doubtful > 0 && <Text size="sm">{t('publishCheck.mismatch', { count: doubtful })}</Text>}
        {missing > 0 && <Text size="sm">{t('publishCheck.no-translation', { count: missing })}</Text>}
        {shownTracks.length > 0 && (
          <Button
            variant="default"
            size="compact-md"
            loading={check.isPending}
            onClick={() => check.mutate()}
          >
            {t('publishedProblems.check')}
          </Button>
        )}
      </Stack>
      {check.data && <PublishDialog video={video} lessons={check.data} onClose={check.reset} />}
    </Alert>
  );
}
