import type { SpeechFrames } from '../analyse.ts';
import { type Alignment, align } from '../dtw/dtw.ts';
import { computeFeatures, type Features } from '../dtw/features.ts';
import { timeMap } from '../dtw/time-map.ts';
import { FRAMES_PER_SECOND, frameToSeconds } from '../frames/framing.ts';
import { pitchRange, toSemitones } from '../pitch/semitones.ts';
import { findPauses, type Pause } from '../voice-activity/pauses.ts';
import { chooseHint, type Findings, type Hint, LIMITS } from './choose-hint.ts';
import { findLeftOut, type LeftOut } from './left-out.ts';

export type Comparison = {
  /** Null without a high-confidence hint, for an empty take, or if the take matches a neighbouring line better. */
  hint: Hint | null;
  /** False if the take matches a neighbouring line better, or can't be aligned with this one. */
  isThisLine: boolean;
  findings: Findings | null;
  /** Converts a time in the original to the take, in seconds; null if the two can't be aligned. */
  mapToTake: ((seconds: number) => number) | null;
};

export type CompareOptions = {
  neighbours?: readonly SpeechFrames[];
  /** Times of the original's words in seconds, for locating omitted words. */
  words?: readonly { start: number; end: number }[];
  hasTones?: boolean;
};

// Maximum number of frames to skip at either end of the take, for breaths.
const MAX_SKIPPED_FRAMES = 8;
// Maximum distance between two matching pauses, in seconds.
const SAME_PAUSE_S = 0.3;
// Minimum length of an extra pause, in seconds. A shorter one may be quiet speech masked by noise.
const MIN_EXTRA_PAUSE_S = 0.3;
const MIN_VOICED = 20;
/**
 * Upper limits for a take that stopped early: share of the line covered, cost relative to the whole line's, and absolute cost.
 */
const STOPPED_SHARE = 0.8;
const STOPPED_COST = 0.85;
const MAX_STOPPED_COST = 0.7;

/**
 * Compares a take with the original line. Comparing with the neighbouring lines decides whether the take is this line at all. The
 * alignment cost alone can't tell, because voices and microphones differ more than lines do.
 */
export function compare(
  take: SpeechFrames,
  original: SpeechFrames,
  { neighbours = [], words = [], hasTones = false }: CompareOptions = {},
): Comparison {
  const takeFeatures = computeFeatures(take);
  const lineFeatures = computeFeatures(original);
  const alignment = align(lineFeatures, takeFeatures, { maxSkipped: MAX_SKIPPED_FRAMES });
  const mapToTake = alignment && timeMap(alignment, lineFeatures, takeFeatures);
  const isCloser = (other: SpeechFrames) =>
    align(computeFeatures(other), takeFeatures, {
      maxSkipped: MAX_SKIPPED_FRAMES,
      maxCost: alignment?.cost,
    }) !== null;
  const leftOut = findLeftOut(
    computeFeatures(original, { whitened: true }),
    computeFeatures(take, { whitened: true }),
    words,
  );
  const stopped = isOmissionInside(leftOut, words)
    ? null
    : findStop(lineFeatures, takeFeatures, alignment, neighbours);
  if (stopped)
    return {
      hint: { kind: 'stopped-early', at: frameToSeconds((lineFeatures.frames[stopped.end] as number) + 1) },
      isThisLine: true,
      findings: null,
      mapToTake: timeMap(stopped, lineFeatures, takeFeatures),
    };
  const isThisLine =
    takeFeatures.frames.length > 0 &&
    (neighbours.length === 0 || (alignment !== null && !neighbours.some(isCloser)));
  if (!isThisLine) return { hint: null, isThisLine, findings: null, mapToTake };
  const findings: Findings = {
    extraPauses: findExtraPauses(findPauses(take.speech), findPauses(original.speech), mapToTake),
    leftOut,
    lengthRatio: measureLength(take.speech) / Math.max(1, measureLength(original.speech)),
    pitchRange: { take: pitchRange(take.pitch), original: pitchRange(original.pitch) },
    contourDistance: alignment
      ? measureContourDistance(alignment, {
          lineFeatures,
          takeFeatures,
          original,
          take,
        })
      : Number.NaN,
  };
  return { hint: moveToEnd(chooseHint(findings, { hasTones }), words), isThisLine, findings, mapToTake };
}

/** Returns true if the omitted words end before the line does, which means that the learner continued to the end. */
const isOmissionInside = (leftOut: LeftOut | null, words: readonly { end: number }[]): boolean =>
  leftOut !== null &&
  leftOut.evidence >= LIMITS.leftOutEvidence &&
  leftOut.place !== null &&
  leftOut.place.end < (words.at(-1)?.end ?? 0);

/** Converts a hint about omitted final words to `stopped-early`, since the turn may have ended too soon. */
function moveToEnd(hint: Hint | null, words: CompareOptions['words'] = []): Hint | null {
  const isEnd =
    hint?.kind === 'left-out' && hint.place && hint.place.end >= (words.at(-1)?.end ?? Number.NaN);
  return isEnd && hint.place ? { kind: 'stopped-early', at: hint.place.start } : hint;
}

/**
 * Aligns the take with the start of the line if the take stopped early: the cost must be much lower than for the whole line, and
 * lower than for the start of any neighbouring line. Null otherwise.
 */
function findStop(
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

/** Returns the number of frames from the first to the last speech frame. */
const measureLength = (speech: Uint8Array): number => speech.lastIndexOf(1) - speech.indexOf(1) + 1;

/** Finds pauses of the take without a counterpart in the original. */
function findExtraPauses(take: Pause[], original: Pause[], mapToTake: Comparison['mapToTake']): Pause[] {
  const longPauses = take.filter(({ start, end }) => end - start >= MIN_EXTRA_PAUSE_S);
  if (!mapToTake) return longPauses.slice(original.length);
  const expected = original.map(({ start, end }) => ({
    from: mapToTake(start - 0.02),
    to: mapToTake(end + 0.02),
  }));
  return longPauses.filter(
    ({ start, end }) =>
      !expected.some(({ from, to }) => start <= to + SAME_PAUSE_S && end >= from - SAME_PAUSE_S),
  );
}

/**
 * Returns the median distance between the two pitch contours in semitones, each relative to its own median, over frames voiced in
 * both.
 */
function measureContourDistance(
  { path }: Alignment,
  {
    lineFeatures,
    takeFeatures,
    original,
    take,
  }: { lineFeatures: Features; takeFeatures: Features; original: SpeechFrames; take: SpeechFrames },
): number {
  const originalSemitones = toSemitones(original.pitch);
  const takeSemitones = toSemitones(take.pitch);
  const distances = path
    .map((pair) =>
      Math.abs(
        (originalSemitones[lineFeatures.frames[pair.original] as number] as number) -
          (takeSemitones[takeFeatures.frames[pair.take] as number] as number),
      ),
    )
    .filter((value) => !Number.isNaN(value))
    .sort((a, b) => a - b);
  return distances.length < MIN_VOICED ? Number.NaN : (distances[distances.length >> 1] as number);
}

/** Returns the share of a line, 0 to 1, that a possibly unfinished take covers. */
export function findSpokenShare(take: Features, lineFeatures: Features): number {
  const alignment = align(lineFeatures, take, { openEnd: true });
  return alignment
    ? (alignment.end + 1) / lineFeatures.frames.length
    : take.frames.length > lineFeatures.frames.length
      ? 1
      : 0;
}

/** Returns the total duration of the speech frames, in seconds. */
export const spokenSeconds = (speech: Uint8Array): number =>
  speech.reduce((sum, flag) => sum + flag, 0) / FRAMES_PER_SECOND;
