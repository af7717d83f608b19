import type { subtitles } from '@sayback/contract';
import type { Draft, Segment, Whole } from './draft.ts';

/**
 * One change of the list. An insert carries the id that the row goes by here, below 0 for a new one: the server's
 * answer brings the real one.
 */
export type Change =
  | { op: 'update'; id: number; fields: Draft }
  | { op: 'delete'; id: number }
  | { op: 'insert'; id: number; after: number | null; fields: Whole };

/** The changes in the contract's form; `versionOf` returns the version that a change of a segment is made from. */
export function toWire(
  changes: readonly Change[],
  versionOf: (id: number) => number | undefined,
): subtitles.SegmentChange[] {
  return changes.map((change) => {
    if (change.op === 'insert') return { op: 'insert', after: change.after, fields: change.fields };
    const version = versionOf(change.id);
    return { ...change, ...(version !== undefined && { version }) };
  });
}

/** Every segment that a change is about. */
export function mentioned(change: Change): number[] {
  return change.op === 'insert' && change.after !== null ? [change.id, change.after] : [change.id];
}

export type Applied = {
  segments: Segment[];
  /** The new ids of rows that were inserted or restored. */
  renamed: Map<number, number>;
};

/** Puts the server's results of some changes into the list. Throws if one is missing. */
export function applyResults(
  segments: readonly Segment[],
  changes: readonly Change[],
  results: readonly (Segment | null)[],
): Applied {
  const list = [...segments];
  const renamed = new Map<number, number>();
  // Thousands of updates at once: where each row is has to be known without looking through the list.
  const places = new Map(list.map(({ id }, place) => [id, place]));
  let isMoved = false;
  for (const [at, change] of changes.entries()) {
    const result = results[at] ?? null;
    const position = isMoved ? list.findIndex(({ id }) => id === change.id) : (places.get(change.id) ?? -1);
    isMoved ||= change.op !== 'update';
    if (change.op === 'delete') {
      if (position >= 0) list.splice(position, 1);
      continue;
    }
    if (!result) throw new RangeError(`No segment in result ${at}`);
    if (change.op === 'update') {
      if (position >= 0) list[position] = result;
      continue;
    }
    const before = list.findIndex(({ id }) => id === change.after);
    list.splice(before + 1, 0, result);
    renamed.set(change.id, result.id);
  }
  return { segments: list, renamed };
}
