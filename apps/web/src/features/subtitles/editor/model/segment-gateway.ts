import type { subtitles } from '@sayback/contract';
import type { Change } from './change.ts';
import type { Segment } from './unsaved.ts';

export type ChangeOptions = {
  /** Makes a revision of the previous segments first. */
  savesRevision?: boolean;
  isUndo?: boolean;
};

/** The editor's calls to the server. All throw an ApiError. */
export type SegmentGateway = {
  /** All or none. Throws StaleSegment for a stale version. */
  change: (
    changes: readonly Change[],
    toVersionKey: (id: number) => number | undefined,
    options?: ChangeOptions,
  ) => Promise<(Segment | null)[]>;
  /** Inserts a segment without texts at an index. */
  insert: (position: number) => Promise<Segment>;
  read: (ids: readonly number[]) => Promise<Segment[]>;
  readAll: () => Promise<Segment[]>;
  readCues: () => Promise<subtitles.SourceCues>;
};

/** Someone else's save came first; `current` is the segment as it is now. */
export class StaleSegment extends Error {
  readonly current: Segment;

  constructor(current: Segment) {
    super(`segment ${current.id} is at version ${current.version}`);
    this.current = current;
  }
}

export type Outcome =
  /** `id` is a row to focus, `step` the key of the recorded step. */
  | { result: 'done'; id: number | null; step?: number }
  /** Nothing to do, or not possible. */
  | { result: 'none' }
  | { result: 'invalid' }
  | { result: 'conflict' }
  | { result: 'failed'; error: unknown };

/**
 * Outcome of a bulk change: the number of rows changed, deleted or merged, and in `leftOut` the rows that someone else changed
 * or deleted meanwhile.
 */
export type BulkOutcome = Outcome & { count: number; leftOut: readonly number[] };

export const NONE: Outcome = { result: 'none' };
