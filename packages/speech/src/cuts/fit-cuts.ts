import { type BestOption, findBestPath } from './best-path.ts';
import { isQuietNextTo, measureContrast, SURE_CONTRAST_DB } from './cut-evidence.ts';
import { FRAME_MS, type Frames, findCutPauses, type Pause, TAIL_MS_PER_DB } from './pauses.ts';

/** A line of a subtitle, in milliseconds. */
export type LineTimes = { start: number; end: number; text: string };

export type FittedCut = {
  start: number;
  end: number;
  /** True if the line's current times are as good: they cut off almost no speech, and include little of the pauses around it. */
  fits: boolean;
  /**
   * False if the cut needs a manual check: another pause fits nearly as well, noise or reverberation masks the end of speech, a
   * soft sound is next to the cut, or the line gets shorter.
   */
  isSure: boolean;
  /** True if the only doubt is that the cut shortens the line, by a part without speech. */
  isLikely: boolean;
};

/** Maximum distance by which a cut moves, ms. */
const MAX_MOVE_MS = 1000;
/** Cost of leaving a cut where it is. */
const STAY_COST = 6;
/** Standard deviation of the logarithm of the speech rate across lines. */
const SPEED_SPREAD = 0.25;
/** Cost per second of speech outside all lines. */
const LEFT_OUT_PER_SECOND = 8;
/** Maximum duration of speech that a fitting line cuts off, and of pause that it includes on either side, in ms. */
const MAX_LOST_MS = 40;
const MAX_SPARE_MS = 120;
/** Contrast below which a high-confidence cut ends later, since noise masks the aspiration of a final plosive. */
const CLEAR_ROOM_DB = 28;
const MIN_MS = 100;

type CutOption = {
  /** Start or end of the line's speech, ms. */
  time: number;
  cost: number;
  /** Pause to which the cut moves; null if it stays. */
  pause: Pause | null;
};

/**
 * Moves the cuts of lines (in order of time) to the pauses around their speech. Prefers nearby and long pauses, as much speech
 * between the cuts as the text takes to say, and no speech outside all lines. Optimises all cuts together (Viterbi), so that no
 * line takes a neighbour's words. Null for a line whose cuts don't move.
 */
export function fitCuts(frames: Frames, lines: readonly LineTimes[]): (FittedCut | null)[] {
  const pauses = findCutPauses(frames);
  const speechSums = runningSum(frames.speech);
  const speechBetween = (from: number, to: number): number =>
    (speechSums[toFrame(to, speechSums)] as number) - (speechSums[toFrame(from, speechSums)] as number);
  const leftOutCost = (from: number, to: number): number =>
    Math.min(STAY_COST, (LEFT_OUT_PER_SECOND * speechBetween(from, to) * FRAME_MS) / 1000);
  const secondsPerLetter = medianSecondsPerLetter(lines, speechBetween);
  const columns = lines.flatMap((line) => [
    optionsFor('start', line.start, pauses),
    optionsFor('end', line.end, pauses),
  ]);
  // Penalises nearby speech before the first line and after the last one.
  for (const option of columns[0] ?? [])
    option.cost += leftOutCost((lines[0] as LineTimes).start - MAX_MOVE_MS, option.time);
  for (const option of columns.at(-1) ?? [])
    option.cost += leftOutCost(option.time, (lines.at(-1) as LineTimes).end + MAX_MOVE_MS);

  const transitionCost = (column: number, before: CutOption, after: CutOption): number => {
    const isLine = column % 2 === 1;
    if (after.time - before.time < (isLine ? MIN_MS : 0)) {
      // Overlapping lines can remain unchanged.
      return !isLine && !before.pause && !after.pause ? 0 : Number.POSITIVE_INFINITY;
    }
    if (!isLine) return leftOutCost(before.time, after.time);
    const seconds = (speechBetween(before.time, after.time) * FRAME_MS) / 1000;
    const expected = countLetters((lines[(column - 1) / 2] as LineTimes).text) * secondsPerLetter;
    if (!(expected > 0)) return 0;
    return (Math.log(Math.max(0.05, seconds) / expected) / SPEED_SPREAD) ** 2 / 2;
  };
  const best = findBestPath(columns, transitionCost);
  return lines.map((line, index) => {
    const [start, end] = [best[2 * index], best[2 * index + 1]] as [
      BestOption<CutOption>,
      BestOption<CutOption>,
    ];
    if (!start.option.pause && !end.option.pause) return null;
    const [before, after] = [measureContrast(start, frames), measureContrast(end, frames)];
    const isClear = Math.min(before, after) >= SURE_CONTRAST_DB;
    const extraTail = isClear ? TAIL_MS_PER_DB * Math.max(0, CLEAR_ROOM_DB - after) : 0;
    const fitted = {
      start: start.option.pause ? startInPause(start.option.pause) : line.start,
      end: end.option.pause ? endInPause(end.option.pause, extraTail) : line.end,
    };
    const isCertain =
      isClear &&
      isQuietNextTo(fitted.start, 'before', start.option.pause, frames) &&
      isQuietNextTo(fitted.end, 'after', end.option.pause, frames);
    const onlyLengthens = fitted.start <= line.start && fitted.end >= line.end;
    const cutsOffSpeech =
      speechBetween(line.start, Math.max(line.start, start.option.time)) > 0 ||
      speechBetween(Math.min(line.end, end.option.time), line.end) > 0;
    const isSmallChange = (included: number) => included > -MAX_LOST_MS && included < MAX_SPARE_MS;
    return {
      ...fitted,
      fits: isSmallChange(fitted.start - line.start) && isSmallChange(line.end - fitted.end),
      isSure: isCertain && onlyLengthens,
      isLikely: isCertain && !onlyLengthens && !cutsOffSpeech,
    };
  });
}

const toFrame = (ms: number, sums: ArrayLike<number>): number =>
  Math.max(0, Math.min(sums.length - 1, Math.round(ms / FRAME_MS)));

const startInPause = ({ from, to, lead }: Pause): number => Math.max((from + to) / 2, to - lead);
const endInPause = ({ from, to, tail }: Pause, extraTail: number): number =>
  Math.min((from + to) / 2, from + tail + extraTail);

/** Standard deviation of the cuts' errors, ms. */
const SPREAD_MS = 450;
/** Length in ms at which pauses are as frequent within lines as between them. */
const TYPICAL_PAUSE_MS = 250;
const PAUSE_WEIGHT = 1.2;

function optionsFor(side: 'start' | 'end', current: number, pauses: readonly Pause[]): CutOption[] {
  const options: CutOption[] = [{ time: current, cost: STAY_COST, pause: null }];
  for (const pause of pauses) {
    const time = side === 'start' ? pause.to : pause.from;
    if (!(Math.abs(time - current) <= MAX_MOVE_MS)) continue;
    const length = Math.min(4 * TYPICAL_PAUSE_MS, pause.to - pause.from);
    const cost = ((time - current) / SPREAD_MS) ** 2 / 2 - PAUSE_WEIGHT * Math.log(length / TYPICAL_PAUSE_MS);
    options.push({ time: time, cost, pause });
  }
  return options;
}

function runningSum(speech: Uint8Array): Uint32Array {
  const sums = new Uint32Array(speech.length + 1);
  for (const [frame, flag] of speech.entries()) sums[frame + 1] = (sums[frame] as number) + flag;
  return sums;
}

const countLetters = (text: string): number => text.match(/[\p{L}\p{N}]/gu)?.length ?? 0;

/** Returns the median seconds of speech per letter across the film's lines, with their current cuts. */
function medianSecondsPerLetter(
  lines: readonly LineTimes[],
  speechBetween: (from: number, to: number) => number,
): number {
  const rates = lines
    .map(({ start, end, text }) => (speechBetween(start, end) * FRAME_MS) / 1000 / countLetters(text))
    .filter((secondsPerLetter) => secondsPerLetter > 0 && Number.isFinite(secondsPerLetter))
    .sort((a, b) => a - b);
  return rates[rates.length >> 1] ?? 0;
}
