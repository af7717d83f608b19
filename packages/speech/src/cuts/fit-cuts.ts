import { bestPath, type Chosen } from './best-path.ts';
import { contrastOf, isSilentBeside, SURE_CONTRAST_DB } from './cut-evidence.ts';
import { FRAME_MS, type Frames, type Pause, pausesOf, TAIL_MS_PER_DB } from './pauses.ts';

/** A line of a subtitle, in milliseconds. */
export type LineTimes = { start: number; end: number; text: string };

export type FittedCut = {
  start: number;
  end: number;
  /** True if the line's own times are as good: it loses almost no speech, and includes little of the pauses around it. */
  fits: boolean;
  /**
   * False if another pause fits nearly as well, noise or an echo hides the end of speech, a soft sound is beside it, or an end
   * is shortened: a person should listen first.
   */
  isSure: boolean;
  /**
   * True if shortening is the only doubt: each moved end is in a clear pause without a rival, and the removed part has no
   * speech.
   */
  isLikely: boolean;
};

/** Maximum distance of an end's move, ms. */
const REACH_MS = 1000;
/** Cost of keeping a cut, instead of moving it to a pause. */
const STAY = 6;
/** Standard deviation of the speech rate between lines, as a logarithm. */
const SPEED_SPREAD = 0.25;
/** Cost per second of speech outside of all lines. */
const LEFT_OUT_PER_SECOND = 8;
/** A fitting line may lose this much speech, and include this much of the pauses around it, ms. */
const LOST_MS = 40;
const SPARE_MS = 120;
/**
 * Contrast up to which a sure or likely line ends later, since it may be applied without listening, and noise hides the breath
 * of a final plosive.
 */
const CLEAR_ROOM_DB = 28;
const MIN_MS = 100;

type CutOption = {
  /** Start or end of the line's speech, ms. */
  at: number;
  cost: number;
  /** Pause between the speech on both sides; null if the cut stays. */
  pause: Pause | null;
};

/**
 * Finds the pauses around each line's speech, in order of time: close to its cuts, long rather than short, with as much speech
 * between them as its text takes, and no speech outside all lines. All cuts are chosen together (Viterbi), so no line takes a
 * neighbour's words. Null for a line whose cuts stay.
 */
export function fitCuts(frames: Frames, lines: readonly LineTimes[]): (FittedCut | null)[] {
  const pauses = pausesOf(frames);
  const spoken = runningSum(frames.speech);
  const speechBetween = (from: number, to: number): number =>
    (spoken[frameAt(to, spoken)] as number) - (spoken[frameAt(from, spoken)] as number);
  const leftOut = (from: number, to: number): number =>
    Math.min(STAY, (LEFT_OUT_PER_SECOND * speechBetween(from, to) * FRAME_MS) / 1000);
  const speed = medianSpeed(lines, speechBetween);
  const columns = lines.flatMap((line) => [
    optionsFor('start', line.start, pauses),
    optionsFor('end', line.end, pauses),
  ]);
  // Penalise speech before the first and after the last line, within their reach.
  for (const option of columns[0] ?? [])
    option.cost += leftOut((lines[0] as LineTimes).start - REACH_MS, option.at);
  for (const option of columns.at(-1) ?? [])
    option.cost += leftOut(option.at, (lines.at(-1) as LineTimes).end + REACH_MS);

  const between = (column: number, before: CutOption, after: CutOption): number => {
    const isLine = column % 2 === 1;
    if (after.at - before.at < (isLine ? MIN_MS : 0)) {
      // Lines that overlapped before may still overlap.
      return !isLine && !before.pause && !after.pause ? 0 : Number.POSITIVE_INFINITY;
    }
    if (!isLine) return leftOut(before.at, after.at);
    const seconds = (speechBetween(before.at, after.at) * FRAME_MS) / 1000;
    const expected = lettersOf((lines[(column - 1) / 2] as LineTimes).text) * speed;
    if (!(expected > 0)) return 0;
    return (Math.log(Math.max(0.05, seconds) / expected) / SPEED_SPREAD) ** 2 / 2;
  };
  const best = bestPath(columns, between);
  return lines.map((line, at) => {
    const [start, end] = [best[2 * at], best[2 * at + 1]] as [Chosen<CutOption>, Chosen<CutOption>];
    if (!start.option.pause && !end.option.pause) return null;
    const [before, after] = [contrastOf(start, frames), contrastOf(end, frames)];
    const isClear = Math.min(before, after) >= SURE_CONTRAST_DB;
    const more = isClear ? TAIL_MS_PER_DB * Math.max(0, CLEAR_ROOM_DB - after) : 0;
    const fitted = {
      start: start.option.pause ? leadIn(start.option.pause) : line.start,
      end: end.option.pause ? tailOut(end.option.pause, more) : line.end,
    };
    const isCertain =
      isClear &&
      isSilentBeside(fitted.start, 'before', start.option.pause, frames) &&
      isSilentBeside(fitted.end, 'after', end.option.pause, frames);
    const takesNothingAway = fitted.start <= line.start && fitted.end >= line.end;
    const cutsOffSpeech =
      speechBetween(line.start, Math.max(line.start, start.option.at)) > 0 ||
      speechBetween(Math.min(line.end, end.option.at), line.end) > 0;
    const isFine = (spare: number) => spare > -LOST_MS && spare < SPARE_MS;
    return {
      ...fitted,
      fits: isFine(fitted.start - line.start) && isFine(line.end - fitted.end),
      isSure: isCertain && takesNothingAway,
      isLikely: isCertain && !takesNothingAway && !cutsOffSpeech,
    };
  });
}

const frameAt = (ms: number, sums: ArrayLike<number>): number =>
  Math.max(0, Math.min(sums.length - 1, Math.round(ms / FRAME_MS)));

const leadIn = ({ from, to, lead }: Pause): number => Math.max((from + to) / 2, to - lead);
const tailOut = ({ from, to, tail }: Pause, more: number): number =>
  Math.min((from + to) / 2, from + tail + more);

/** Standard deviation of the cuts' errors, ms. */
const SPREAD_MS = 450;
/** A pause of this length may be within a line as well as between two, ms. */
const TYPICAL_PAUSE_MS = 250;
const PAUSE_WEIGHT = 1.2;

function optionsFor(side: 'start' | 'end', given: number, pauses: readonly Pause[]): CutOption[] {
  const options: CutOption[] = [{ at: given, cost: STAY, pause: null }];
  for (const pause of pauses) {
    const at = side === 'start' ? pause.to : pause.from;
    if (!(Math.abs(at - given) <= REACH_MS)) continue;
    const length = Math.min(4 * TYPICAL_PAUSE_MS, pause.to - pause.from);
    const cost = ((at - given) / SPREAD_MS) ** 2 / 2 - PAUSE_WEIGHT * Math.log(length / TYPICAL_PAUSE_MS);
    options.push({ at, cost, pause });
  }
  return options;
}

function runningSum(speech: Uint8Array): Uint32Array {
  const sums = new Uint32Array(speech.length + 1);
  for (const [frame, flag] of speech.entries()) sums[frame + 1] = (sums[frame] as number) + flag;
  return sums;
}

const lettersOf = (text: string): number => text.match(/[\p{L}\p{N}]/gu)?.length ?? 0;

/** Seconds of speech per letter in this film: the median over its lines with their current cuts. */
function medianSpeed(
  lines: readonly LineTimes[],
  speechBetween: (from: number, to: number) => number,
): number {
  const speeds = lines
    .map(({ start, end, text }) => (speechBetween(start, end) * FRAME_MS) / 1000 / lettersOf(text))
    .filter((speed) => speed > 0 && Number.isFinite(speed))
    .sort((a, b) => a - b);
  return speeds[speeds.length >> 1] ?? 0;
}
