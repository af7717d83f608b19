import type { BestOption } from './best-path.ts';
import { FADED_DEPTH_DB, FRAME_MS, type Frames, type Pause, quantile } from './pauses.ts';

/** Minimum level of speech above the pause. At a lower contrast, noise masks soft consonants. */
export const SURE_CONTRAST_DB = 20;
/** Minimum cost margin to the next-best pause. */
const MIN_MARGIN = 2;
const MIN_PAUSE_MS = 160;
/** Number of speech frames on either side of a pause to compare it with. */
const VOICE_FRAMES = 40;

/**
 * Returns the level of speech above a pause, in dB; 0 if the pause is short or reverberant, or if another pause fits nearly as
 * well.
 */
export function measureContrast(
  { option: { pause }, margin }: BestOption<{ pause: Pause | null }>,
  { loudness }: Frames,
): number {
  if (!pause || pause.isEchoing) return 0;
  if (margin < MIN_MARGIN || pause.to - pause.from < MIN_PAUSE_MS) return 0;
  const level = (from: number, to: number) =>
    quantile(loudness.subarray(Math.max(0, from), Math.max(0, to)), 0.5);
  const [from, to] = toFrameRange(pause, loudness);
  const inside = level(from + 3, Math.min(to - 3, from + 60));
  const outside = Math.max(level(from - VOICE_FRAMES, from), level(to, to + VOICE_FRAMES));
  return outside - inside;
}

/** Number of frames next to a cut to search for a soft sound: a stop's closure and release. */
const NEARBY_FRAMES = 20;
/**
 * Minimum length of a sound, and its minimum level above the pause's median: in dB, and as a multiple of the pause's own
 * variation.
 */
const SOUND_FRAMES = 6;
const SOUND_DB = 1;
const SOUND_VARIATIONS = 2.5;

/**
 * Returns false if the pause just outside a cut (ms) contains a soft sound: the voicing of an initial stop, a fricative nearly
 * masked by noise, a voice that hasn't faded, or a breath.
 */
export function isQuietNextTo(
  cut: number,
  side: 'before' | 'after',
  pause: Pause | null,
  { loudness }: Frames,
): boolean {
  if (!pause) return true;
  const [from, to] = toFrameRange(pause, loudness);
  const voice = side === 'after' ? [from - VOICE_FRAMES, from] : [to, to + VOICE_FRAMES];
  const voiceLevel = quantile(loudness.subarray(Math.max(0, voice[0] as number), voice[1]), 0.9);
  const levels = smoothLevels(loudness.subarray(from, to));
  const median = quantile(levels, 0.5);
  const limit = Math.max(
    voiceLevel - FADED_DEPTH_DB,
    median + Math.max(SOUND_DB, SOUND_VARIATIONS * (median - quantile(levels, 0.1))),
  );
  const frame = cut / FRAME_MS;
  const nearby =
    side === 'after'
      ? loudness.subarray(Math.ceil(frame), Math.min(to, Math.ceil(frame) + NEARBY_FRAMES))
      : loudness.subarray(Math.max(from, Math.floor(frame) - NEARBY_FRAMES), Math.max(0, Math.floor(frame)));
  return smoothLevels(nearby).every((level) => level <= limit);
}

const smoothLevels = (levels: Float32Array): Float32Array =>
  Float32Array.from(
    { length: Math.max(0, levels.length - SOUND_FRAMES + 1) },
    (_, index) =>
      levels.subarray(index, index + SOUND_FRAMES).reduce((sum, level) => sum + level, 0) / SOUND_FRAMES,
  );

/** Returns a pause's range of frames, clamped to the recording. */
const toFrameRange = ({ from, to }: Pause, loudness: Float32Array): [number, number] => [
  Math.max(0, from / FRAME_MS),
  Math.min(loudness.length, to / FRAME_MS),
];
