import type { Clock } from '../clock/clock.ts';
import { type CueTrack, extentOf, type Times } from '../tracks/cue-track.ts';
import type { PlacedBead } from './place-beads.ts';

const isOriginal = ({ original }: PlacedBead) => original.length > 0;
const isTwoSided = (bead: PlacedBead) => isOriginal(bead) && bead.target.length > 0;

/**
 * Returns the times of beads on the original's clock: the original's, otherwise the target's by `clock`. Before the first bead of
 * both tracks the clock is unknown, so its offset there is used; without any such bead the target's times stay unchanged.
 */
export function timeBeads(
  placed: readonly PlacedBead[],
  whole: { original: CueTrack; target: CueTrack },
  clock: Clock,
): Times[] {
  const opening = firstBead(placed, isTwoSided);
  const offset = opening
    ? extentOf(whole.original, opening.original).start -
      clock.scale * extentOf(whole.target, opening.target).start
    : 0;
  const scale = opening ? clock.scale : 1;
  return placed.map((bead) => {
    if (isOriginal(bead)) return extentOf(whole.original, bead.original);
    if (opening && !isEarlier(bead, opening)) return extentOf(clock, bead.target);
    const { start, end } = extentOf(whole.target, bead.target);
    return { start: scale * start + offset, end: scale * end + offset };
  });
}

/**
 * Finds the beads that can't be practised, as positions in `placed`: those that end before 0, lines of the target alone that end
 * before the original's first cue, and all but the last of several that overlap at its start.
 */
export function findBeadsBefore(
  placed: readonly PlacedBead[],
  times: readonly Times[],
  original: CueTrack,
): ReadonlySet<number> {
  const out = new Set<number>();
  const opening = firstBead(placed, isTwoSided);
  const first = opening ? Math.max(0, original.start[0] ?? 0) : 0;
  for (const [at, bead] of placed.entries()) {
    const { start, end } = times[at] as Times;
    const from = isOriginal(bead) ? 0 : first;
    if (start < from && end <= from) out.add(at);
  }
  const begin = opening && firstBead(placed, isOriginal);
  if (!begin) return out;
  const before = Array.from(placed.keys()).filter(
    (at) => !out.has(at) && isEarlier(placed[at] as PlacedBead, begin),
  );
  before.sort((a, b) => (placed[b]?.bead ?? 0) - (placed[a]?.bead ?? 0));
  const beginStart = extentOf(original, begin.original).start;
  let limit = Number.POSITIVE_INFINITY;
  for (const at of before) {
    const { start, end } = times[at] as Times;
    // None starts after the original's first cue.
    const from = Math.min(start, beginStart);
    if (from + (end - start) / 2 >= limit) out.add(at);
    else limit = from;
  }
  return out;
}

/** Finds the first numbered bead that meets a condition. */
function firstBead(
  placed: readonly PlacedBead[],
  meets: (bead: PlacedBead) => boolean,
): (PlacedBead & { bead: number }) | undefined {
  let first: (PlacedBead & { bead: number }) | undefined;
  for (const { bead, ...cues } of placed)
    if (bead !== undefined && meets(cues) && bead < (first?.bead ?? Number.POSITIVE_INFINITY))
      first = { ...cues, bead };
  return first;
}

const isEarlier = ({ bead }: PlacedBead, opening: { bead: number }) =>
  bead !== undefined && bead < opening.bead;
