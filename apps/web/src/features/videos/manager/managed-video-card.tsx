import '@mantine/core/styles/Badge.css';
import { Badge, Box, Button, Flex } from '@mantine/core';
import type { videos } from '@sayback/contract';
import { IconAlertCircle, IconCircleCheck, IconTrash } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useId } from 'react';
import { useLanguages } from '../../../api/languages.ts';
import { useTranslation } from '../../../locales/translation.ts';
import { ReportsLink } from '../../../ui/reports-link.tsx';
import { VideoThumbnail } from '../../../ui/video-thumbnail.tsx';
import { PublishButton } from '../publish/publish-button.tsx';
import { lacksMedia } from '../queries.ts';
import classes from './managed-video-card.module.css';
import { missingParts } from './missing-parts.ts';

type Props = { video: videos.ManagedVideo; onDelete: () => void };

export function ManagedVideoCard({ video, onDelete }: Props) {
  const { t } = useTranslation();
  const { languageName } = useLanguages();
  const titleId = useId();
  return (
    <li className={classes.card} data-testid="managed-video">
      <Box pos="relative" flex="none" style={{ height: 150 }}>
        <VideoThumbnail video={video} />
        <Badges video={video} />
      </Box>
      <Flex flex={1} direction="column" gap="0.3rem" mih={0} p="0.85rem 1rem 0.25rem">
        <h2 id={titleId} className={classes.title} dir="auto" lang={video.original_language}>
          {video.title}
        </h2>
        <p className={classes.description} dir="auto" lang={video.original_language}>
          {video.description}
        </p>
        <MissingParts video={video} />
        {video.reported_subtitle_id !== null && (
          <div>
            <ReportsLink
              count={video.report_count}
              subtitleId={video.reported_subtitle_id}
              describedBy={titleId}
            />
          </div>
        )}
        <Flex flex="none" align="center" justify="space-between" gap="0.5rem" mt="auto" fz="0.8rem">
          <span className={classes.language}>
            {t('videoManager.language', { language: languageName(video.original_language) })}
          </span>
          <Link
            to="/video-manager/videos/$videoId"
            params={{ videoId: video.id }}
            className={classes.link}
            aria-describedby={titleId}
          >
            {t('videoManager.details')}
          </Link>
        </Flex>
      </Flex>
      <Actions video={video} onDelete={onDelete} />
    </li>
  );
}

function Badges({ video }: { video: videos.ManagedVideo }) {
  const { t } = useTranslation();
  return (
    <div className={classes.badges}>
      {!video.published && (
        <Badge variant="filled" color="dark.7">
          {t('videoManager.draft')}
        </Badge>
      )}
      {lacksMedia(video) && (
        <Badge variant="filled" color="yellow.3" autoContrast>
          {t('videoManager.waitingForMedia')}
        </Badge>
      )}
    </div>
  );
}

function MissingParts({ video }: { video: videos.ManagedVideo }) {
  const { t } = useTranslation();
  const parts = missingParts(video);
  if (parts.length === 0) {
    return (
      <p className={classes.complete}>
        <IconCircleCheck size={16} aria-hidden />
        {t('videoManager.complete')}
      </p>
    );
  }
  return (
    <ul className={classes.missing}>
      {parts.map((part) => (
        <li key={part.kind}>
          <IconAlertCircle size={16} aria-hidden />
          {t(`videoManager.${part.kind}`, part)}
        </li>
      ))}
    </ul>
  );
}

function Actions({ video, onDelete }: Props) {
  const { t } = useTranslation();
  const { title, published } = video;
  return (
    <div className={classes.actions}>
      <PublishButton
        video={video}
        variant="subtle"
        px="sm"
        aria-label={t(published ? 'videoManager.unpublishLabel' : 'videoManager.publishLabel', { title })}
      />
      <Button
        variant="quiet"
        px="sm"
        leftSection={<IconTrash size={16} aria-hidden />}
        aria-label={t('videoManager.deleteLabel', { title })}
        onClick={onDelete}
      >
        {t('app.delete')}
      </Button>
    </div>
  );
}
