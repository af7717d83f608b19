import type { subtitles } from '@sayback/contract';
import type { Restored, Segment, Whole } from './unsaved.ts';

/** One change of the list. An insert has the row's local id, negative for a new one: the server's response has the real one. */
export type Change =
  | { op: 'update'; id: number; fields: Restored }
  | { op: 'delete'; id: number }
  | { op: 'insert'; id: number; after: number | null; fields: Whole };

/** Converts changes to the contract's form; `toVersionKey` returns the version that a segment's change is based on. */
export function toWire(
  changes: readonly Change[],
  toVersionKey: (id: number) => number | undefined,
): subtitles.SegmentChange[] {
  return changes.map((change) => {
    if (change.op === 'insert') return { op: 'insert', after: change.after, fields: change.fields };
    const version = toVersionKey(change.id);
    return { ...change, ...(version !== undefined && { version }) };
  });
}

export function changedIds(change: Change): number[] {
  return change.op === 'insert' && change.after !== null ? [change.id, change.after] : [change.id];
}

export type Applied = {
  segments: Segment[];
  /** The new ids of rows that were inserted or restored. */
  renamed: Map<number, number>;
};

/** Merges the server's results of some changes into the list. Throws if one is missing. */
export function applyResults(
  segments: readonly Segment[],
  changes: readonly Change[],
  results: readonly (Segment | null)[],
): Applied {
  // Thousands of changes and rows are possible: nothing here searches the list for each of them.
  const rows = new Map(segments.map((segment) => [segment.id, segment]));
  const renamed = new Map<number, number>();
  const insertedAfter = new Map<number | null, Segment[]>();
  for (const [at, change] of changes.entries()) {
    if (change.op === 'delete') {
      rows.delete(change.id);
      continue;
    }
    const result = results[at];
    if (!result) throw new RangeError(`No segment in result ${at}`);
    if (change.op === 'update') {
      if (rows.has(change.id)) rows.set(change.id, result);
      continue;
    }
    const after = change.after === null ? null : (renamed.get(change.after) ?? change.after);
    const inserted = insertedAfter.get(after);
    if (inserted) inserted.push(result);
    else insertedAfter.set(after, [result]);
    renamed.set(change.id, result.id);
  }
  const list: Segment[] = [];
  /** The last one inserted after a row is next to it. */
  const addInserted = (after: number | null) => insertedAfter.get(after)?.toReversed().forEach(add);
  const add = (segment: Segment) => {
    list.push(segment);
    addInserted(segment.id);
  };
  addInserted(null);
  for (const { id } of segments) {
    const row = rows.get(id);
    if (row) add(row);
    // Rows inserted after a row that was then deleted stay in its place.
    else addInserted(id);
  }
  return { segments: list, renamed };
}
