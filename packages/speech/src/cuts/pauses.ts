import type { SpeechFrames } from '../analyse.ts';
import { FRAMES_A_SECOND } from '../frames/framing.ts';
import { type Run, runsOf } from '../voice-activity/runs.ts';

export type Frames = Pick<SpeechFrames, 'loudness' | 'speech'>;

export const FRAME_MS = 1000 / FRAMES_A_SECOND;
/**
 * Threshold for soft sounds that belong to the speech next to them: a share of the range, in dB, from the pause's floor to the
 * speech.
 */
const SOFT_SHARE = 0.2;
/** Level up to which noise rises above its floor. */
const NOISE_SPREAD_DB = 5;
/** Depth at which a faded voice continues as breath in a silent room. */
const SOFT_DEPTH_DB = 28;
/** Time added before and after speech, ms. */
const LEAD_MS = 20;
const TAIL_MS = 20;
/** Time added after a plosive, whose breath is as soft as the room. */
const BREATH_MS = 40;
/** Time added per dB by which noise hides a voice's end, and its start, more than in a quiet room. */
export const TAIL_MS_PER_DB = 2.5;
const LEAD_MS_PER_DB = 2;
const QUIET_ROOM_DB = 25;
/** Time added per dB per frame by which a hall's echo slows the decay of voices: a soft end is inaudible under an echo. */
const ECHO_MS = 200;
const HALL_FALL_DB = 1;
/** Decay, dB per frame, below which the end of a voice is a guess: a reverberation time of 0.25 s. */
const ECHOING_FALL_DB = 2.4;
/** The same, if noise hides the later decay. */
const ECHOING_IN_NOISE_DB = 1.6;
/** Depth, and level over the room's, down to which the end of a voice fades, dB. */
export const FADED_DEPTH_DB = 36;
const FADED_DB = 6;

export type Pause = {
  from: number;
  to: number;
  /** Share of the pause left to the lines before and after it, ms: noise or an echo may hide the ends of a voice. */
  tail: number;
  lead: number;
  isEchoing: boolean;
};

/** Returns the ranges without speech, in milliseconds, from before the start to beyond the end. */
export function pausesOf({ loudness, speech }: Frames): Pause[] {
  const runs = runsOf(speech);
  const fall =
    fastestFall(loudness, runs, { first: 6, last: 26, least: Number.NEGATIVE_INFINITY }) ??
    Number.POSITIVE_INFINITY;
  // An echo starts some 10 dB below the voice: before that, its decay is the voice's own.
  const late = fastestFall(loudness, runs, { first: 12, last: 32, least: 8 });
  const isEchoing = late === undefined ? fall < ECHOING_IN_NOISE_DB : late < ECHOING_FALL_DB;
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
      isEchoing,
      tail:
        TAIL_MS +
        TAIL_MS_PER_DB * hiddenBeside(before) +
        echo +
        (before && endsInBurst(loudness, before.to) ? BREATH_MS : 0),
    });
  }
  return pauses;
}

const ECHO_PAUSE_FRAMES = 20;

/**
 * Returns the steepest decay of a voice between two depths below its loudness, dB per frame: the 90th percentile over its ends,
 * since an echo flattens all of them. Undefined if noise leaves `least` dB of none.
 */
function fastestFall(
  loudness: Float32Array,
  runs: readonly Run[],
  depths: { first: number; last: number; least: number },
): number | undefined {
  const falls = runs.flatMap(({ from, to }, at) => {
    const next = runs[at + 1]?.from ?? loudness.length;
    if (next - to < ECHO_PAUSE_FRAMES) return [];
    const loud = quantile(loudness.subarray(from, to), 0.9);
    const low = Math.max(loud - depths.last, quantile(loudness.subarray(to, next), 0.25) + NOISE_SPREAD_DB);
    if (low > loud - depths.first - depths.least) return [];
    let first = to - 1;
    while (first > from && (loudness[first] as number) < loud - depths.first) first--;
    let last = first + 1;
    while (last < next && (loudness[last] as number) > low) last++;
    return last < next ? [((loudness[first] as number) - (loudness[last] as number)) / (last - first)] : [];
  });
  return falls.length > 0 ? quantile(Float32Array.from(falls), 0.9) : undefined;
}

const BURST_DB = 8;
const BURST_FRAMES = 8;

/** Returns true if speech ends in a stop and its release. */
function endsInBurst(loudness: Float32Array, end: number): boolean {
  const last = loudness.subarray(Math.max(0, end - BURST_FRAMES), end);
  const peak = last.subarray(1).reduce((a, b) => Math.max(a, b), Number.NEGATIVE_INFINITY);
  const before = last.subarray(0, last.lastIndexOf(peak));
  return before.some((level) => level <= peak - BURST_DB);
}

/** Maximum length of a soft end, in frames. */
const LONGEST_SOFT = 40;

/** A voice is fading while its level falls by this much, dB, within these frames. */
const FADING_DB = 1.5;
const FADING_FRAMES = 3;

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

const SOFT_STOP = 14;

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

export const quantile = (values: Float32Array, share: number): number => {
  const sorted = values.toSorted();
  return sorted[Math.floor(share * (sorted.length - 1))] ?? Number.NEGATIVE_INFINITY;
};
