import { Box } from '@mantine/core';
import type { subtitles } from '@sayback/contract';
import { memo } from 'react';
import { useTranslation } from '../../../locales/translation.ts';
import { MarkedText } from './marked-text.tsx';
import { isChanging, isDrafted, truncateToSeconds } from './preview.ts';
import classes from './segment-table.module.css';

type Props = {
  segment: subtitles.RevisionSegment;
  match: subtitles.RegexMatch | undefined;
  isRefused: boolean;
  /** True if the table has a column of checkboxes that accept changes. */
  hasCheckboxes: boolean;
  language: string;
  onAccept: (index: number, isAccepted: boolean) => void;
};

/** Cells of a segment: its number, its time, its original text, and the text of the draft with the matches. */
export const SegmentRow = memo(function SegmentRow(props: Props) {
  const { segment, match, isRefused, hasCheckboxes, language } = props;
  const { t } = useTranslation();
  const { index, start, end, original, modified } = segment;
  return (
    <>
      {hasCheckboxes && (
        <td className={classes.checkboxCell}>{match && <AcceptCheckbox {...props} match={match} />}</td>
      )}
      <td className={classes.number}>{index}</td>
      <td className={classes.time}>{`${truncateToSeconds(start)} – ${truncateToSeconds(end)}`}</td>
      <td className={classes.text}>
        <span className={classes.columnLabel} aria-hidden>
          {t('regex.originalText')}
        </span>
        <p dir="auto" lang={language}>
          {original}
        </p>
      </td>
      <td className={classes.text}>
        <span className={classes.columnLabel} aria-hidden>
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

function AcceptCheckbox({ match, isRefused, onAccept }: Props & { match: subtitles.RegexMatch }) {
  const { t } = useTranslation();
  const { index } = match;
  if (!isChanging(match)) return null;
  return (
    <label className={classes.check}>
      <input
        type="checkbox"
        aria-label={t('regex.acceptChange', { index })}
        checked={!isRefused}
        onChange={({ currentTarget }) => onAccept(index, currentTarget.checked)}
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
    <Box
      component="span"
      key={note}
      display="inline-block"
      mt="0.35rem"
      me="0.35rem"
      px="0.5rem"
      bd="1px solid var(--edge)"
      bdrs="1rem"
      c="var(--quiet)"
      fz="0.8125rem"
      fw={600}
    >
      {note}
    </Box>
  ));
}
