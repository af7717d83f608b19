import type { subtitles } from '@sayback/contract';

/** Matches of a pattern and refused changes, both by the segment's index. */
export type Preview = {
  matches: ReadonlyMap<number, subtitles.RegexMatch>;
  /** Number of matches whose text would change. */
  changeCount: number;
  refused: ReadonlySet<number>;
};

export type RowFilter = 'matches' | 'draft' | 'all';

export type Row = { segment: subtitles.RevisionSegment; match: subtitles.RegexMatch | undefined };

export type Change = { index: number; modified: string };

export const isChanging = ({ before, modified }: subtitles.RegexMatch): boolean => before !== modified;
export const isDrafted = ({ original, modified }: subtitles.RevisionSegment): boolean =>
  original !== modified;

export function createPreview(results: readonly subtitles.RegexMatch[]): Preview {
  return {
    matches: new Map(results.map((match) => [match.index, match])),
    changeCount: results.filter(isChanging).length,
    refused: new Set(),
  };
}

export function acceptChange(preview: Preview, index: number, isAccepted: boolean): Preview {
  const refused = new Set(preview.refused);
  if (isAccepted) refused.delete(index);
  else refused.add(index);
  return { ...preview, refused };
}

export function acceptAll(preview: Preview, isAccepted: boolean): Preview {
  const refused = isAccepted ? [] : [...preview.matches.values()].filter(isChanging);
  return { ...preview, refused: new Set(refused.map(({ index }) => index)) };
}

/** Returns the accepted changes, and the previous texts for undo. */
export function acceptedChanges(preview: Preview | null): { changes: Change[]; previous: Change[] } {
  const accepted = preview
    ? [...preview.matches.values()].filter((match) => isChanging(match) && !preview.refused.has(match.index))
    : [];
  return {
    changes: accepted.map(({ index, modified }) => ({ index, modified })),
    previous: accepted.map(({ index, before }) => ({ index, modified: before })),
  };
}

/** Counts the changes that leave no text. */
export const countEmptied = (changes: readonly Change[]): number =>
  changes.filter(({ modified }) => modified.trim() === '').length;

export function filterRows(
  segments: readonly subtitles.RevisionSegment[],
  preview: Preview | null,
  rowFilter: RowFilter,
): Row[] {
  const rows = segments.map((segment) => ({ segment, match: preview?.matches.get(segment.index) }));
  if (rowFilter === 'matches') return rows.filter(({ match }) => match);
  if (rowFilter === 'draft') return rows.filter(({ segment }) => isDrafted(segment));
  return rows;
}

/** Truncates `00:01:02.345` to whole seconds: `00:01:02`. */
export const truncateToSeconds = (position: string): string => position.replace(/\.\d+$/, '');
