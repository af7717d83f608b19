import '@mantine/core/styles/Progress.css';
import { Progress } from '@mantine/core';
import type { videos } from '@sayback/contract';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { useLanguages } from '../../../api/languages.ts';
import { VideoThumbnail } from '../../../ui/video-thumbnail.tsx';
import classes from './video-card.module.css';

/** How much of a video is practised, in per cent: the last segment counts as the end. */
function percentOf({ last_segment, segment_count }: videos.PracticeVideo): number {
  if (last_segment === 0 || segment_count < 2) return 0;
  return Math.min(100, Math.round((last_segment / (segment_count - 1)) * 100));
}

export function VideoCard({ video }: { video: videos.PracticeVideo }) {
  const { t } = useTranslation();
  const { nameOf } = useLanguages();
  const percent = percentOf(video);
  const progress = percent === 100 ? t('home.done') : t('home.progress', { percent });

  return (
    <li className={classes.item}>
      <Link
        to="/video/$videoId"
        params={{ videoId: video.id }}
        className={classes.card}
        data-testid="video-card"
      >
        <div className={classes.picture}>
          <VideoThumbnail video={video} />
          {percent > 0 && <Progress className={classes.progress} value={percent} aria-label={progress} />}
        </div>
        <div className={classes.body}>
          <h2 className={classes.title} dir="auto" lang={video.original_language}>
            {video.title}
          </h2>
          <p className={classes.description} dir="auto">
            {video.description}
          </p>
          <p className={classes.meta}>
            <span>{nameOf(video.original_language)}</span>
            {video.segment_count > 0 && <span>{t('home.segments', { count: video.segment_count })}</span>}
          </p>
        </div>
      </Link>
    </li>
  );
}
