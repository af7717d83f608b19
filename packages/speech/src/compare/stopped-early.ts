import type { SpeechFrames } from '../analyse.ts';
import { type Alignment, align } from '../dtw/dtw.ts';
import { computeFeatures, type Features } from '../dtw/features.ts';
import { type Hint, LIMITS } from './choose-hint.ts';
import type { LeftOut } from './left-out.ts';

/**
 * Upper limits for a take that stopped early: share of the line covered, cost relative to the whole line's, and absolute cost.
 */
const STOPPED_SHARE = 0.8;
const STOPPED_COST = 0.85;
const MAX_STOPPED_COST = 0.7;

/** Returns true if the omitted words end before the line does, which means that the learner continued to the end. */
export const isOmissionInside = (leftOut: LeftOut | null, words: readonly { end: number }[]): boolean =>
  leftOut !== null &&
  leftOut.evidence >= LIMITS.leftOutEvidence &&
  leftOut.place !== null &&
  leftOut.place.end < (words.at(-1)?.end ?? 0);

/** Converts a hint about omitted final words to `stopped-early`, since the turn may have ended too soon. */
export function moveToEnd(hint: Hint | null, words: readonly { end: number }[]): Hint | null {
  const isEnd =
    hint?.kind === 'left-out' && hint.place && hint.place.end >= (words.at(-1)?.end ?? Number.NaN);
  return isEnd && hint.place ? { kind: 'stopped-early', at: hint.place.start } : hint;
}

/**
 * Aligns the take with the start of the line if the take stopped early: the cost must be much lower than for the whole line, and
 * lower than for the start of any neighbouring line. Null otherwise.
 */
export function findStop(
  lineFeatures: Features,
  takeFeatures: Features,
  wholeAlignment: Alignment | null,
  neighbours: readonly SpeechFrames[],
): Alignment | null {
  const maxCost = Math.min(STOPPED_COST * (wholeAlignment?.cost ?? 1), MAX_STOPPED_COST);
  const stopped = align(lineFeatures, takeFeatures, { openEnd: true, maxCost });
  if (!stopped || stopped.end + 1 >= STOPPED_SHARE * lineFeatures.frames.length) return null;
  const isCloser = (other: SpeechFrames) =>
    align(computeFeatures(other), takeFeatures, { openEnd: true, maxCost: stopped.cost }) !== null;
  return neighbours.some(isCloser) ? null : stopped;
}
