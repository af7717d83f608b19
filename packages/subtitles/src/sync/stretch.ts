import type { Cue } from '../cue.ts';
import type { Edit } from './change-times.ts';
import { changeTimes, checkTime } from './change-times.ts';

/** A time of the file and where it belongs, in milliseconds. */
export type Pin = { from: number; to: number };

/**
 * Stretches or squeezes all times so that two of them fall where they belong: what a drift of the clock or another frame
 * rate needs. Throws a RangeError when the two points are one, or would turn the order around.
 */
export function stretch(cues: readonly Cue[], first: Pin, second: Pin): Edit {
  for (const ms of [first.from, first.to, second.from, second.to]) checkTime(ms);
  const scale = (second.to - first.to) / (second.from - first.from);
  if (!(scale > 0 && Number.isFinite(scale))) {
    throw new RangeError('Two different points are needed, in the same order before and after.');
  }
  const move = (ms: number) => first.to + (ms - first.from) * scale;
  return changeTimes(cues, 1, ({ start, end }) => ({ start: move(start), end: move(end) }));
}
