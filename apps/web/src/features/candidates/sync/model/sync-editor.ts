import type { Cue } from '@sayback/subtitles';
import { createListeners } from '../../../../media/listeners.ts';
import type { Change, CueDocument } from './cue-document.ts';
import { type Edge, edgeSet, insertedAfter, type Point, removed, shifted, stretched } from './edits.ts';
import {
  doChange,
  type History,
  markSaved,
  redo,
  resetTo,
  type Saved,
  startHistory,
  undo,
} from './history.ts';

export type SyncEditor = ReturnType<typeof createSyncEditor>;

type Opening = {
  /** The server's state. */
  saved: CueDocument;
  /** The last visit's draft. */
  unsaved: CueDocument | null;
  /** Milliseconds of any monotonic clock. */
  now: () => number;
};

/**
 * State of the sync editor, without a screen: its segments and their history. A segment's object stays the same while nothing
 * in it changes. Segments are identified by ids; changes of a missing one are ignored.
 */
export function createSyncEditor({ saved, unsaved, now }: Opening) {
  let history: History = startHistory(saved, unsaved);
  let lastId = Math.max(0, ...getIds(saved), ...getIds(unsaved));
  const listeners = createListeners();
  const positions = createPositions();
  const parseNumber = (id: number) => positions.of(history.cueDocument.ids, id) + 1;

  function set(next: History): void {
    if (next === history) return;
    history = next;
    listeners.notify();
  }

  function change(next: Change | null, run: string | null = null): boolean {
    if (next) set(doChange(history, next, run, now()));
    return next !== null;
  }

  function inRow(id: number, make: (n: number) => Change | null, run: string | null = null): boolean {
    const n = parseNumber(id);
    return n > 0 && change(make(n), run);
  }

  function setEdge(id: number, edge: Edge, ms: number): void {
    inRow(id, (n) => edgeSet(history.cueDocument, n, edge, ms), `${edge} ${id}`);
  }

  return {
    getState: () => history,
    subscribe: listeners.add,
    /** Number from 1; 0 if it is gone. */
    numberOf: parseNumber,
    cue: (id: number): Cue | null => history.cueDocument.cues[parseNumber(id) - 1] ?? null,
    write: (id: number, text: string) => inRow(id, (n) => ({ op: 'text', n, text }), `text ${id}`),
    setEdge,
    /** Moves an edge by some milliseconds, within the limits. */
    nudge(id: number, edge: Edge, by: number): void {
      const cue = history.cueDocument.cues[parseNumber(id) - 1];
      if (cue) setEdge(id, edge, cue[edge] + by);
    },
    /** Moves all segments by some milliseconds, or one of them and all after it. */
    shift: (by: number, from: number | null) =>
      from === null
        ? change(shifted(history.cueDocument, 1, by))
        : inRow(from, (n) => shifted(history.cueDocument, n, by)),
    stretch: (first: Point, second: Point) => change(stretched(history.cueDocument, first, second)),
    /** Sets the times of all segments from cues in the same order. */
    setTimes: (cues: readonly Cue[]) =>
      change({ op: 'times', times: cues.map(({ start, end }, at) => ({ n: at + 1, start, end })) }),
    /** Returns the new segment's id. */
    insertAfter(id: number): number | null {
      lastId += 1;
      return inRow(id, (n) => insertedAfter(history.cueDocument, n, lastId)) ? lastId : null;
    },
    /** Returns false for the last segment, which can't be removed. */
    remove: (id: number): boolean => inRow(id, (n) => removed(history.cueDocument, n)),
    undo: () => set(undo(history)),
    redo: () => set(redo(history)),
    /** Returns to the last loaded or saved state. */
    reset: () => set(resetTo(history, now())),
    markSaved: (then: Saved) => set(markSaved(history, then)),
  };
}

const getIds = (cueDocument: CueDocument | null): readonly number[] => [
  cueDocument?.ids.reduce((highest, id) => Math.max(highest, id), 0) ?? 0,
];

/** Looks up ids' positions. The map is cached while the order is the same. */
function createPositions() {
  let lastIds: readonly number[] | null = null;
  let positions = new Map<number, number>();
  return {
    /** Index from 0; -1 if missing. */
    of(ids: readonly number[], id: number): number {
      if (lastIds !== ids) {
        lastIds = ids;
        positions = new Map(ids.map((id, at) => [id, at]));
      }
      return positions.get(id) ?? -1;
    },
  };
}
