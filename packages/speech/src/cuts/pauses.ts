import type { SpeechFrames } from '../analyse.ts';
import { FRAMES_PER_SECOND } from '../frames/framing.ts';
import { findRuns, type Run } from '../voice-activity/runs.ts';

export type Frames = Pick<SpeechFrames, 'loudness' | 'speech'>;

export const FRAME_MS = 1000 / FRAMES_PER_SECOND;
/**
 * Minimum level of soft sounds that count as part of the adjacent speech, as a share of the range from the pause's floor to the
 * speech level.
 */
const SOFT_SHARE = 0.2;
/** Maximum level of noise above its floor, in dB. */
const NOISE_SPREAD_DB = 5;
/** Depth below the voice's level down to which breath counts as speech in a silent room, in dB. */
const SOFT_DEPTH_DB = 28;
/** Time added before and after speech, ms. */
const LEAD_MS = 20;
const TAIL_MS = 20;
/** Time added after a plosive, in ms, since its aspiration is as soft as the room noise. */
const BREATH_MS = 40;
/** Time added after and before speech, in ms per dB of noise above a quiet room's, since noise masks the edges of speech. */
export const TAIL_MS_PER_DB = 2.5;
const LEAD_MS_PER_DB = 2;
const QUIET_ROOM_DB = 25;
/** Time added for each dB per frame by which reverberation slows the decay of the voice, since it masks a soft offset. */
const ECHO_MS = 200;
const HALL_DECAY_DB = 1;
/** Decay in dB per frame below which the offset of a voice is uncertain: a reverberation time of 0.25 s. */
const ECHOING_DECAY_DB = 2.4;
/** The same threshold if noise masks the late decay. */
const ECHOING_IN_NOISE_DB = 1.6;
/** A voice has faded at this depth below its level, or at this level above the room's, in dB. */
export const FADED_DEPTH_DB = 36;
const FADED_DB = 6;

export type Pause = {
  from: number;
  to: number;
  /**
   * Parts of the pause that belong to the lines before and after it, in ms, where noise or reverberation masks the edges of
   * speech.
   */
  tail: number;
  lead: number;
  isEchoing: boolean;
};

/** Returns the ranges without speech in milliseconds, including those before the first and after the last speech. */
export function findCutPauses({ loudness, speech }: Frames): Pause[] {
  const runs = findRuns(speech);
  const decay =
    steepestDecay(loudness, runs, { first: 6, last: 26, minDepth: Number.NEGATIVE_INFINITY }) ??
    Number.POSITIVE_INFINITY;
  // Reverberation starts about 10 dB below the voice; above that, only the voice itself decays.
  const lateDecay = steepestDecay(loudness, runs, { first: 12, last: 32, minDepth: 8 });
  const isEchoing = lateDecay === undefined ? decay < ECHOING_IN_NOISE_DB : lateDecay < ECHOING_DECAY_DB;
  const echo = ECHO_MS * Math.max(0, HALL_DECAY_DB - decay);
  const pauses: Pause[] = [];
  for (let index = 0; index <= runs.length; index++) {
    const [before, after] = [runs[index - 1], runs[index]];
    const levels = loudness.subarray(before?.to ?? 0, after?.from ?? loudness.length);
    const floor = quantile(levels, 0.25);
    const measureVoiceLevel = (run: Run) => quantile(loudness.subarray(run.from, run.to), 0.9);
    const countSoftFrames = (run: Run, nearbyLevels: Float32Array): number => {
      const voiceLevel = measureVoiceLevel(run);
      return countSoft(
        nearbyLevels,
        Math.max(
          voiceLevel - SOFT_DEPTH_DB,
          floor + Math.max(NOISE_SPREAD_DB, SOFT_SHARE * (voiceLevel - floor)),
        ),
      );
    };
    const countFadedFrames = (run: Run): number =>
      countFaded(
        levels,
        countSoftFrames(run, levels),
        Math.max(measureVoiceLevel(run) - FADED_DEPTH_DB, floor + FADED_DB),
      );
    const hiddenDb = (run: Run | undefined): number =>
      run ? Math.max(0, QUIET_ROOM_DB - (measureVoiceLevel(run) - floor)) : 0;
    pauses.push({
      from: before ? (before.to + countFadedFrames(before)) * FRAME_MS : Number.NEGATIVE_INFINITY,
      to: after
        ? (after.from - countSoftFrames(after, levels.toReversed())) * FRAME_MS
        : Number.POSITIVE_INFINITY,
      lead: LEAD_MS + LEAD_MS_PER_DB * hiddenDb(after),
      isEchoing,
      tail:
        TAIL_MS +
        TAIL_MS_PER_DB * hiddenDb(before) +
        echo +
        (before && endsInBurst(loudness, before.to) ? BREATH_MS : 0),
    });
  }
  return pauses;
}

const ECHO_PAUSE_FRAMES = 20;

/**
 * Returns the steepest decay of a voice between two depths below its loudness, dB per frame: the 90th percentile over the ends of
 * speech, since reverberation slows all of them. Undefined if noise masks all but `minDepth` dB of each.
 */
function steepestDecay(
  loudness: Float32Array,
  runs: readonly Run[],
  depths: { first: number; last: number; minDepth: number },
): number | undefined {
  const decays = runs.flatMap(({ from, to }, index) => {
    const next = runs[index + 1]?.from ?? loudness.length;
    if (next - to < ECHO_PAUSE_FRAMES) return [];
    const voiceLevel = quantile(loudness.subarray(from, to), 0.9);
    const low = Math.max(
      voiceLevel - depths.last,
      quantile(loudness.subarray(to, next), 0.25) + NOISE_SPREAD_DB,
    );
    if (low > voiceLevel - depths.first - depths.minDepth) return [];
    let first = to - 1;
    while (first > from && (loudness[first] as number) < voiceLevel - depths.first) first--;
    let last = first + 1;
    while (last < next && (loudness[last] as number) > low) last++;
    return last < next ? [((loudness[first] as number) - (loudness[last] as number)) / (last - first)] : [];
  });
  return decays.length > 0 ? quantile(Float32Array.from(decays), 0.9) : undefined;
}

const BURST_DB = 8;
const BURST_FRAMES = 8;

/** Returns true if speech ends with a stop and its release. */
function endsInBurst(loudness: Float32Array, end: number): boolean {
  const last = loudness.subarray(Math.max(0, end - BURST_FRAMES), end);
  const peak = last.subarray(1).reduce((a, b) => Math.max(a, b), Number.NEGATIVE_INFINITY);
  const before = last.subarray(0, last.lastIndexOf(peak));
  return before.some((level) => level <= peak - BURST_DB);
}

/** Maximum length of a soft offset, in frames. */
const MAX_SOFT_FRAMES = 40;

/** A voice is fading while its level falls by at least this many dB within this many frames. */
const FADING_DB = 1.5;
const FADING_FRAMES = 3;

/** Counts the frames in which a voice fades, since rooms are reverberant and the end of a vowel is soft. */
function countFaded(pause: Float32Array, from: number, minLevel: number): number {
  const end = Math.min(MAX_SOFT_FRAMES, pause.length / 2) - FADING_FRAMES;
  const isFading = (frame: number) =>
    (pause[frame] as number) > minLevel &&
    (pause[frame + FADING_FRAMES] as number) <= (pause[frame] as number) - FADING_DB;
  let frame = from;
  while (frame < end && isFading(frame)) frame++;
  return frame;
}

const MAX_STOP_FRAMES = 14;

/**
 * Counts the frames at the start of a pause that still belong to the voice: those louder than `minLevel`, and the stop closures
 * between them.
 */
function countSoft(pause: Float32Array, minLevel: number): number {
  const isLoud = (frame: number) => (pause[frame] ?? Number.NEGATIVE_INFINITY) > minLevel;
  let softCount = 0;
  const end = Math.min(MAX_SOFT_FRAMES, pause.length / 2);
  for (let frame = 0; frame < end && frame - softCount <= MAX_STOP_FRAMES; frame++) {
    // A click after a stop closure isn't aspiration.
    const isBreath =
      frame - softCount <= 3 || [1, 2, 3, 4, 5, 6].filter((next) => isLoud(frame + next)).length >= 4;
    if (isLoud(frame) && isBreath) softCount = frame + 1;
  }
  return softCount;
}

export const quantile = (values: Float32Array, fraction: number): number => {
  const sorted = values.toSorted();
  return sorted[Math.floor(fraction * (sorted.length - 1))] ?? Number.NEGATIVE_INFINITY;
};
