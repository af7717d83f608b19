import '@mantine/core/styles/Badge.css';
import '@mantine/core/styles/InlineInput.css';
import '@mantine/core/styles/Checkbox.css';
import { Badge, Checkbox } from '@mantine/core';
import type { candidates } from '@sayback/contract';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { useLanguages } from '../../../api/languages.ts';
import { VideoThumbnail } from '../../../ui/video-thumbnail.tsx';
import { CandidateSubtitles } from '../captions/candidate-subtitles.tsx';
import { WorkIcon } from '../captions/work-icon.tsx';
import chips from '../chips.module.css';
import { durationOf } from '../duration.ts';
import type { ReviewStep } from '../review/use-review.ts';
import { StatusChips } from '../status-chips.tsx';
import { CandidateActions } from './candidate-actions.tsx';
import classes from './candidate-card.module.css';

type Props = {
  candidate: candidates.Candidate;
  isPicked: boolean;
  /** The keys mean this one. */
  isCurrent: boolean;
  onPick: (isWanted: boolean) => void;
  onFocus: () => void;
  onReview: (step: ReviewStep) => void;
};

/** A candidate in the list: what it is, how far it is, and what can be done with it. */
export function CandidateCard({ candidate, isPicked, isCurrent, onPick, onFocus, onReview }: Props) {
  const { t } = useTranslation();
  const { nameOf } = useLanguages();
  const titleId = useId();
  const { title, language, youtube_id } = candidate;
  return (
    <li
      className={classes.card}
      data-testid="candidate"
      data-candidate={candidate.id}
      data-current={isCurrent || undefined}
      data-picked={isPicked || undefined}
      aria-current={isCurrent || undefined}
      tabIndex={-1}
      onFocus={onFocus}
    >
      <Checkbox
        className={classes.pick}
        size="md"
        checked={isPicked}
        aria-label={t('candidateSelection.select', { title })}
        onChange={({ currentTarget }) => onPick(currentTarget.checked)}
      />
      <div className={classes.picture}>
        <VideoThumbnail video={{ youtube_id, thumbnail_url: null, media_type: null }} />
        {candidate.duration_seconds !== null && (
          <span className={classes.duration}>{durationOf(candidate.duration_seconds)}</span>
        )}
      </div>
      <div className={classes.body}>
        <div className={classes.head}>
          <h2 id={titleId} className={classes.title} dir="auto" lang={language}>
            {title}
          </h2>
          <WorkIcon candidate={candidate} />
        </div>
        <div className={`${chips.chips} ${classes.states}`}>
          <StatusChips candidate={candidate} />
          <Badge className={chips.chip} variant="default">
            {nameOf(language)}
          </Badge>
          {candidate.license === 'creativeCommon' && (
            <Badge className={chips.chip} variant="default">
              {t('candidateCard.creativeCommons')}
            </Badge>
          )}
        </div>
        <Facts candidate={candidate} />
        <CandidateSubtitles candidate={candidate} />
        <CandidateActions candidate={candidate} describedBy={titleId} onReview={onReview} />
      </div>
    </li>
  );
}

function Facts({ candidate }: { candidate: candidates.Candidate }) {
  const { t, i18n } = useTranslation();
  const { youtube_id, channel, search_keyword, discovered_at, review_notes, subtitle_error } = candidate;
  const date = new Date(discovered_at).toLocaleDateString(i18n.language, { dateStyle: 'medium' });
  return (
    <>
      <p className={classes.facts}>
        {channel && (
          <span>
            <bdi>{t('candidateCard.channel', { channel })}</bdi>
          </span>
        )}
        <span>{t('candidateCard.id', { id: youtube_id })}</span>
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
