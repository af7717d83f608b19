import { getRouteApi } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { ApiError } from '../../api/api-error.ts';
import { Failure } from '../../ui/failure.tsx';
import { PageLoader } from '../../ui/page-loader.tsx';
import { useFirstPicture } from '../../ui/use-first-picture.ts';
import { usePageTitle } from '../../ui/use-page-title.ts';
import { PracticeStage } from './stage/practice-stage.tsx';
import { StageAhead } from './stage/stage-ahead.tsx';
import { StageFrame } from './stage/stage-frame.tsx';
import { usePracticeData } from './use-practice-data.ts';

const route = getRouteApi('/video/$videoId');

/** The practice player of one video: loads what it needs, then gives the stage to it. */
export function PracticeScreen() {
  const { t } = useTranslation();
  const { videoId } = route.useParams();
  const id = /^[1-9]\d{0,14}$/.test(videoId) ? Number(videoId) : 0;
  const data = usePracticeData(id);
  usePageTitle(data.video?.title);
  useFirstPicture({ until: data.state !== 'loading' || data.video !== undefined });

  if (data.state === 'failed') {
    const isMissing = data.error instanceof ApiError && data.error.status === 404;
    return (
      <StageFrame title="">
        {isMissing ? (
          <Failure message={t('practice.videoNotFound')} />
        ) : (
          <Failure message={t('practice.loadFailed')} onRetry={data.retry} />
        )}
      </StageFrame>
    );
  }
  if (data.state === 'loading') {
    return (
      <StageFrame
        title={data.video?.title ?? ''}
        {...(data.video && { language: data.video.original_language })}
      >
        {data.video ? <StageAhead video={data.video} /> : <PageLoader />}
      </StageFrame>
    );
  }
  if (data.state === 'unaligned') {
    return (
      <StageFrame title={data.video.title} language={data.video.original_language}>
        <Failure message={t('practice.noAlignment')} />
      </StageFrame>
    );
  }
  // A choice of translation keeps the stage and its player; another video is another stage.
  return <PracticeStage key={id} material={data.material} />;
}
