import { practice, type videos } from '@sayback/contract';
import { IconCheck } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useLanguages } from '../../../api/languages.ts';
import { useTranslation } from '../../../locales/translation.ts';
import { formatClock } from '../../../ui/format-clock.ts';
import { VideoThumbnail } from '../../../ui/video-thumbnail.tsx';
import { FROM_HOME } from '../from-home.ts';
import classes from './video-card.module.css';

/** Returns the percentage of practised lines. */
const computePercent = ({ practised_count, line_count }: videos.PracticeVideo): number =>
  line_count === 0 ? 0 : Math.round((practised_count / line_count) * 100);

export const isFinished = ({ practised_count, line_count }: videos.PracticeVideo) =>
  practice.isFinished(practised_count, line_count);

export function VideoCard({ video }: { video: videos.PracticeVideo }) {
  const { languageName } = useLanguages();
  return (
    <li className={classes.item}>
      <Link
        to="/video/$videoId"
        params={{ videoId: video.id }}
        state={FROM_HOME}
        viewTransition
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
            <span>{languageName(video.original_language)}</span>
            <LineProgress video={video} />
          </p>
        </div>
      </Link>
    </li>
  );
}

/** The video's thumbnail with its length, and a progress bar of practised lines. */
export function Picture({ video }: { video: videos.PracticeVideo }) {
  const percent = computePercent(video);
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

/** The learner's progress: the current line, the number of practised lines, or that the video is finished. */
function LineProgress({ video }: { video: videos.PracticeVideo }) {
  const { t } = useTranslation();
  const { line, line_count: count, practised_count: practised } = video;
  if (isFinished(video)) {
    return (
      <span className={classes.done}>
        <IconCheck size={16} stroke={3} aria-hidden />
        {t('home.finished')}
      </span>
    );
  }
  if (practised > 0) return <span>{t('home.practised', { practised, count })}</span>;
  return line > 0 && <span>{t('home.line', { line, count })}</span>;
}
