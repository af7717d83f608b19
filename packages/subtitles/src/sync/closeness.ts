import type { Cue } from '../cues/cue.ts';

// Distance from every cue of the reference beyond which a cue is no evidence that the two belong together.
const REACH_MS = 800;
// Offsets at which two files of one video match only by chance. Irregular, since dialogue has a rhythm.
const CHANCE_SHIFTS_MS = [-61_000, -37_300, -23_700, 19_100, 31_700, 53_900];

/**
 * Returns how close starts are to those of a reference (sorted): the mean, from 1 for the same time to 0 for 0.8 s or more
 * apart. Milliseconds.
 */
export function closeness(starts: readonly number[], reference: readonly number[]): number {
  if (starts.length === 0) return 0;
  let sum = 0;
  let at = 0;
  for (const start of [...starts].sort((a, b) => a - b)) {
    while (
      at + 1 < reference.length &&
      distance(reference, at + 1, start) <= distance(reference, at, start)
    ) {
      at += 1;
    }
    sum += Math.max(0, 1 - distance(reference, at, start) / REACH_MS);
  }
  return sum / starts.length;
}

/** Returns the closeness beyond chance, 0 to 1. */
export function beyondChance(value: number, starts: readonly number[], reference: readonly number[]): number {
  const [first = 0] = reference;
  const length = Math.max(1, (reference.at(-1) ?? 0) - first);
  // Shifted starts wrap around, so that none falls off the end.
  const wrap = (ms: number) => first + ((((ms - first) % length) + length) % length);
  const chances = CHANCE_SHIFTS_MS.map((shift) =>
    closeness(
      starts.map((start) => wrap(start + shift)),
      reference,
    ),
  );
  const chance = chances.reduce((sum, one) => sum + one, 0) / chances.length;
  return chance >= 1 ? 0 : Math.min(1, Math.max(0, (value - chance) / (1 - chance)));
}

export function startsOf(cues: readonly Cue[]): number[] {
  return [...new Set(cues.map(({ start }) => start))].sort((a, b) => a - b);
}

function distance(reference: readonly number[], at: number, start: number): number {
  return Math.abs((reference[at] ?? Number.POSITIVE_INFINITY) - start);
}
