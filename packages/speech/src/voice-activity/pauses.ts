import { frameToSeconds } from '../frames/framing.ts';
import { findRuns } from './runs.ts';

/** Seconds. */
export type Pause = { start: number; end: number };

/**
 * Shorter gaps are closures of consonants. Measured pauses are up to 50 ms too short, so this finds pauses from 250 ms, the
 * minimum for a hesitation in Goldman-Eisler 1968.
 */
const MIN_PAUSE_S = 0.2;

/** Returns the pauses between the first and the last speech frame. */
export function findPauses(speech: Uint8Array): Pause[] {
  const runs = findRuns(speech);
  return runs
    .slice(1)
    .map(({ from }, index) => ({ start: frameToSeconds(runs[index]?.to ?? 0), end: frameToSeconds(from) }))
    .filter(({ start, end }) => end - start >= MIN_PAUSE_S);
}
