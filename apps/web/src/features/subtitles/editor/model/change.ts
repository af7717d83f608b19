import type { subtitles } from '@sayback/contract';
import type { AllFields, RestoredFields, Segment } from './unsaved.ts';

/** A change of the list. The id of an insert is temporary, and negative for a new row; the server's response has the final one. */
export type Change =
  | { op: 'update'; id: number; fields: RestoredFields }
  | { op: 'delete'; id: number }
  | { op: 'insert'; id: number; after: number | null; fields: AllFields };

/** Converts changes to the contract's form; `baseVersion` returns the version that a segment's change is based on. */
export function toWire(
  changes: readonly Change[],
  baseVersion: (id: number) => number | undefined,
): subtitles.SegmentChange[] {
  return changes.map((change) => {
    if (change.op === 'insert') return { op: 'insert', after: change.after, fields: change.fields };
    const version = baseVersion(change.id);
    return { ...change, ...(version !== undefined && { version }) };
  });
}

export function changedIds(change: Change): number[] {
  return change.op === 'insert' && change.after !== null ? [change.id, change.after] : [change.id];
}

export type AppliedResults = {
  segments: Segment[];
  /** Final ids of inserted and restored rows, by their temporary or previous ids. */
  newIds: Map<number, number>;
};

/** Merges the server's results of changes into the list. Throws if a result is missing. */
export function applyResults(
  segments: readonly Segment[],
  changes: readonly Change[],
  results: readonly (Segment | null)[],
): AppliedResults {
  // Maps instead of searches, since there can be thousands of changes and rows.
  const rows = new Map(segments.map((segment) => [segment.id, segment]));
  const newIds = new Map<number, number>();
  const insertedAfter = new Map<number | null, Segment[]>();
  for (const [index, change] of changes.entries()) {
    if (change.op === 'delete') {
      rows.delete(change.id);
      continue;
    }
    const result = results[index];
    if (!result) throw new RangeError(`No segment in result ${index}`);
    if (change.op === 'update') {
      if (rows.has(change.id)) rows.set(change.id, result);
      continue;
    }
    const after = change.after === null ? null : (newIds.get(change.after) ?? change.after);
    const inserted = insertedAfter.get(after);
    if (inserted) inserted.push(result);
    else insertedAfter.set(after, [result]);
    newIds.set(change.id, result.id);
  }
  const merged: Segment[] = [];
  /** Reversed: the row inserted last is directly after `after`. */
  const addInserted = (after: number | null) => insertedAfter.get(after)?.toReversed().forEach(add);
  const add = (segment: Segment) => {
    merged.push(segment);
    addInserted(segment.id);
  };
  addInserted(null);
  for (const { id } of segments) {
    const row = rows.get(id);
    if (row) add(row);
    // If the row was deleted, those inserted after it take its position.
    else addInserted(id);
  }
  return { segments: merged, newIds };
}
