import '@mantine/core/styles/Badge.css';
import { Badge } from '@mantine/core';
import type { videos } from '@sayback/contract';
import { IconChevronRight } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { useLanguages } from '../../api/languages.ts';
import { VideoThumbnail } from '../../ui/video-thumbnail.tsx';
import classes from './managed-video-card.module.css';
import { awaitsMedia } from './queries.ts';

/** A video in the Video Manager. Its link reaches over the whole card. */
export function ManagedVideoCard({ video }: { video: videos.Video }) {
  const { t } = useTranslation();
  const { nameOf } = useLanguages();
  const titleId = useId();
  return (
    <li className={classes.card} data-testid="managed-video">
      <div className={classes.picture}>
        <VideoThumbnail video={video} />
        <div className={classes.badges}>
          {!video.published && (
            <Badge className={classes.badge} variant="filled" color="dark.7">
              {t('videoManager.draft')}
            </Badge>
          )}
          {awaitsMedia(video) && (
            <Badge className={classes.badge} variant="filled" color="yellow.3" autoContrast>
              {t('videoManager.waiting')}
            </Badge>
          )}
        </div>
      </div>
      <div className={classes.body}>
        <h2 id={titleId} className={classes.title} dir="auto" lang={video.original_language}>
          {video.title}
        </h2>
        <p className={classes.description} dir="auto" lang={video.original_language}>
          {video.description}
        </p>
        <div className={classes.foot}>
          <span className={classes.language}>
            {t('videoManager.language', { language: nameOf(video.original_language) })}
          </span>
          <Link
            to="/video-manager/videos/$videoId"
            params={{ videoId: String(video.id) }}
            className={classes.link}
            aria-describedby={titleId}
          >
            {t('videoManager.details')}
            <IconChevronRight size={16} aria-hidden className={classes.chevron} />
          </Link>
        </div>
      </div>
    </li>
  );
}
