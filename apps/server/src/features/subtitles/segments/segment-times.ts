import { parsePosition, subtitles } from '@sayback/contract';
import { badField } from '../../../errors/app-error.ts';

export type Times = { start_ms: number; end_ms: number };

type TimeInput = Pick<subtitles.SegmentFields, 'start_time' | 'end_time'>;

/** Just under 10,000 hours, the maximum that the format of positions can express. */
const MAX_POSITION_MS = 10_000 * 3_600_000 - 1;
const OUTER_SEGMENT_MS = 2000;

function readPosition(field: string, value: string | number): number {
  const ms = typeof value === 'number' ? Math.round(value * 1000) : parsePosition(value);
  if (ms === null || !(ms >= 0 && ms <= MAX_POSITION_MS)) {
    throw badField(field, 'subtitles.position');
  }
  return ms;
}

/**
 * Parses times to milliseconds. Missing times are taken from `current`. Throws a 400 on the field for an invalid position, and
 * for an end that isn't after the start.
 */
export function readTimes({ start_time, end_time }: TimeInput, current: Times): Times {
  if (start_time === undefined && end_time === undefined) {
    return { start_ms: current.start_ms, end_ms: current.end_ms };
  }
  const start_ms = start_time === undefined ? current.start_ms : readPosition('start_time', start_time);
  const end_ms = end_time === undefined ? current.end_ms : readPosition('end_time', end_time);
  if (end_ms > start_ms) return { start_ms, end_ms };
  if (end_time === undefined) throw badField('start_time', 'subtitles.startBeforeEnd');
  throw badField('end_time', 'subtitles.endAfterStart');
}

/** Times of a new segment, and of the neighbour that was shortened for it. */
export type NewTimes = { times: Times; before?: Times; after?: Times };

const computeDuration = ({ start_ms, end_ms }: Times) => end_ms - start_ms;
const isLongEnough = (times: Times) => computeDuration(times) >= subtitles.MIN_SEGMENT_MS;

/**
 * Computes the times of a segment between two others (null at the ends of the list). It fills the gap between them or, if that
 * is shorter than 0.1 s, takes 0.1 s from the longer neighbour. If that would leave the neighbour less than 0.1 s, the new segment
 * overlaps it instead. Before the first and after the last segment, it lasts 2 s.
 */
export function computeTimesBetween(before: Times | null, after: Times | null): NewTimes {
  const shortest = subtitles.MIN_SEGMENT_MS;
  if (!before && !after) return { times: { start_ms: 0, end_ms: OUTER_SEGMENT_MS } };
  if (!after) {
    const start_ms = before?.end_ms ?? 0;
    return { times: { start_ms, end_ms: start_ms + OUTER_SEGMENT_MS } };
  }
  const start_ms = before ? before.end_ms : Math.max(0, after.start_ms - OUTER_SEGMENT_MS);
  if (after.start_ms - start_ms >= shortest) return { times: { start_ms, end_ms: after.start_ms } };

  if (before && computeDuration(before) >= computeDuration(after)) {
    const end_ms = Math.max(after.start_ms, shortest);
    const times = { start_ms: end_ms - shortest, end_ms };
    const shortened = { start_ms: before.start_ms, end_ms: times.start_ms };
    return isLongEnough(shortened) ? { times, before: shortened } : { times };
  }
  const times = { start_ms, end_ms: start_ms + shortest };
  const shortened = { start_ms: times.end_ms, end_ms: after.end_ms };
  return isLongEnough(shortened) ? { times, after: shortened } : { times };
}
