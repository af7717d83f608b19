import type { subtitles } from '@sayback/contract';
import type { Change } from './change.ts';
import type { Segment } from './unsaved.ts';

export type ChangeOptions = {
  /** Saves the previous segments as a revision first. */
  savesRevision?: boolean;
  isUndo?: boolean;
};

/** The new segment, and the neighbour that the server shortened for it, if any.. */
type Insertion = { created: Segment; shortened: readonly Segment[] };

/** The editor's calls to the server. All of them can throw an ApiError. */
export type SegmentGateway = {
  /** Makes all changes or none. Throws StaleSegmentError if a version is stale. */
  change: (
    changes: readonly Change[],
    baseVersion: (id: number) => number | undefined,
    options?: ChangeOptions,
  ) => Promise<(Segment | null)[]>;
  /** Inserts a segment without texts after a segment, which is expected before the index `position`. */
  insert: (position: number, after: number) => Promise<Insertion>;
  fetch: (ids: readonly number[]) => Promise<Segment[]>;
  fetchAll: () => Promise<Segment[]>;
  fetchCues: () => Promise<subtitles.SourceCues>;
};

/** Thrown if someone else has saved the segment first. `current` is their version. */
export class StaleSegmentError extends Error {
  readonly current: Segment;

  constructor(current: Segment) {
    super(`segment ${current.id} is at version ${current.version}`);
    this.current = current;
  }
}

export type Outcome =
  /** `id` is a row to focus, `step` the key of the recorded step. */
  | { result: 'done'; id: number | null; step?: number }
  /** There was nothing to do, or it isn't possible. */
  | { result: 'none' }
  | { result: 'invalid' }
  | { result: 'conflict' }
  | { result: 'failed'; error: unknown };

/**
 * Outcome of a bulk change. `count`: number of rows changed, deleted or merged. `skippedIds`: rows that someone else has changed
 * or deleted in the meantime.
 */
export type BulkOutcome = Outcome & { count: number; skippedIds: readonly number[] };

export const NONE: Outcome = { result: 'none' };
