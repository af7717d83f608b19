import '@mantine/core/styles/Badge.css';
import '@mantine/core/styles/InlineInput.css';
import '@mantine/core/styles/Checkbox.css';
import { Badge, Checkbox, Flex } from '@mantine/core';
import type { candidates } from '@sayback/contract';
import { useId } from 'react';
import { useLanguages } from '../../../api/languages.ts';
import { useTranslation } from '../../../locales/translation.ts';
import { CandidateFacts, CandidatePicture } from '../candidate-facts.tsx';
import { CandidateSubtitles } from '../captions/candidate-subtitles.tsx';
import { SubtitleStateIcon } from '../captions/subtitle-state-icon.tsx';
import chips from '../chips.module.css';
import type { ReviewStep } from '../review/use-review.ts';
import { StatusChips } from '../status-chips.tsx';
import { CandidateActions } from './candidate-actions.tsx';
import classes from './candidate-card.module.css';

type Props = {
  candidate: candidates.Candidate;
  isSelected: boolean;
  /** True for the candidate that the keyboard shortcuts act on. */
  isCurrent: boolean;
  onSelectedChange: (isSelected: boolean) => void;
  onFocus: () => void;
  onReview: (step: ReviewStep) => void;
};

export function CandidateCard({
  candidate,
  isSelected,
  isCurrent,
  onSelectedChange,
  onFocus,
  onReview,
}: Props) {
  const { t } = useTranslation();
  const { languageName } = useLanguages();
  const titleId = useId();
  const { title, language } = candidate;
  return (
    <li
      className={classes.card}
      data-testid="candidate"
      data-candidate={candidate.id}
      data-current={isCurrent || undefined}
      data-selected={isSelected || undefined}
      aria-current={isCurrent || undefined}
      tabIndex={-1}
      onFocus={onFocus}
    >
      <Checkbox
        className={classes.pick}
        size="md"
        checked={isSelected}
        aria-label={t('candidateSelection.select', { title })}
        onChange={({ currentTarget }) => onSelectedChange(currentTarget.checked)}
      />
      <CandidatePicture candidate={candidate} />
      <div className={classes.body}>
        <Flex gap="0.75rem" align="flex-start" justify="space-between">
          <h2 id={titleId} className={classes.title} dir="auto" lang={language}>
            {title}
          </h2>
          <SubtitleStateIcon candidate={candidate} />
        </Flex>
        <div className={`${chips.chips} ${classes.states}`}>
          <StatusChips candidate={candidate} />
          <Badge variant="default">{languageName(language)}</Badge>
          {candidate.license === 'creativeCommon' && (
            <Badge variant="default">{t('candidateCard.creativeCommons')}</Badge>
          )}
        </div>
        <CandidateFacts candidate={candidate}>
          <span>{t('candidateCard.id', { id: candidate.youtube_id })}</span>
        </CandidateFacts>
        <CandidateSubtitles candidate={candidate} />
        <CandidateActions candidate={candidate} describedBy={titleId} onReview={onReview} />
      </div>
    </li>
  );
}
