import type { videos } from '@sayback/contract';
import { IconCheck } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useLanguages } from '../../../api/languages.ts';
import { useTranslation } from '../../../locales/translation.ts';
import { formatClock } from '../../../ui/format-clock.ts';
import { VideoThumbnail } from '../../../ui/video-thumbnail.tsx';
import { FROM_HOME } from '../from-home.ts';
import classes from './video-card.module.css';

/** How many lines are behind the learner, in per cent. */
export const percentOf = ({ line, line_count }: videos.PracticeVideo): number =>
  line_count === 0 ? 0 : Math.round((line / line_count) * 100);

const isFinished = ({ line, line_count }: videos.PracticeVideo) => line > 0 && line >= line_count;

export function VideoCard({ video }: { video: videos.PracticeVideo }) {
  const { nameOf } = useLanguages();
  return (
    <li className={classes.item}>
      <Link
        to="/video/$videoId"
        params={{ videoId: video.id }}
        state={FROM_HOME}
        className={classes.card}
        data-testid="video-card"
      >
        <Picture video={video} />
        <div className={classes.body}>
          <h2 className={classes.title} dir="auto" lang={video.original_language}>
            {video.title}
          </h2>
          <p className={classes.description} dir="auto">
            {video.description}
          </p>
          <p className={classes.meta}>
            <span>{nameOf(video.original_language)}</span>
            <Lines video={video} />
          </p>
        </div>
      </Link>
    </li>
  );
}

/** The video's picture with its length, and a bar of how far the learner is. */
export function Picture({ video }: { video: videos.PracticeVideo }) {
  const percent = percentOf(video);
  return (
    <div className={classes.picture}>
      <VideoThumbnail video={video} />
      <span className={classes.length}>{formatClock(video.length_ms / 1000)}</span>
      {percent > 0 && (
        <span className={classes.progress}>
          <span style={{ width: `${percent}%` }} />
        </span>
      )}
    </div>
  );
}

/** How many lines there are, at which one the learner is, or that all are done. */
export function Lines({ video }: { video: videos.PracticeVideo }) {
  const { t } = useTranslation();
  const { line, line_count } = video;
  if (isFinished(video)) {
    return (
      <span className={classes.done}>
        <IconCheck size={16} stroke={3} aria-hidden />
        {t('home.finished')}
      </span>
    );
  }
  return (
    <span>
      {line > 0 ? t('home.line', { line, count: line_count }) : t('home.lines', { count: line_count })}
    </span>
  );
}
