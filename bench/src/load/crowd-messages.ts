import type { Target } from '../wire/connection.ts';

export const ACTIONS = [
  'one video',
  'its subtitles',
  'all its segments',
  'preferences',
  'saving progress',
  'a range of media',
] as const;
export type Action = (typeof ACTIONS)[number];

/** The orders a crowd starts with. `videos` are those with hosted media. */
export type CrowdOrder = {
  target: Target;
  /** Ids of the first and the last learner. */
  from: number;
  to: number;
  videos: number[];
  segmentsEach: number;
  mediaBytes: number;
  /** Within which all of them come, in milliseconds. */
  arriveMs: number;
};

/** What happened in one second. Times are in milliseconds. */
export type Second = {
  kind: 'second';
  took: { [name in Action]?: number[] };
  /** How long each answer with 503 or 429 took, and how many of them came without Retry-After. */
  shed: number[];
  shedWithoutWait: number;
  errors: string[];
  /** How long the crowd's own event loop was held at most: its own lateness, not the server's. */
  ownDelay: number;
};

/**
 * Where a learner is in a video: the last place that the server acknowledged (null: none was), and those sent after it of
 * which it isn't known whether they were kept.
 */
export type LearnerPlace = { learner: number; video: number; acknowledged: number | null; unsure: number[] };

export type Departure = { kind: 'departure'; places: LearnerPlace[] };
