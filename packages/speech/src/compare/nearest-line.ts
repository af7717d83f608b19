import { align } from '../dtw/dtw.ts';
import type { Features } from '../dtw/features.ts';

// A take ends with breath, or starts with it.
const SLACK = 8;

/**
 * Which of some lines a take is nearest to, and by how much: its cost divided by the next best. A cost alone says nothing:
 * voices and microphones differ more than lines do. Lines that the take can't be warped onto don't count; -1 when none does.
 */
export function nearestLine(take: Features, lines: readonly Features[]): { index: number; ratio: number } {
  const costs = lines.map((line) => align(line, take, { slack: SLACK })?.cost ?? Number.POSITIVE_INFINITY);
  const [least = Number.POSITIVE_INFINITY, next = Number.POSITIVE_INFINITY] = [...costs].sort(
    (a, b) => a - b,
  );
  return {
    index: Number.isFinite(least) ? costs.indexOf(least) : -1,
    ratio: Number.isFinite(next) ? least / next : 0,
  };
}
