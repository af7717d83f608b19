import type { subtitles } from '@sayback/contract';
import { memo } from 'react';
import { useTranslation } from '../../../locales/translation.ts';
import { MarkedText } from './marked-text.tsx';
import { isChanging, isDrafted, wholeSeconds } from './preview.ts';
import classes from './segment-table.module.css';

type Props = {
  segment: subtitles.RevisionSegment;
  match: subtitles.RegexMatch | undefined;
  isRefused: boolean;
  /** True if the table has a column for accepting changes. */
  isDeciding: boolean;
  language: string;
  onDecide: (index: number, isAccepted: boolean) => void;
};

/** The cells of a segment: its text, the draft's, and the search's result. */
export const SegmentRow = memo(function SegmentRow(props: Props) {
  const { segment, match, isRefused, isDeciding, language } = props;
  const { t } = useTranslation();
  const { index, start, end, original, modified } = segment;
  return (
    <>
      {isDeciding && <td className={classes.decision}>{match && <Decision {...props} match={match} />}</td>}
      <td className={classes.number}>{index}</td>
      <td className={classes.time}>{`${wholeSeconds(start)} – ${wholeSeconds(end)}`}</td>
      <td className={classes.text}>
        <span className={classes.column} aria-hidden>
          {t('regex.originalText')}
        </span>
        <p dir="auto" lang={language}>
          {original}
        </p>
      </td>
      <td className={classes.text}>
        <span className={classes.column} aria-hidden>
          {t('regex.modifiedText')}
        </span>
        <p dir="auto" lang={language}>
          {match ? <MarkedText match={match} isAccepted={!isRefused} /> : modified}
        </p>
        <Notes segment={segment} match={match} isRefused={isRefused} />
      </td>
    </>
  );
});

function Decision({ match, isRefused, onDecide }: Props & { match: subtitles.RegexMatch }) {
  const { t } = useTranslation();
  const { index } = match;
  if (!isChanging(match)) return null;
  return (
    <label className={classes.check}>
      <input
        type="checkbox"
        aria-label={t('regex.acceptChange', { index })}
        checked={!isRefused}
        onChange={({ currentTarget }) => onDecide(index, currentTarget.checked)}
      />
    </label>
  );
}

function Notes({ segment, match, isRefused }: Pick<Props, 'segment' | 'match' | 'isRefused'>) {
  const { t } = useTranslation();
  const notes = [
    isDrafted(segment) && t('regex.inDraft'),
    match && !isChanging(match) && t('regex.noChange'),
    match && isRefused && t('regex.refused'),
  ].filter((note) => typeof note === 'string');
  return notes.map((note) => (
    <span key={note} className={classes.note}>
      {note}
    </span>
  ));
}
