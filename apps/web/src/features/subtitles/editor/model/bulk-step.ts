import { replacing } from './build-step.ts';
import type { Change } from './change.ts';
import type { ChangeStep } from './history.ts';
import { mergeSegments } from './merge.ts';
import { hasEmptySide } from './row-state.ts';
import { type Segment, toFields, toRestored, toWhole, type Unsaved } from './unsaved.ts';

/** A row of a bulk action, as saved and as edited. */
export type ChosenRow = { segment: Segment; value: Segment; unsaved: Unsaved | undefined };

/** The selected rows, and the whole list, both in order. */
export type Chosen = { rows: readonly ChosenRow[]; segments: readonly Segment[] };

/** Builds one step for the rows; null if there is nothing to do. */
export type BulkStep = (chosen: Chosen) => ChangeStep | null;

/** Fields set by accepting a row. */
export const ACCEPTED = { mismatch: false, approved: true } as const;

type Run = { rows: ChosenRow[]; before: Segment | null };

/** Groups the selected rows into runs of neighbours, each with the row before it. */
function findRuns({ rows, segments }: Chosen): Run[] {
  const chosen = new Map(rows.map((row) => [row.segment.id, row]));
  const runs: Run[] = [];
  let isGoingOn = false;
  for (const [position, { id }] of segments.entries()) {
    const row = chosen.get(id);
    if (row && isGoingOn) runs.at(-1)?.rows.push(row);
    else if (row) runs.push({ rows: [row], before: segments[position - 1] ?? null });
    isGoingOn = row !== undefined;
  }
  return runs;
}

const getUnsaved = (rows: readonly ChosenRow[]): [number, Unsaved][] =>
  rows.flatMap(({ segment, unsaved }) => (unsaved ? [[segment.id, unsaved] as [number, Unsaved]] : []));

/** Last one first: each is inserted after the same row, which exists before any of them. */
const puttingBack = (rows: readonly ChosenRow[], after: number | null): Change[] =>
  rows.toReversed().map(({ segment }) => ({ op: 'insert', id: segment.id, after, fields: toWhole(segment) }));

export const deletingAll: BulkStep = (chosen) => ({
  kind: 'delete',
  forward: chosen.rows.map(({ segment }) => ({ op: 'delete', id: segment.id })),
  backward: findRuns(chosen).flatMap(({ rows, before }) => puttingBack(rows, before?.id ?? null)),
  unsaved: getUnsaved(chosen.rows),
});

/** Merges each run of neighbours into its first row. Null if no two selected rows are neighbours. */
export const mergingRuns: BulkStep = (chosen) => {
  const runs = findRuns(chosen).filter(({ rows }) => rows.length > 1);
  const forward: Change[] = [];
  const backward: Change[] = [];
  for (const { rows } of runs) {
    const [first, ...others] = rows as [ChosenRow, ...ChosenRow[]];
    let merged = first.value;
    for (const { value } of others) merged = { ...merged, ...mergeSegments(merged, value) };
    const { id } = first.segment;
    forward.push({ op: 'update', id, fields: toFields(merged) });
    forward.push(...others.map(({ segment }): Change => ({ op: 'delete', id: segment.id })));
    backward.push({ op: 'update', id, fields: toRestored(first.segment) }, ...puttingBack(others, id));
  }
  const rows = runs.flatMap((run) => run.rows);
  return rows.length > 0 ? { kind: 'merge', forward, backward, unsaved: getUnsaved(rows) } : null;
};

/** Approves rows with both texts, and removes mismatch marks. Null if there is nothing to approve. */
export const accepting: BulkStep = ({ rows }) => {
  const open = rows.filter(({ value }) => !hasEmptySide(value) && (value.mismatch || !value.approved));
  return open.length > 0 ? replacing(open.map((row) => ({ ...row, fields: ACCEPTED }))) : null;
};
