import { buildReplace, unsavedEntries } from './build-step.ts';
import type { Change } from './change.ts';
import type { ChangeStep } from './history.ts';
import { mergeSegments } from './merge.ts';
import { hasEmptySide } from './row-state.ts';
import { allFields, editableFields, restorableFields, type Segment, type Unsaved } from './unsaved.ts';

/** A row of a bulk action: as saved (`segment`), and as edited (`value`). */
export type SelectedRow = { segment: Segment; value: Segment; unsaved: Unsaved | undefined };

/** The selected rows, and the whole list, both in order. */
export type BulkInput = { rows: readonly SelectedRow[]; segments: readonly Segment[] };

/** Builds one step for the rows; null if there is nothing to do. */
export type BulkStep = (input: BulkInput) => ChangeStep | null;

/** Fields set by accepting a row. */
export const ACCEPTED = { mismatch: false, approved: true } as const;

type Run = { rows: SelectedRow[]; before: Segment | null };

/** Groups the selected rows into runs of adjacent rows, each with the row before it. */
function findRuns({ rows, segments }: BulkInput): Run[] {
  const rowById = new Map(rows.map((row) => [row.segment.id, row]));
  const runs: Run[] = [];
  let isInRun = false;
  for (const [position, { id }] of segments.entries()) {
    const row = rowById.get(id);
    if (row && isInRun) runs.at(-1)?.rows.push(row);
    else if (row) runs.push({ rows: [row], before: segments[position - 1] ?? null });
    isInRun = row !== undefined;
  }
  return runs;
}

/** Reversed, since each row is inserted directly after `after`. */
const buildReinserts = (rows: readonly SelectedRow[], after: number | null): Change[] =>
  rows
    .toReversed()
    .map(({ segment }) => ({ op: 'insert', id: segment.id, after, fields: allFields(segment) }));

export const deleteRows: BulkStep = (input) => ({
  kind: 'delete',
  forward: input.rows.map(({ segment }) => ({ op: 'delete', id: segment.id })),
  backward: findRuns(input).flatMap(({ rows, before }) => buildReinserts(rows, before?.id ?? null)),
  unsaved: unsavedEntries(input.rows),
});

/** Merges each run of adjacent rows into its first row. Null if no two selected rows are adjacent. */
export const mergeRuns: BulkStep = (input) => {
  const runs = findRuns(input).filter(({ rows }) => rows.length > 1);
  const forward: Change[] = [];
  const backward: Change[] = [];
  for (const { rows } of runs) {
    const [first, ...followers] = rows as [SelectedRow, ...SelectedRow[]];
    let merged = first.value;
    for (const { value } of followers) merged = { ...merged, ...mergeSegments(merged, value) };
    const { id } = first.segment;
    forward.push({ op: 'update', id, fields: editableFields(merged) });
    forward.push(...followers.map(({ segment }): Change => ({ op: 'delete', id: segment.id })));
    backward.push(
      { op: 'update', id, fields: restorableFields(first.segment) },
      ...buildReinserts(followers, id),
    );
  }
  const rows = runs.flatMap((run) => run.rows);
  return rows.length > 0 ? { kind: 'merge', forward, backward, unsaved: unsavedEntries(rows) } : null;
};

/** Approves the rows that have both texts, and clears their mismatch flags. Null if there is nothing to approve. */
export const acceptRows: BulkStep = ({ rows }) => {
  const unapproved = rows.filter(({ value }) => !hasEmptySide(value) && (value.mismatch || !value.approved));
  return unapproved.length > 0 ? buildReplace(unapproved.map((row) => ({ ...row, fields: ACCEPTED }))) : null;
};
