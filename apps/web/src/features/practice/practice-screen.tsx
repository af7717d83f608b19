import { Button } from '@mantine/core';
import { getRouteApi } from '@tanstack/react-router';
import { ApiError } from '../../api/api-error.ts';
import { useTranslation } from '../../locales/translation.ts';
import { HomeLink, PageFault } from '../../ui/feedback/page-fault.tsx';
import { PageLoader } from '../../ui/feedback/page-loader.tsx';
import { usePageTitle } from '../../ui/use-page-title.ts';
import { useRemoveFirstPicture } from '../../ui/use-remove-first-picture.ts';
import { PlayerFrame } from './player-screen/player-frame.tsx';
import { PlayerPlaceholder } from './player-screen/player-placeholder.tsx';
import { PlayerScreen } from './player-screen/player-screen.tsx';
import { usePracticeData } from './use-practice-data.ts';

const route = getRouteApi('/video/$videoId');

export function PracticeScreen() {
  const { videoId } = route.useParams();
  return <Practice key={videoId} videoId={videoId} />;
}

/** Loads the video's practice data, then shows the player. */
function Practice({ videoId }: { videoId: number }) {
  const { t } = useTranslation();
  const data = usePracticeData(videoId);
  usePageTitle(data.video?.title);
  useRemoveFirstPicture({ when: data.state !== 'loading' || data.video !== undefined });

  if (data.state === 'failed') {
    const isMissing = data.error instanceof ApiError && data.error.status === 404;
    return (
      <PlayerFrame title="">
        {isMissing ? (
          <PageFault order={2} title={t('practice.videoNotFound')} text={t('practice.videoMayBeRemoved')}>
            <HomeLink />
          </PageFault>
        ) : (
          <PageFault order={2} title={t('practice.loadFailed')} text={t('app.tryLater')}>
            <Button onClick={data.retry}>{t('app.retry')}</Button>
            <HomeLink isPrimary={false} />
          </PageFault>
        )}
      </PlayerFrame>
    );
  }
  if (data.state === 'loading') {
    return (
      <PlayerFrame
        title={data.video?.title ?? ''}
        {...(data.video && { language: data.video.original_language })}
      >
        {data.video ? <PlayerPlaceholder video={data.video} /> : <PageLoader />}
      </PlayerFrame>
    );
  }
  if (data.state === 'unaligned') {
    return (
      <PlayerFrame title={data.video.title} language={data.video.original_language}>
        <PageFault order={2} title={t('practice.noAlignment')} text={t('practice.notReady')}>
          <HomeLink />
        </PageFault>
      </PlayerFrame>
    );
  }
  return <PlayerScreen material={data.material} />;
}
