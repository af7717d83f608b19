import type { SpeechFrames } from '../analyse.ts';
import { FRAMES_A_SECOND } from '../frames/framing.ts';
import { type Run, runsOf } from '../voice-activity/runs.ts';

/** A line of a subtitle, in milliseconds. */
export type LineTimes = { start: number; end: number; text: string };

export type FittedCut = {
  start: number;
  end: number;
  /** True if the line's own times are as good: it loses next to nothing, and includes little of the pauses around it. */
  fits: boolean;
  /**
   * False if another pause fits nearly as well, noise or an echo hides where the speech ends, or the line becomes shorter at an
   * end: a person should listen first.
   */
  isSure: boolean;
  /**
   * True if only a shortening keeps it from being sure: each moved end is in a clear pause without a rival, and the removed
   * part has no speech.
   */
  isLikely: boolean;
};

type Frames = Pick<SpeechFrames, 'loudness' | 'speech'>;

const FRAME_MS = 1000 / FRAMES_A_SECOND;
/** Maximum distance of an end's move, ms. */
const REACH_MS = 1000;
/** Standard deviation of the cuts' errors, ms. */
const SPREAD_MS = 450;
/** Cost of keeping a cut, instead of moving it to a pause. */
const STAY = 6;
/** A pause of this length may be within a line as well as between two, ms. */
const TYPICAL_PAUSE_MS = 250;
const PAUSE_WEIGHT = 1.2;
/** Standard deviation of the speech rate between lines, as a logarithm. */
const SPEED_SPREAD = 0.25;
/** Cost per second of speech outside of all lines. */
const LEFT_OUT_PER_SECOND = 8;
/** A line that fits may lose this much, and include this much of the pauses around it, ms. */
const LOST_MS = 40;
const SPARE_MS = 120;
/** Margin to the next-best pause. */
const SURE_MARGIN = 2;
/** Speech over its pause: less of it hides soft consonants. */
const SURE_CONTRAST_DB = 20;
const SURE_PAUSE_MS = 160;
/**
 * Threshold for soft sounds beside speech that belong to it: a share of the range, in dB, from the pause's floor to the speech.
 */
const SOFT_SHARE = 0.2;
/** Level up to which noise rises above its floor. */
const NOISE_SPREAD_DB = 5;
/** Depth at which a faded voice continues as breath in a silent room. */
const SOFT_DEPTH_DB = 28;
/** Maximum length of a soft end, in frames. */
const LONGEST_SOFT = 40;
const SOFT_STOP = 14;
/** Time added before and after speech, ms. */
const LEAD_MS = 20;
const TAIL_MS = 20;
/** Added after a plosive, whose breath is as soft as the room. */
const BREATH_MS = 40;
const BURST_DB = 8;
const BURST_FRAMES = 8;
/** Added per dB by which noise hides a voice's end, and its start, more than in a quiet room. */
const TAIL_MS_PER_DB = 2.5;
const LEAD_MS_PER_DB = 2;
const QUIET_ROOM_DB = 25;
/** Contrast up to which a sure or likely line's end gets more: nobody may listen, and noise hides the breath of a last plosive. */
const CLEAR_ROOM_DB = 28;
/** Added per dB per frame by which a hall's echo slows the decay of voices: a soft end is inaudible under an echo. */
const ECHO_MS = 200;
const HALL_FALL_DB = 1;
/** Decay, dB per frame, below which the end of a voice is a guess. */
const ECHOING_FALL_DB = 1.6;
const ECHO_PAUSE_FRAMES = 20;
/** A voice is fading while its level falls by this much within these frames, down to a depth or near the room's level, dB. */
const FADING_DB = 1.5;
const FADING_FRAMES = 3;
const FADED_DEPTH_DB = 36;
const FADED_DB = 6;
const MIN_MS = 100;

type CutOption = {
  /** Start or end of the line's speech, ms. */
  at: number;
  cost: number;
  /** The pause between the speech on both sides; null if the cut stays. */
  pause: Pause | null;
};
type Pause = {
  from: number;
  to: number;
  /** Parts of the pause that the lines before and after it keep, ms: noise or an echo may hide the ends of a voice. */
  tail: number;
  lead: number;
  isEchoing: boolean;
};

/**
 * Finds the pauses around each line's speech, in order of time: close to its cuts, long rather than short, with as much speech
 * between them as its text takes, and no speech left outside. All cuts are chosen together (Viterbi), so no line takes a
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
    const [start, end] = [best[2 * at], best[2 * at + 1]] as [Chosen, Chosen];
    if (!start.option.pause && !end.option.pause) return null;
    const [before, after] = [contrastOf(start, frames), contrastOf(end, frames)];
    const isClear = Math.min(before, after) >= SURE_CONTRAST_DB;
    const more = isClear ? TAIL_MS_PER_DB * Math.max(0, CLEAR_ROOM_DB - after) : 0;
    const fitted = {
      start: start.option.pause ? leadIn(start.option.pause) : line.start,
      end: end.option.pause ? tailOut(end.option.pause, more) : line.end,
    };
    const takesNothingAway = fitted.start <= line.start && fitted.end >= line.end;
    const cutsOffSpeech =
      speechBetween(line.start, Math.max(line.start, start.option.at)) > 0 ||
      speechBetween(Math.min(line.end, end.option.at), line.end) > 0;
    const isFine = (spare: number) => spare > -LOST_MS && spare < SPARE_MS;
    return {
      ...fitted,
      fits: isFine(fitted.start - line.start) && isFine(line.end - fitted.end),
      isSure: isClear && takesNothingAway,
      isLikely: isClear && !takesNothingAway && !cutsOffSpeech,
    };
  });
}

const frameAt = (ms: number, sums: ArrayLike<number>): number =>
  Math.max(0, Math.min(sums.length - 1, Math.round(ms / FRAME_MS)));

const leadIn = ({ from, to, lead }: Pause): number => Math.max((from + to) / 2, to - lead);
const tailOut = ({ from, to, tail }: Pause, more: number): number =>
  Math.min((from + to) / 2, from + tail + more);

/** Returns the ranges without speech, in milliseconds, the first from before the start and the last beyond the end. */
function pausesOf({ loudness, speech }: Frames): Pause[] {
  const runs = runsOf(speech);
  const fall = fastestFall(loudness, runs);
  const echo = ECHO_MS * Math.max(0, HALL_FALL_DB - fall);
  const pauses: Pause[] = [];
  for (let at = 0; at <= runs.length; at++) {
    const [before, after] = [runs[at - 1], runs[at]];
    const inside = loudness.subarray(before?.to ?? 0, after?.from ?? loudness.length);
    const floor = quantile(inside, 0.25);
    const loudOf = (run: Run) => quantile(loudness.subarray(run.from, run.to), 0.9);
    const softBeside = (run: Run, quiet: Float32Array): number => {
      const loud = loudOf(run);
      return softFrames(
        quiet,
        Math.max(loud - SOFT_DEPTH_DB, floor + Math.max(NOISE_SPREAD_DB, SOFT_SHARE * (loud - floor))),
      );
    };
    const fadedAfter = (run: Run): number =>
      fadedFrames(inside, softBeside(run, inside), Math.max(loudOf(run) - FADED_DEPTH_DB, floor + FADED_DB));
    const hiddenBeside = (run: Run | undefined): number =>
      run ? Math.max(0, QUIET_ROOM_DB - (loudOf(run) - floor)) : 0;
    pauses.push({
      from: before ? (before.to + fadedAfter(before)) * FRAME_MS : Number.NEGATIVE_INFINITY,
      to: after ? (after.from - softBeside(after, inside.toReversed())) * FRAME_MS : Number.POSITIVE_INFINITY,
      lead: LEAD_MS + LEAD_MS_PER_DB * hiddenBeside(after),
      isEchoing: fall < ECHOING_FALL_DB,
      tail:
        TAIL_MS +
        TAIL_MS_PER_DB * hiddenBeside(before) +
        echo +
        (before && endsInBurst(loudness, before.to) ? BREATH_MS : 0),
    });
  }
  return pauses;
}

/** Returns the steepest decay of a voice, dB per frame: the 90th percentile over its ends, since an echo flattens all of them. */
function fastestFall(loudness: Float32Array, runs: readonly Run[]): number {
  const falls = runs.flatMap(({ from, to }, at) => {
    const next = runs[at + 1]?.from ?? loudness.length;
    if (next - to < ECHO_PAUSE_FRAMES) return [];
    const loud = quantile(loudness.subarray(from, to), 0.9);
    const low = Math.max(loud - 26, quantile(loudness.subarray(to, next), 0.25) + NOISE_SPREAD_DB);
    let first = to - 1;
    while (first > from && (loudness[first] as number) < loud - 6) first--;
    let last = first + 1;
    while (last < next && (loudness[last] as number) > low) last++;
    return last < next ? [((loudness[first] as number) - (loudness[last] as number)) / (last - first)] : [];
  });
  return falls.length > 0 ? quantile(Float32Array.from(falls), 0.9) : Number.POSITIVE_INFINITY;
}

/** Returns true if speech ends in a stop and its release. */
function endsInBurst(loudness: Float32Array, end: number): boolean {
  const last = loudness.subarray(Math.max(0, end - BURST_FRAMES), end);
  const peak = last.subarray(1).reduce((a, b) => Math.max(a, b), Number.NEGATIVE_INFINITY);
  const before = last.subarray(0, last.lastIndexOf(peak));
  return before.some((level) => level <= peak - BURST_DB);
}

/** Counts the frames during which a voice fades: rooms echo, and the end of a vowel is soft. */
function fadedFrames(pause: Float32Array, from: number, least: number): number {
  const end = Math.min(LONGEST_SOFT, pause.length / 2) - FADING_FRAMES;
  const isFading = (frame: number) =>
    (pause[frame] as number) > least &&
    (pause[frame + FADING_FRAMES] as number) <= (pause[frame] as number) - FADING_DB;
  let frame = from;
  while (frame < end && isFading(frame)) frame++;
  return frame;
}

/** Counts the frames at the start of a pause that still belong to the voice: louder than `least`, with stops between. */
function softFrames(pause: Float32Array, least: number): number {
  const isLoud = (frame: number) => (pause[frame] ?? Number.NEGATIVE_INFINITY) > least;
  let soft = 0;
  const end = Math.min(LONGEST_SOFT, pause.length / 2);
  for (let frame = 0; frame < end && frame - soft <= SOFT_STOP; frame++) {
    // After a stop, require a breath of some length, not a click.
    const isBreath =
      frame - soft <= 3 || [1, 2, 3, 4, 5, 6].filter((next) => isLoud(frame + next)).length >= 4;
    if (isLoud(frame) && isBreath) soft = frame + 1;
  }
  return soft;
}

const quantile = (values: Float32Array, share: number): number => {
  const sorted = values.toSorted();
  return sorted[Math.floor(share * (sorted.length - 1))] ?? Number.NEGATIVE_INFINITY;
};

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

type Chosen = {
  option: CutOption;
  /** Extra cost of the best path through another option here. */
  margin: number;
};

/** Returns the cheapest option of each column, and the extra cost of any other one there (forwards and backwards). */
function bestPath(
  columns: readonly CutOption[][],
  between: (column: number, before: CutOption, after: CutOption) => number,
): Chosen[] {
  const forward: number[][] = [];
  for (const [column, options] of columns.entries()) {
    const before = columns[column - 1];
    const costs = forward[column - 1];
    forward.push(
      options.map((option) => {
        if (!before || !costs) return option.cost;
        return (
          option.cost + least(before.map((one, at) => (costs[at] as number) + between(column, one, option)))
        );
      }),
    );
  }
  const backward: number[][] = columns.map((options) => options.map(() => 0));
  for (let column = columns.length - 2; column >= 0; column--) {
    const after = columns[column + 1] as CutOption[];
    backward[column] = (columns[column] as CutOption[]).map((option) =>
      least(
        after.map(
          (one, at) =>
            between(column + 1, option, one) + one.cost + ((backward[column + 1] as number[])[at] as number),
        ),
      ),
    );
  }
  const chosen: Chosen[] = [];
  for (const [column, options] of columns.entries()) {
    const previous = chosen.at(-1)?.option;
    const totals = options.map(
      (_, at) => (forward[column]?.[at] as number) + (backward[column]?.[at] as number),
    );
    // Break ties in favour of an option compatible with the previous one.
    const follows = options.map((option, at) =>
      !previous || between(column, previous, option) < Number.POSITIVE_INFINITY
        ? (totals[at] as number)
        : Number.POSITIVE_INFINITY,
    );
    const at = follows.indexOf(least(follows));
    const others = totals.filter((_, other) => other !== at);
    chosen.push({ option: options[Math.max(0, at)] as CutOption, margin: least(others) - (totals[at] ?? 0) });
  }
  return chosen;
}

const least = (values: readonly number[]): number =>
  values.reduce((a, b) => Math.min(a, b), Number.POSITIVE_INFINITY);

/** Returns by how many dB speech is above a pause without a rival; 0 where it can't be sure. */
function contrastOf({ option: { pause }, margin }: Chosen, { loudness }: Frames): number {
  if (!pause || pause.isEchoing) return 0;
  if (margin < SURE_MARGIN || pause.to - pause.from < SURE_PAUSE_MS) return 0;
  const level = (from: number, to: number) =>
    quantile(loudness.subarray(Math.max(0, from), Math.max(0, to)), 0.5);
  const [from, to] = [Math.max(0, pause.from / FRAME_MS), Math.min(loudness.length, pause.to / FRAME_MS)];
  const inside = level(from + 3, Math.min(to - 3, from + 60));
  const outside = Math.max(level(from - 40, from), level(to, to + 40));
  return outside - inside;
}
