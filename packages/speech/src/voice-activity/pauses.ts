import { secondsOf } from '../frames/framing.ts';
import { runsOf } from './runs.ts';

/** Seconds. */
export type Pause = { start: number; end: number };

/**
 * Shorter stops are closures of consonants. Pauses are measured up to 50 ms too short: this finds those from 250 ms, where
 * Goldman-Eisler 1968 puts hesitation.
 */
const MIN_PAUSE_S = 0.2;

/** Returns the pauses between the first and the last speech. */
export function pausesOf(speech: Uint8Array): Pause[] {
  const runs = runsOf(speech);
  return runs
    .slice(1)
    .map(({ from }, index) => ({ start: secondsOf(runs[index]?.to ?? 0), end: secondsOf(from) }))
    .filter(({ start, end }) => end - start >= MIN_PAUSE_S);
}
