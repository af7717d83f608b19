import type { Chosen } from './best-path.ts';
import { FADED_DEPTH_DB, FRAME_MS, type Frames, type Pause, quantile } from './pauses.ts';

/** Minimum level of speech above its pause: less hides soft consonants. */
export const SURE_CONTRAST_DB = 20;
/** Margin to the next-best pause. */
const SURE_MARGIN = 2;
const SURE_PAUSE_MS = 160;
/** Frames of speech beside a pause to compare with. */
const VOICE_FRAMES = 40;

/** Returns how far speech is above a pause without a rival, dB; 0 if it can't be sure. */
export function contrastOf(
  { option: { pause }, margin }: Chosen<{ pause: Pause | null }>,
  { loudness }: Frames,
): number {
  if (!pause || pause.isEchoing) return 0;
  if (margin < SURE_MARGIN || pause.to - pause.from < SURE_PAUSE_MS) return 0;
  const level = (from: number, to: number) =>
    quantile(loudness.subarray(Math.max(0, from), Math.max(0, to)), 0.5);
  const [from, to] = rangeOf(pause, loudness);
  const inside = level(from + 3, Math.min(to - 3, from + 60));
  const outside = Math.max(level(from - VOICE_FRAMES, from), level(to, to + VOICE_FRAMES));
  return outside - inside;
}

/** Frames beside a cut that belong to its word if they sound: a closure of a stop, and its release or voicing. */
const BESIDE_FRAMES = 20;
/**
 * Length of a sound, and its level above the median of a pause: at least this, and this many times what the pause varies below
 * its median.
 */
const SOUND_FRAMES = 6;
const SOUND_DB = 1;
const SOUND_VARIATIONS = 2.5;

/**
 * Returns false if a soft sound is heard in the pause just outside of a cut (ms): the voicing of a first stop, a fricative that
 * noise nearly hides, or a voice that has not faded into the room. It may be a breath: only a person can tell.
 */
export function isSilentBeside(
  cut: number,
  side: 'before' | 'after',
  pause: Pause | null,
  { loudness }: Frames,
): boolean {
  if (!pause) return true;
  const [from, to] = rangeOf(pause, loudness);
  const voice = side === 'after' ? [from - VOICE_FRAMES, from] : [to, to + VOICE_FRAMES];
  const loud = quantile(loudness.subarray(Math.max(0, voice[0] as number), voice[1]), 0.9);
  const levels = averaged(loudness.subarray(from, to));
  const middle = quantile(levels, 0.5);
  const limit = Math.max(
    loud - FADED_DEPTH_DB,
    middle + Math.max(SOUND_DB, SOUND_VARIATIONS * (middle - quantile(levels, 0.1))),
  );
  const at = cut / FRAME_MS;
  const beside =
    side === 'after'
      ? loudness.subarray(Math.ceil(at), Math.min(to, Math.ceil(at) + BESIDE_FRAMES))
      : loudness.subarray(Math.max(from, Math.floor(at) - BESIDE_FRAMES), Math.max(0, Math.floor(at)));
  return averaged(beside).every((level) => level <= limit);
}

const averaged = (levels: Float32Array): Float32Array =>
  Float32Array.from(
    { length: Math.max(0, levels.length - SOUND_FRAMES + 1) },
    (_, at) => levels.subarray(at, at + SOUND_FRAMES).reduce((sum, level) => sum + level, 0) / SOUND_FRAMES,
  );

/** A pause's frames within the recording. */
const rangeOf = ({ from, to }: Pause, loudness: Float32Array): [number, number] => [
  Math.max(0, from / FRAME_MS),
  Math.min(loudness.length, to / FRAME_MS),
];
