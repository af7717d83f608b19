import type { Clock } from '../clock/clock.ts';
import { type CueTrack, computeTimeRange, type TimeRange } from '../tracks/cue-track.ts';
import type { PlacedBead } from './place-beads.ts';

const isOriginal = ({ original }: PlacedBead) => original.length > 0;
const isTwoSided = (bead: PlacedBead) => isOriginal(bead) && bead.target.length > 0;

/**
 * Returns the times of beads on the original's clock: those of the original cues, otherwise those of the target cues converted by
 * `clock`. Before the first two-sided bead the clock is unknown, so uses the offset of that bead; without such a bead, the
 * target's times are unchanged.
 */
export function timeBeads(
  placed: readonly PlacedBead[],
  allCues: { original: CueTrack; target: CueTrack },
  clock: Clock,
): TimeRange[] {
  const firstPair = firstBead(placed, isTwoSided);
  const offset = firstPair
    ? computeTimeRange(allCues.original, firstPair.original).start -
      clock.scale * computeTimeRange(allCues.target, firstPair.target).start
    : 0;
  const scale = firstPair ? clock.scale : 1;
  return placed.map((bead) => {
    if (isOriginal(bead)) return computeTimeRange(allCues.original, bead.original);
    if (firstPair && !isBefore(bead, firstPair)) return computeTimeRange(clock, bead.target);
    const { start, end } = computeTimeRange(allCues.target, bead.target);
    return { start: scale * start + offset, end: scale * end + offset };
  });
}

/**
 * Finds beads that can't be practised, as positions in `placed`: beads that end before 0, target-only lines that end before the
 * original's first cue, and all but the last of several beads that overlap at the original's start.
 */
export function findUnusableBeads(
  placed: readonly PlacedBead[],
  times: readonly TimeRange[],
  original: CueTrack,
): ReadonlySet<number> {
  const excluded = new Set<number>();
  const firstPair = firstBead(placed, isTwoSided);
  const first = firstPair ? Math.max(0, original.start[0] ?? 0) : 0;
  for (const [index, bead] of placed.entries()) {
    const { start, end } = times[index] as TimeRange;
    const earliest = isOriginal(bead) ? 0 : first;
    if (start < earliest && end <= earliest) excluded.add(index);
  }
  const firstOriginal = firstPair && firstBead(placed, isOriginal);
  if (!firstOriginal) return excluded;
  const candidates = Array.from(placed.keys()).filter(
    (index) => !excluded.has(index) && isBefore(placed[index] as PlacedBead, firstOriginal),
  );
  candidates.sort((a, b) => (placed[b]?.bead ?? 0) - (placed[a]?.bead ?? 0));
  const firstStart = computeTimeRange(original, firstOriginal.original).start;
  let limit = Number.POSITIVE_INFINITY;
  for (const index of candidates) {
    const { start, end } = times[index] as TimeRange;
    const earliest = Math.min(start, firstStart);
    if (earliest + (end - start) / 2 >= limit) excluded.add(index);
    else limit = earliest;
  }
  return excluded;
}

/** Finds the first bead of the search that meets a condition. */
function firstBead(
  placed: readonly PlacedBead[],
  isMatch: (bead: PlacedBead) => boolean,
): (PlacedBead & { bead: number }) | undefined {
  let first: (PlacedBead & { bead: number }) | undefined;
  for (const { bead, ...cues } of placed)
    if (bead !== undefined && isMatch(cues) && bead < (first?.bead ?? Number.POSITIVE_INFINITY))
      first = { ...cues, bead };
  return first;
}

const isBefore = ({ bead }: PlacedBead, reference: { bead: number }) =>
  bead !== undefined && bead < reference.bead;
