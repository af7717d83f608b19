import type { candidates } from '@sayback/contract';
import type { ReactNode } from 'react';
import { useTranslation } from '../../locales/translation.ts';
import { formatClock } from '../../ui/format-clock.ts';
import { useTimeText } from '../../ui/use-time-text.ts';
import { VideoThumbnail } from '../../ui/video-thumbnail.tsx';
import classes from './candidate-facts.module.css';
import chips from './chips.module.css';

type Props = { candidate: candidates.Candidate };

/** YouTube's thumbnail of a candidate, with its length. */
export function CandidatePicture({ candidate: { youtube_id, duration_seconds } }: Props) {
  return (
    <div className={classes.picture}>
      <VideoThumbnail video={{ youtube_id, thumbnail_url: null, media_type: null }} />
      {duration_seconds !== null && <span className={classes.duration}>{formatClock(duration_seconds)}</span>}
    </div>
  );
}

/** A candidate's origin and notes, after `children`. */
export function CandidateFacts({ candidate, children }: Props & { children: ReactNode }) {
  const { t } = useTranslation();
  const { formatDate } = useTimeText();
  const { channel, search_keyword, discovered_at, review_notes, subtitle_error } = candidate;
  const date = formatDate(discovered_at);
  return (
    <>
      <p className={classes.facts}>
        {children}
        {channel && (
          <span>
            <bdi>{t('candidateCard.channel', { channel })}</bdi>
          </span>
        )}
        <span>
          <bdi>{t('candidateCard.keyword', { keyword: search_keyword })}</bdi>
        </span>
        <span>{t('candidateCard.discovered', { date })}</span>
      </p>
      {review_notes && (
        <p className={classes.notes}>
          <span className={chips.label}>{t('candidateCard.notes')}</span>{' '}
          <span dir="auto">{review_notes}</span>
        </p>
      )}
      {subtitle_error && <p className={classes.error}>{subtitle_error}</p>}
    </>
  );
}
