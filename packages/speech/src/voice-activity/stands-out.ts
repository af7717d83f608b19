import { HEAD } from './live-voice-activity.ts';

/** Distance between the median levels of a voice and of the rest, dB: midway between music alone (4.9) and a voice at 10 dB (8.0). */
const CLEAR_DB = 6.5;
/** Frames of the rest that are enough for a median. */
const MIN_REST = 30;

/**
 * Returns true if what was taken for speech is louder than the rest of the recording, by levels in dB and flags per frame. Music
 * isn't: a speaker's frames between words are quiet (Saunders 1996; Scheirer & Slaney 1997).
 */
export function standsOut(levels: readonly number[], speech: readonly number[]): boolean {
  const rest = levels.filter((_, frame) => frame >= HEAD && !speech[frame]);
  if (rest.length < MIN_REST) return true;
  return medianOf(levels.filter((_, frame) => speech[frame])) - medianOf(rest) >= CLEAR_DB;
}

function medianOf(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NEGATIVE_INFINITY;
}
