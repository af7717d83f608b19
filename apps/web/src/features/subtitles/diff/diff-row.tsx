import '@mantine/core/styles/Badge.css';
import { Badge } from '@mantine/core';
import { memo } from 'react';
import { useTranslation } from '../../../locales/translation.ts';
import classes from './diff-view.module.css';
import { getMatchKind, type Match, type MatchKind } from './match-rows.ts';
import { formatTimes } from './sides.ts';
import { TextDiff } from './text-diff.tsx';

export type Languages = { original: string; target: string };

const COLOR: Record<MatchKind, string> = { same: 'gray', changed: 'yellow', removed: 'red', added: 'spruce' };
const KIND_TEXT = {
  same: 'diff.kindSame',
  changed: 'diff.kindChanged',
  removed: 'diff.kindRemoved',
  added: 'diff.kindAdded',
} as const;

type Props = { match: Match; languages: Languages };

/** A segment of the comparison: the changes of its times and texts. */
export const DiffRow = memo(function DiffRow({ match, languages }: Props) {
  const { t } = useTranslation();
  const kind = getMatchKind(match);
  const { before, after } = match;
  const hasOriginal = (before?.original ?? after?.original ?? null) !== null;
  return (
    <div className={classes.row} data-kind={kind} data-single={hasOriginal ? undefined : true}>
      <div className={classes.head}>
        <Badge className={classes.kind} variant="light" color={COLOR[kind]}>
          {t(KIND_TEXT[kind])}
        </Badge>
        <span className={classes.times}>
          <Times match={match} />
        </span>
        <Marks match={match} />
      </div>
      {hasOriginal && (
        <p className={classes.cell}>
          <TextDiff before={before?.original ?? ''} after={after?.original ?? ''} lang={languages.original} />
        </p>
      )}
      <p className={classes.cell}>
        <TextDiff before={before?.target ?? ''} after={after?.target ?? ''} lang={languages.target} />
      </p>
    </div>
  );
});

function Times({ match: { before, after } }: { match: Match }) {
  const oldTimes = before ? formatTimes(before) : '';
  const newTimes = after ? formatTimes(after) : '';
  // Mark whole times: single changed digits are hard to read.
  if (before && after && oldTimes !== newTimes) {
    return (
      <>
        <del>{oldTimes}</del> <ins>{newTimes}</ins>
      </>
    );
  }
  return newTimes || oldTimes;
}

/** Changes of the mismatch flag and the label, which aren't visible in the texts. */
function Marks({ match: { before, after } }: { match: Match }) {
  const { t } = useTranslation();
  const [oldMarks, newMarks] = [before?.marks, after?.marks];
  if (!oldMarks || !newMarks) return null;
  return (
    <>
      {oldMarks.mismatch !== newMarks.mismatch && (
        <span className={classes.mark}>
          {t(newMarks.mismatch ? 'diff.mismatchSet' : 'diff.mismatchRemoved')}
        </span>
      )}
      {oldMarks.label !== newMarks.label && (
        <span className={classes.mark}>
          {t('diff.label')} <TextDiff before={oldMarks.label} after="" />{' '}
          <TextDiff before="" after={newMarks.label} />
        </span>
      )}
    </>
  );
}
