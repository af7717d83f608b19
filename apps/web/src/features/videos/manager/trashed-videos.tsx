import { Box, Button, Flex, Stack, Text, Title } from '@mantine/core';
import { videos } from '@sayback/contract';
import { IconArrowBackUp } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useRef } from 'react';
import { withReason } from '../../../api/api-error.ts';
import { queryFor } from '../../../api/query.ts';
import { useTranslation } from '../../../locales/translation.ts';
import { BackLink } from '../../../ui/back-link.tsx';
import { buttonIcon } from '../../../ui/button-icon.tsx';
import { Empty } from '../../../ui/feedback/empty.tsx';
import { Failure } from '../../../ui/feedback/failure.tsx';
import { Skeletons } from '../../../ui/feedback/skeletons.tsx';
import { useFocusAfterRemoval } from '../../../ui/focus/use-focus-after-removal.ts';
import { usePageTitle } from '../../../ui/use-page-title.ts';
import { useTimeText } from '../../../ui/use-time-text.ts';
import { VideoThumbnail } from '../../../ui/video-thumbnail.tsx';
import { useRestoreVideo } from '../queries.ts';
import classes from './trashed-videos.module.css';

const DAY_MS = 86_400_000;

export function TrashedVideos() {
  const { t } = useTranslation();
  usePageTitle(t('videoManager.trash'));
  const { data, error, refetch } = useQuery(queryFor(videos.listManagedVideos, { query: { trashed: true } }));
  const heading = useRef<HTMLHeadingElement>(null);
  useFocusAfterRemoval(data?.length, heading);
  if (error && !data) {
    return <Failure message={withReason(t('home.loadFailed'), error)} onRetry={() => refetch()} />;
  }
  return (
    <Stack gap="lg">
      <div>
        <BackLink to="/video-manager">{t('videoDetail.back')}</BackLink>
        <Title order={1} mt="sm" ref={heading} tabIndex={-1} style={{ outline: 'none' }}>
          {t('videoManager.trash')}
        </Title>
        <Text c="dimmed" mt={4}>
          {t('videoManager.trashHint', { days: videos.TRASH_DAYS })}
        </Text>
      </div>
      {!data && <Skeletons heights={[96, 96]} />}
      {data?.length === 0 && <Empty text={t('videoManager.trashEmpty')} />}
      {data && data.length > 0 && (
        <ul className={classes.list}>
          {data.map((video) => (
            <TrashedVideo key={video.id} video={video} />
          ))}
        </ul>
      )}
    </Stack>
  );
}

function TrashedVideo({ video }: { video: videos.ManagedVideo }) {
  const { t } = useTranslation();
  const { formatDate } = useTimeText();
  const { mutate: restore, isPending } = useRestoreVideo();
  const trashedAt = new Date(video.trashed_at ?? 0);
  const purgedAt = new Date(trashedAt.getTime() + videos.TRASH_DAYS * DAY_MS);
  return (
    <Flex
      component="li"
      wrap="wrap"
      gap="0.75rem 1.25rem"
      align="center"
      p="1rem 1.25rem"
      data-testid="trashed-video"
    >
      <div className={classes.picture}>
        <VideoThumbnail video={video} />
      </div>
      <Box flex="1 1 12rem" miw={0}>
        <h2 className={classes.title} dir="auto" lang={video.original_language}>
          {video.title}
        </h2>
        <p className={classes.facts}>
          <span>{t('videoManager.trashedAt', { date: formatDate(trashedAt) })}</span>
          <span>{t('videoManager.purgedAt', { date: formatDate(purgedAt) })}</span>
        </p>
      </Box>
      <Button
        variant="default"
        leftSection={buttonIcon(IconArrowBackUp)}
        loading={isPending}
        aria-label={t('videoManager.restoreLabel', { title: video.title })}
        onClick={() => restore(video.id)}
      >
        {t('app.restore')}
      </Button>
    </Flex>
  );
}
