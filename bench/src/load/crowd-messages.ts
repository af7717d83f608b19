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

/** Parameters of a crowd. `videos` are the ids of videos with hosted media. */
export type CrowdOrder = {
  target: Target;
  /** Ids of the first and the last learner. */
  from: number;
  to: number;
  videos: number[];
  segmentsEach: number;
  mediaBytes: number;
  /** Period within which all learners arrive, in milliseconds. */
  arriveMs: number;
};

/** Events of one second. Times are in milliseconds. */
export type Second = {
  kind: 'second';
  took: { [name in Action]?: number[] };
  /** Response times of 503s and 429s, and the number of those without Retry-After. */
  shed: number[];
  shedWithoutWait: number;
  errors: string[];
  /** Longest event loop delay of the crowd's own process, not the server's. */
  ownDelay: number;
};

/** A learner's position in a video: the last acknowledged one (null for none), and later ones whose outcome is unknown. */
export type LearnerPosition = {
  learner: number;
  video: number;
  acknowledged: number | null;
  unacknowledged: number[];
};

export type Departure = { kind: 'departure'; positions: LearnerPosition[] };
