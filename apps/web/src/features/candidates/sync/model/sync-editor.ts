import type { Cue } from '@sayback/subtitles';
import { createListeners } from '../../../../media/listeners.ts';
import type { Change, CueDocument } from './cue-document.ts';
import {
  createEdgeChange,
  createInsertion,
  createRemoval,
  createShift,
  createStretch,
  type Edge,
  type Point,
} from './edits.ts';
import {
  type History,
  markSaved,
  pushChange,
  redo,
  resetToSaved,
  type Saved,
  startHistory,
  undo,
} from './history.ts';

export type SyncEditor = ReturnType<typeof createSyncEditor>;

type EditorOptions = {
  /** The server's state. */
  saved: CueDocument;
  /** The draft from the last visit. */
  unsaved: CueDocument | null;
  /** A monotonic clock, in milliseconds. */
  now: () => number;
};

/**
 * State of the sync editor, without UI: the segments and their history. A segment's object stays the same while its content
 * does. Segments are identified by ids; changes of a missing one are ignored.
 */
export function createSyncEditor({ saved, unsaved, now }: EditorOptions) {
  let history: History = startHistory(saved, unsaved);
  let lastId = Math.max(maxId(saved), maxId(unsaved));
  const listeners = createListeners();
  const positions = createPositions();
  const segmentNumber = (id: number) => positions.indexOf(history.cueDocument.ids, id) + 1;

  function set(next: History): void {
    if (next === history) return;
    history = next;
    listeners.notify();
  }

  function change(next: Change | null, run: string | null = null): boolean {
    if (next) set(pushChange(history, next, run, now()));
    return next !== null;
  }

  function changeCue(
    id: number,
    createChange: (n: number) => Change | null,
    run: string | null = null,
  ): boolean {
    const n = segmentNumber(id);
    return n > 0 && change(createChange(n), run);
  }

  function setEdge(id: number, edge: Edge, ms: number): void {
    changeCue(id, (n) => createEdgeChange(history.cueDocument, n, edge, ms), `${edge} ${id}`);
  }

  return {
    getState: () => history,
    subscribe: listeners.add,
    /** Counts from 1; 0 for a missing segment. */
    segmentNumber,
    cue: (id: number): Cue | null => history.cueDocument.cues[segmentNumber(id) - 1] ?? null,
    write: (id: number, text: string) => changeCue(id, (n) => ({ op: 'text', n, text }), `text ${id}`),
    setEdge,
    /** Moves an edge by some milliseconds, within the limits. */
    nudge(id: number, edge: Edge, offsetMs: number): void {
      const cue = history.cueDocument.cues[segmentNumber(id) - 1];
      if (cue) setEdge(id, edge, cue[edge] + offsetMs);
    },
    /** Moves all segments by some milliseconds, or one of them and all after it. */
    shift: (offsetMs: number, fromId: number | null) =>
      fromId === null
        ? change(createShift(history.cueDocument, 1, offsetMs))
        : changeCue(fromId, (n) => createShift(history.cueDocument, n, offsetMs)),
    stretch: (first: Point, second: Point) => change(createStretch(history.cueDocument, first, second)),
    /** Sets the times of all segments from cues in the same order. */
    setTimes: (cues: readonly Cue[]) =>
      change({ op: 'times', times: cues.map(({ start, end }, index) => ({ n: index + 1, start, end })) }),
    /** Returns the new segment's id. */
    insertAfter(id: number): number | null {
      lastId += 1;
      return changeCue(id, (n) => createInsertion(history.cueDocument, n, lastId)) ? lastId : null;
    },
    /** Returns false for the last segment, which can't be removed. */
    remove: (id: number): boolean => changeCue(id, (n) => createRemoval(history.cueDocument, n)),
    undo: () => set(undo(history)),
    redo: () => set(redo(history)),
    /** Returns to the last loaded or saved state. */
    reset: () => set(resetToSaved(history, now())),
    markSaved: (state: Saved) => set(markSaved(history, state)),
  };
}

const maxId = (cueDocument: CueDocument | null): number =>
  cueDocument?.ids.reduce((highest, id) => Math.max(highest, id), 0) ?? 0;

/** Looks up the positions of ids. The map is cached while the order is the same. */
function createPositions() {
  let lastIds: readonly number[] | null = null;
  let positions = new Map<number, number>();
  return {
    /** Index from 0; -1 if missing. */
    indexOf(ids: readonly number[], id: number): number {
      if (lastIds !== ids) {
        lastIds = ids;
        positions = new Map(ids.map((id, index) => [id, index]));
      }
      return positions.get(id) ?? -1;
    },
  };
}
