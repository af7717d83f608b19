import { align } from '../dtw/dtw.ts';
import type { Features } from '../dtw/features.ts';

// A take ends with breath, or starts with it.
export const SLACK = 8;

/**
 * Which of some lines a take is nearest to, and by how much: its cost divided by the next best. A cost alone says nothing:
 * voices and microphones differ more than lines do. Lines that the take can't be warped onto don't count; -1 when none does.
 */
export const nearestLine = (take: Features, lines: readonly Features[]): { index: number; ratio: number } =>
  leastCost(lines.map((line) => align(line, take, { slack: SLACK })?.cost));

/** The same of lines whose costs are known; undefined where the take can't be warped onto one. */
export function leastCost(known: readonly (number | undefined)[]): { index: number; ratio: number } {
  const costs = known.map((cost) => cost ?? Number.POSITIVE_INFINITY);
  const [least = Number.POSITIVE_INFINITY, next = Number.POSITIVE_INFINITY] = [...costs].sort(
    (a, b) => a - b,
  );
  return {
    index: Number.isFinite(least) ? costs.indexOf(least) : -1,
    ratio: Number.isFinite(next) ? least / next : 0,
  };
}
