import type { SpeechFrames } from '../analyse.ts';
import { type Alignment, align } from '../dtw/dtw.ts';
import { type Features, featuresOf } from '../dtw/features.ts';
import { timeMap } from '../dtw/time-map.ts';
import { FRAMES_A_SECOND, secondsOf } from '../frames/framing.ts';
import { pitchRange, semitonesOf } from '../pitch/semitones.ts';
import { type Pause, pausesOf } from '../voice-activity/pauses.ts';
import { chooseHint, type Findings, type Hint, LIMITS } from './choose-hint.ts';
import { findLeftOut, type LeftOut } from './left-out.ts';

export type Comparison = {
  /** Null if nothing is certain, the take is empty, or it is closer to a neighbouring line. */
  hint: Hint | null;
  /** False if the take is closer to one of the neighbours, or fits none of the lines. */
  isThisLine: boolean;
  findings: Findings | null;
  /** Maps a time of the original to the take, in seconds; null if they can't be aligned. */
  toTake: ((seconds: number) => number) | null;
};

export type CompareOptions = {
  neighbours?: readonly SpeechFrames[];
  /** Times of the original's words, seconds: needed to find which of them was omitted. */
  words?: readonly { start: number; end: number }[];
  hasTones?: boolean;
};

// Frames of breath at a take's ends that needn't match the line.
const SLACK = 8;
// Distance within which two pauses are the same, seconds.
const SAME_PAUSE_S = 0.3;
// A shorter pause may be weak speech hidden by noise.
const MIN_EXTRA_S = 0.3;
const MIN_VOICED = 20;
/**
 * Limits for a take that stopped early: it covers less than this share of the line, at less than this share of the whole line's
 * cost, which is no more than the last limit.
 */
const STOPPED_SHARE = 0.8;
const STOPPED_COST = 0.85;
const MAX_STOPPED_COST = 0.7;

/**
 * Compares a take with the original line. The neighbouring lines are needed to decide whether it is this line at all: the cost
 * alone can't, since voices and microphones differ more than lines do.
 */
export function compare(
  take: SpeechFrames,
  original: SpeechFrames,
  { neighbours = [], words = [], hasTones = false }: CompareOptions = {},
): Comparison {
  const said = featuresOf(take);
  const line = featuresOf(original);
  const alignment = align(line, said, { slack: SLACK });
  const toTake = alignment && timeMap(alignment, line, said);
  const isNearer = (other: SpeechFrames) =>
    align(featuresOf(other), said, { slack: SLACK, below: alignment?.cost }) !== null;
  const leftOut = findLeftOut(
    featuresOf(original, { whitened: true }),
    featuresOf(take, { whitened: true }),
    words,
  );
  const stop = isWithin(leftOut, words) ? null : stopOf(line, said, alignment, neighbours);
  if (stop)
    return {
      hint: { kind: 'stopped-early', at: secondsOf((line.frames[stop.end] as number) + 1) },
      isThisLine: true,
      findings: null,
      toTake: timeMap(stop, line, said),
    };
  const isThisLine =
    said.frames.length > 0 && (neighbours.length === 0 || (alignment !== null && !neighbours.some(isNearer)));
  if (!isThisLine) return { hint: null, isThisLine, findings: null, toTake };
  const findings: Findings = {
    extraPauses: findExtraPauses(pausesOf(take.speech), pausesOf(original.speech), toTake),
    leftOut,
    lengthRatio: lengthOf(take.speech) / Math.max(1, lengthOf(original.speech)),
    pitchRange: { take: pitchRange(take.pitch), original: pitchRange(original.pitch) },
    contourDistance: alignment ? contourDistance(alignment, { line, said, original, take }) : Number.NaN,
  };
  return { hint: endingOf(chooseHint(findings, { hasTones }), words), isThisLine, findings, toTake };
}

/** Returns true for an omission before the last word, which is certain: the learner continued to the end. */
const isWithin = (leftOut: LeftOut | null, words: readonly { end: number }[]): boolean =>
  leftOut !== null &&
  leftOut.evidence >= LIMITS.leftOutEvidence &&
  leftOut.place !== null &&
  leftOut.place.end < (words.at(-1)?.end ?? 0);

/** If the last words are missing, the take stopped before them, perhaps because the turn ended there. */
function endingOf(hint: Hint | null, words: CompareOptions['words'] = []): Hint | null {
  const isEnd =
    hint?.kind === 'left-out' && hint.place && hint.place.end >= (words.at(-1)?.end ?? Number.NaN);
  return isEnd && hint.place ? { kind: 'stopped-early', at: hint.place.start } : hint;
}

/**
 * Aligns the take with the start of the line, if it stops there: it must fit much better than the whole line, and better than the
 * start of any neighbour.
 */
function stopOf(
  line: Features,
  said: Features,
  whole: Alignment | null,
  neighbours: readonly SpeechFrames[],
): Alignment | null {
  const most = Math.min(STOPPED_COST * (whole?.cost ?? 1), MAX_STOPPED_COST);
  const stop = align(line, said, { openEnd: true, below: most });
  if (!stop || stop.end + 1 >= STOPPED_SHARE * line.frames.length) return null;
  const isNearer = (other: SpeechFrames) =>
    align(featuresOf(other), said, { openEnd: true, below: stop.cost }) !== null;
  return neighbours.some(isNearer) ? null : stop;
}

/** Frames from the start of the first to the end of the last speech. */
const lengthOf = (speech: Uint8Array): number => speech.lastIndexOf(1) - speech.indexOf(1) + 1;

/** Finds the take's pauses that the original doesn't have. */
function findExtraPauses(take: Pause[], original: Pause[], toTake: Comparison['toTake']): Pause[] {
  const long = take.filter(({ start, end }) => end - start >= MIN_EXTRA_S);
  if (!toTake) return long.slice(original.length);
  const expected = original.map(({ start, end }) => ({ from: toTake(start - 0.02), to: toTake(end + 0.02) }));
  return long.filter(
    ({ start, end }) =>
      !expected.some(({ from, to }) => start <= to + SAME_PAUSE_S && end >= from - SAME_PAUSE_S),
  );
}

/** The median distance of the two melodies, each in semitones around its own median, over frames that both voice. */
function contourDistance(
  { path }: Alignment,
  {
    line,
    said,
    original,
    take,
  }: { line: Features; said: Features; original: SpeechFrames; take: SpeechFrames },
): number {
  const originals = semitonesOf(original.pitch);
  const takes = semitonesOf(take.pitch);
  const distances = path
    .map((pair) =>
      Math.abs(
        (originals[line.frames[pair.original] as number] as number) -
          (takes[said.frames[pair.take] as number] as number),
      ),
    )
    .filter((value) => !Number.isNaN(value))
    .sort((a, b) => a - b);
  return distances.length < MIN_VOICED ? Number.NaN : (distances[distances.length >> 1] as number);
}

/** Returns the share of a line, 0 to 1, that a possibly unfinished take has reached. */
export function spokenShare(take: Features, line: Features): number {
  const alignment = align(line, take, { openEnd: true });
  return alignment
    ? (alignment.end + 1) / line.frames.length
    : take.frames.length > line.frames.length
      ? 1
      : 0;
}

/** Seconds of speech. */
export const spokenSeconds = (speech: Uint8Array): number =>
  speech.reduce((sum, flag) => sum + flag, 0) / FRAMES_A_SECOND;
