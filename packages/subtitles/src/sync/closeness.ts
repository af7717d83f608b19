import type { Cue } from '../cues/cue.ts';

// Maximum distance between a cue and the nearest reference cue that counts as evidence for a match.
const MAX_DISTANCE_MS = 800;
// Offsets at which two files of one video match only by chance; irregular, because dialogue has a rhythm.
const CHANCE_SHIFTS_MS = [-61_000, -37_300, -23_700, 19_100, 31_700, 53_900];

/**
 * Returns the mean closeness of starts to the nearest starts of a reference (sorted), both in milliseconds: 1 for the same time,
 * 0 for a distance of 0.8 s or more.
 */
export function measureCloseness(starts: readonly number[], reference: readonly number[]): number {
  if (starts.length === 0) return 0;
  let sum = 0;
  let nearest = 0;
  for (const start of [...starts].sort((a, b) => a - b)) {
    while (
      nearest + 1 < reference.length &&
      distance(reference, nearest + 1, start) <= distance(reference, nearest, start)
    ) {
      nearest += 1;
    }
    sum += Math.max(0, 1 - distance(reference, nearest, start) / MAX_DISTANCE_MS);
  }
  return sum / starts.length;
}

/** Returns the closeness corrected for chance, 0 to 1. */
export function correctForChance(
  value: number,
  starts: readonly number[],
  reference: readonly number[],
): number {
  const [first = 0] = reference;
  const length = Math.max(1, (reference.at(-1) ?? 0) - first);
  // Shifted starts wrap around at the end of the file.
  const wrap = (ms: number) => first + ((((ms - first) % length) + length) % length);
  const closenessByShift = CHANCE_SHIFTS_MS.map((shift) =>
    measureCloseness(
      starts.map((start) => wrap(start + shift)),
      reference,
    ),
  );
  const meanByChance = closenessByShift.reduce((sum, value) => sum + value, 0) / closenessByShift.length;
  return meanByChance >= 1 ? 0 : Math.min(1, Math.max(0, (value - meanByChance) / (1 - meanByChance)));
}

export function sortStarts(cues: readonly Cue[]): number[] {
  return [...new Set(cues.map(({ start }) => start))].sort((a, b) => a - b);
}

function distance(reference: readonly number[], nearest: number, start: number): number {
  return Math.abs((reference[nearest] ?? Number.POSITIVE_INFINITY) - start);
}
