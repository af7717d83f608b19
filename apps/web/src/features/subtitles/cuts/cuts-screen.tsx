import { Button, Group, Text } from '@mantine/core';
import { formatPosition, jobs, subtitles, videos } from '@sayback/contract';
import { IconChecks, IconWaveSine } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useState } from 'react';
import { withReason } from '../../../api/api-error.ts';
import { queryFor } from '../../../api/query.ts';
import { useTranslation } from '../../../locales/translation.ts';
import { MediaFailureAlert } from '../../../media/media-failure-alert.tsx';
import { MediaPicture } from '../../../media/media-picture.tsx';
import { buttonIcon } from '../../../ui/button-icon.tsx';
import { Empty } from '../../../ui/feedback/empty.tsx';
import { Failure } from '../../../ui/feedback/failure.tsx';
import { JobProgress } from '../../../ui/feedback/job-progress.tsx';
import { useFocusAfterRemoval } from '../../../ui/focus/use-focus-after-removal.ts';
import { useVideoPlayer } from '../editor/video/use-video-player.ts';
import { ListSkeleton, SubtitlePage } from '../subtitle-page.tsx';
import { CutItem } from './cut-item.tsx';
import classes from './cuts-screen.module.css';
import { type ProposedCut, useDismissCut, useFitCuts, useMoveCuts } from './queries.ts';

const route = getRouteApi('/cuts/$subtitleId');

const PAGE_SIZE = 50;

/** The curator's queue: lines that learners reported, and cuts that don't fit the speech. */
export function CutsScreen() {
  const { t } = useTranslation();
  const { subtitleId } = route.useParams();
  return (
    <SubtitlePage id={subtitleId} title={t('cuts.title')} loadFailed={t('cuts.loadFailed')}>
      {(subtitle) =>
        subtitle.alignment_id === null ? (
          <Text c="dimmed">{t('cuts.notAligned')}</Text>
        ) : (
          <CutsLoader subtitle={subtitle} alignmentId={subtitle.alignment_id} />
        )
      }
    </SubtitlePage>
  );
}

type Props = { subtitle: subtitles.SubtitleDetail; alignmentId: number };

function CutsLoader({ subtitle, alignmentId }: Props) {
  const { t } = useTranslation();
  const queue = useQuery(queryFor(subtitles.listCuts, { params: { id: alignmentId } }));
  const video = useQuery(queryFor(videos.getVideo, { params: { id: subtitle.video_id } }));
  const error = queue.error ?? video.error;
  if (queue.data && video.data) {
    return <CutQueue subtitle={subtitle} alignmentId={alignmentId} queue={queue.data} video={video.data} />;
  }
  if (!error) return <ListSkeleton />;
  const retry = () => Promise.all([queue.refetch(), video.refetch()]);
  return <Failure message={withReason(t('cuts.loadFailed'), error)} onRetry={retry} />;
}

type CutQueueProps = Props & {
  queue: { can_fit: boolean; fitted_at: string | null; cuts: subtitles.Cut[] };
  video: videos.Video;
};

function CutQueue({ subtitle, alignmentId, queue, video }: CutQueueProps) {
  const { t } = useTranslation();
  const { cuts, can_fit } = queue;
  const [visibleCount, setVisibleCount] = useState(PAGE_SIZE);
  const { start, jobId, job, stop, isStopping } = useFitCuts(alignmentId);
  const { mutate: move, isPending } = useMoveCuts(alignmentId);
  const { mutate: dismiss } = useDismissCut();
  const { attach, renewUrl, play, failure } = useVideoPlayer(video.id);
  const hasMedia = video.youtube_id !== null || video.media_url !== null;
  const sureCuts = cuts.filter((cut): cut is ProposedCut => cut.proposed?.is_sure === true);
  const likelyCuts = cuts.filter((cut): cut is ProposedCut => cut.proposed?.is_likely === true);
  const isFitting = jobId !== null && !(job && jobs.hasEnded(job));
  useFocusAfterRemoval(cuts.length);
  const playCut = ({ start_ms, end_ms }: { start_ms: number; end_ms: number }) =>
    play({ start_time: formatPosition(start_ms), end_time: formatPosition(end_ms) });

  return (
    <div className={classes.layout}>
      <div className={classes.side}>
        {hasMedia && (
          <div className={classes.picture}>
            <MediaPicture video={video} attach={attach} renewUrl={renewUrl} />
          </div>
        )}
        <MediaFailureAlert failure={failure} />
        <Button
          fullWidth
          variant="light"
          disabled={!can_fit || isFitting}
          leftSection={buttonIcon(IconWaveSine)}
          onClick={() => start()}
        >
          {t('cuts.checkTiming')}
        </Button>
        <Text size="sm" c="dimmed">
          {t(can_fit ? 'cuts.checkTimingHint' : 'cuts.noSound')}
        </Text>
        {isFitting && (
          <JobProgress job={job} label={t('cuts.checkingTiming')} onStop={stop} isStopping={isStopping} />
        )}
      </div>
      <div>
        {(sureCuts.length > 0 || likelyCuts.length > 0) && (
          <Group mb="md" gap="sm">
            {sureCuts.length > 0 && (
              <Button loading={isPending} leftSection={buttonIcon(IconChecks)} onClick={() => move(sureCuts)}>
                {t('cuts.acceptSure', { count: sureCuts.length })}
              </Button>
            )}
            {likelyCuts.length > 0 && (
              <Button variant="default" loading={isPending} onClick={() => move(likelyCuts)}>
                {t('cuts.acceptLikely', { count: likelyCuts.length })}
              </Button>
            )}
            {likelyCuts.length > 0 && (
              <Text size="sm" c="dimmed">
                {t('cuts.likelyHint')}
              </Text>
            )}
          </Group>
        )}
        {cuts.length === 0 && <Empty text={t(queue.fitted_at ? 'cuts.allTimingFits' : 'cuts.empty')} />}
        <ul className={classes.list}>
          {cuts.slice(0, visibleCount).map((cut) => (
            <CutItem
              key={cut.segment_id}
              cut={cut}
              alignmentId={alignmentId}
              languages={{ original: subtitle.original_language, target: subtitle.language }}
              onPlay={hasMedia ? playCut : null}
              onAccept={(accepted) => move([accepted])}
              onDismiss={({ segment_id: id }, outcome) => dismiss({ id, outcome })}
            />
          ))}
        </ul>
        {cuts.length > visibleCount && (
          <Button variant="default" onClick={() => setVisibleCount(visibleCount + PAGE_SIZE)}>
            {t('cuts.more')}
          </Button>
        )}
      </div>
    </div>
  );
}
