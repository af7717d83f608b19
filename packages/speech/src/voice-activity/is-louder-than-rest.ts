import { SKIPPED_FRAMES } from './live-voice-activity.ts';

/**
 * Minimum difference between the median levels of a voice and of the rest, in dB: midway between music (4.9) and a voice at 10 dB
 * (8.0).
 */
const MIN_DIFFERENCE_DB = 6.5;
/** Minimum number of other frames for computing their median. */
const MIN_REST_FRAMES = 30;

/**
 * Returns true if the frames flagged as speech are louder than the rest of the recording (levels in dB, one per frame). A speaker
 * is quiet between words, while music isn't (Saunders 1996; Scheirer & Slaney 1997).
 */
export function isLouderThanRest(levels: readonly number[], speech: readonly number[]): boolean {
  const rest = levels.filter((_, frame) => frame >= SKIPPED_FRAMES && !speech[frame]);
  if (rest.length < MIN_REST_FRAMES) return true;
  return median(levels.filter((_, frame) => speech[frame])) - median(rest) >= MIN_DIFFERENCE_DB;
}

function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NEGATIVE_INFINITY;
}
