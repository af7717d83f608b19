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

/** A crowd's initial orders. `videos` are those with hosted media. */
export type CrowdOrder = {
  target: Target;
  /** Ids of the first and the last learner. */
  from: number;
  to: number;
  videos: number[];
  segmentsEach: number;
  mediaBytes: number;
  /** Period within which all of them arrive, in milliseconds. */
  arriveMs: number;
};

/** Events of one second. Times are in milliseconds. */
export type Second = {
  kind: 'second';
  took: { [name in Action]?: number[] };
  /** Durations of 503 and 429 responses, and the number of those without Retry-After. */
  shed: number[];
  shedWithoutWait: number;
  errors: string[];
  /** The longest delay of the crowd's own event loop, not the server's. */
  ownDelay: number;
};

/** A learner's position in a video: the last acknowledged one (null if there was none), and later ones with an unknown outcome. */
export type LearnerPosition = {
  learner: number;
  video: number;
  acknowledged: number | null;
  unacknowledged: number[];
};

export type Departure = { kind: 'departure'; positions: LearnerPosition[] };
