import { Button, Center, Stack, Text } from '@mantine/core';
import { getRouteApi, Link } from '@tanstack/react-router';
import { ApiError } from '../../api/api-error.ts';
import { useTranslation } from '../../locales/translation.ts';
import { Failure } from '../../ui/feedback/failure.tsx';
import { PageLoader } from '../../ui/feedback/page-loader.tsx';
import { useFirstPicture } from '../../ui/use-first-picture.ts';
import { usePageTitle } from '../../ui/use-page-title.ts';
import { PlayerFrame } from './player-screen/player-frame.tsx';
import { PlayerPlaceholder } from './player-screen/player-placeholder.tsx';
import { PlayerScreen } from './player-screen/player-screen.tsx';
import { usePracticeData } from './use-practice-data.ts';

const route = getRouteApi('/video/$videoId');

/** The practice player of one video. */
export function PracticeScreen() {
  const { videoId } = route.useParams();
  return <Practice key={videoId} videoId={videoId} />;
}

/** Loads what the player needs, then shows it. */
function Practice({ videoId }: { videoId: number }) {
  const { t } = useTranslation();
  const data = usePracticeData(videoId);
  usePageTitle(data.video?.title);
  useFirstPicture({ until: data.state !== 'loading' || data.video !== undefined });

  if (data.state === 'failed') {
    const isMissing = data.error instanceof ApiError && data.error.status === 404;
    return (
      <PlayerFrame title="">
        {isMissing ? (
          <NothingToPractise message={t('practice.videoNotFound')} />
        ) : (
          <Failure message={t('practice.loadFailed')} onRetry={data.retry} />
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
        <NothingToPractise message={t('practice.noAlignment')} />
      </PlayerFrame>
    );
  }
  return <PlayerScreen material={data.material} />;
}

function NothingToPractise({ message }: { message: string }) {
  const { t } = useTranslation();
  return (
    <Center mih="60vh" px="md" role="alert">
      <Stack align="center">
        <Text size="lg" fw={600} ta="center">
          {message}
        </Text>
        <Button component={Link} to="/">
          {t('notFound.home')}
        </Button>
      </Stack>
    </Center>
  );
}
