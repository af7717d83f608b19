import type { SpeechFrames } from '../analyse.ts';
import { type Alignment, align } from '../dtw/dtw.ts';
import { computeFeatures, type Features } from '../dtw/features.ts';
import { timeMap } from '../dtw/time-map.ts';
import { FRAMES_PER_SECOND, frameToSeconds } from '../frames/framing.ts';
import { pitchRange, toSemitones } from '../pitch/semitones.ts';
import { findPauses, type Pause } from '../voice-activity/pauses.ts';
import { chooseHint, type Findings, type Hint } from './choose-hint.ts';
import { findLeftOut } from './left-out.ts';
import { findStop, isOmissionInside, moveToEnd } from './stopped-early.ts';

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
