import '@mantine/core/styles/Skeleton.css';
import { Skeleton, Stack } from '@mantine/core';
import type { videos } from '@sayback/contract';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { ApiError, withReason } from '../../../api/api-error.ts';
import { useTranslation } from '../../../locales/translation.ts';
import { BackLink } from '../../../ui/back-link.tsx';
import { Failure } from '../../../ui/feedback/failure.tsx';
import { usePageTitle } from '../../../ui/use-page-title.ts';
import { HostedMedia } from '../media/hosted-media.tsx';
import { videoQuery } from '../queries.ts';
import classes from './video-detail-screen.module.css';
import { VideoHeader } from './video-header.tsx';

const route = getRouteApi('/video-manager/videos/$videoId');

/** Management of a video: its own sections, followed by `children`. */
export function VideoDetailScreen({ children }: { children: (video: videos.Video) => ReactNode }) {
  const { t } = useTranslation();
  const { videoId } = route.useParams();
  return (
    <Stack gap="lg">
      <div>
        <BackLink to="/video-manager">{t('videoDetail.back')}</BackLink>
      </div>
      <VideoDetail key={videoId} id={videoId}>
        {children}
      </VideoDetail>
    </Stack>
  );
}

function VideoDetail({ id, children }: { id: number; children: (video: videos.Video) => ReactNode }) {
  const { t } = useTranslation();
  const { data: video, error, refetch } = useQuery(videoQuery(id));
  usePageTitle(video?.title);

  if (error instanceof ApiError && error.status === 404) {
    return <Failure message={t('practice.videoNotFound')} />;
  }
  if (error && !video) {
    return <Failure message={withReason(t('home.loadFailed'), error)} onRetry={() => refetch()} />;
  }
  if (!video) return <Skeletons />;
  return (
    <Stack gap="xl">
      <VideoHeader video={video} />
      {video.youtube_id === null && <HostedMedia video={video} />}
      {children(video)}
    </Stack>
  );
}

function Skeletons() {
  const { t } = useTranslation();
  return (
    <Stack gap="xl" role="status" aria-label={t('app.loading')}>
      <div className={classes.skeleton}>
        <Skeleton height={180} radius="lg" />
        <Stack gap="md">
          <Skeleton height={36} width="60%" />
          <Skeleton height={24} width="35%" />
          <Skeleton height={44} width="45%" />
        </Stack>
      </div>
      <Skeleton height={96} radius="lg" />
    </Stack>
  );
}
