import type { Finding, Prepared } from '../find-beads.ts';
import type { Beads } from '../search/beads.ts';
import type { CueTrack } from '../tracks/cue-track.ts';
import { pairLeftovers } from './pair-leftovers.ts';

/**
 * A bead by the positions of its cues in the whole files (in order of time). `bead` is its number in the search, absent for
 * cues that were not searched.
 */
export type PlacedBead = { original: number[]; target: number[]; bead?: number };

const NO_BEAD = -1;

/** Merges the speech beads with the cues left out: sound tags, and unmatched speech. */
export function placeBeads(prepared: Prepared, finding: Finding): PlacedBead[] {
  const { whole, original, target } = prepared;
  const { beads } = finding;
  const originalPositions = positionsIn(whole.original, original);
  const targetPositions = positionsIn(whole.target, target);
  const joined: PlacedBead[] = [];
  const beadOf = {
    original: new Int32Array(whole.original.size).fill(NO_BEAD),
    target: new Int32Array(whole.target.size).fill(NO_BEAD),
  };
  const taken = { original: new Uint8Array(whole.original.size), target: new Uint8Array(whole.target.size) };
  for (let bead = 0; bead < beads.size; bead += 1) {
    const a = positionsOf(beads.original, bead, originalPositions);
    const b = positionsOf(beads.target, bead, targetPositions);
    for (const at of a) beadOf.original[at] = bead;
    for (const at of b) beadOf.target[at] = bead;
    if (a.length === 0 || b.length === 0) continue;
    for (const at of a) taken.original[at] = 1;
    for (const at of b) taken.target[at] = 1;
    const placed = { original: a, target: b, bead };
    joined.push(...(beads.crossed[bead] === 1 ? cross(placed) : [placed]));
  }
  const left = {
    original: positionsLeft(taken.original),
    target: positionsLeft(taken.target),
  };
  const pairs = pairLeftovers(prepared, finding, left);
  for (const [a, b] of pairs) {
    taken.original[a] = 1;
    taken.target[b] = 1;
  }
  const numbered = (bead: number | undefined) => (bead === undefined || bead === NO_BEAD ? {} : { bead });
  const lone: PlacedBead[] = [
    ...positionsLeft(taken.original).map((at) => ({
      original: [at],
      target: [],
      ...numbered(beadOf.original[at]),
    })),
    ...positionsLeft(taken.target).map((at) => ({
      original: [],
      target: [at],
      ...numbered(beadOf.target[at]),
    })),
  ];
  return [...joined, ...pairs.map(([a, b]) => ({ original: [a], target: [b] })), ...lone];
}

/** Splits a crossed two-to-two bead into two beads. */
function cross({ original, target, ...rest }: PlacedBead): PlacedBead[] {
  const [first, second] = original;
  const [third, fourth] = target;
  if (first === undefined || second === undefined || third === undefined || fourth === undefined) return [];
  return [
    { ...rest, original: [first], target: [fourth] },
    { ...rest, original: [second], target: [third] },
  ];
}

/** Returns, for each position in a part of a file, its position in the whole. */
function positionsIn(whole: CueTrack, part: CueTrack): Int32Array {
  const positions = new Int32Array(whole.size);
  for (let position = 0; position < whole.size; position += 1)
    positions[whole.at[position] as number] = position;
  return part.at.map((at) => positions[at] as number);
}

function positionsLeft(taken: Uint8Array): number[] {
  const left: number[] = [];
  for (let at = 0; at < taken.length; at += 1) if (taken[at] === 0) left.push(at);
  return left;
}

function positionsOf(borders: Beads['original'], bead: number, inWhole: Int32Array): number[] {
  const last = borders[bead + 1] as number;
  const positions: number[] = [];
  for (let at = borders[bead] as number; at < last; at += 1) positions.push(inWhole[at] as number);
  return positions;
}
