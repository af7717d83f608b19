import type { PreparedFiles, SearchResult } from '../find-beads.ts';
import type { Beads } from '../search/beads.ts';
import type { CueTrack } from '../tracks/cue-track.ts';
import { pairLeftovers } from './pair-leftovers.ts';

/**
 * A bead as the positions of its cues in the whole files (in order of time). `bead` is its index in the search; absent for cues
 * that weren't part of the search.
 */
export type PlacedBead = { original: number[]; target: number[]; bead?: number };

const NO_BEAD = -1;

/** Merges the beads of speech with the remaining cues: sound tags and unmatched speech. */
export function placeBeads(prepared: PreparedFiles, result: SearchResult): PlacedBead[] {
  const { allCues, original, target } = prepared;
  const { beads } = result;
  const originalPositions = mapToWhole(allCues.original, original);
  const targetPositions = mapToWhole(allCues.target, target);
  const pairedBeads: PlacedBead[] = [];
  const beadOf = {
    original: new Int32Array(allCues.original.size).fill(NO_BEAD),
    target: new Int32Array(allCues.target.size).fill(NO_BEAD),
  };
  const taken = {
    original: new Uint8Array(allCues.original.size),
    target: new Uint8Array(allCues.target.size),
  };
  for (let bead = 0; bead < beads.size; bead += 1) {
    const a = findBeadPositions(beads.original, bead, originalPositions);
    const b = findBeadPositions(beads.target, bead, targetPositions);
    for (const index of a) beadOf.original[index] = bead;
    for (const index of b) beadOf.target[index] = bead;
    if (a.length === 0 || b.length === 0) continue;
    for (const index of a) taken.original[index] = 1;
    for (const index of b) taken.target[index] = 1;
    const placed = { original: a, target: b, bead };
    pairedBeads.push(...(beads.crossed[bead] === 1 ? splitCrossed(placed) : [placed]));
  }
  const leftovers = {
    original: findUntaken(taken.original),
    target: findUntaken(taken.target),
  };
  const pairs = pairLeftovers(prepared, result, leftovers);
  for (const [a, b] of pairs) {
    taken.original[a] = 1;
    taken.target[b] = 1;
  }
  const withBead = (bead: number | undefined) => (bead === undefined || bead === NO_BEAD ? {} : { bead });
  const unpaired: PlacedBead[] = [
    ...findUntaken(taken.original).map((index) => ({
      original: [index],
      target: [],
      ...withBead(beadOf.original[index]),
    })),
    ...findUntaken(taken.target).map((index) => ({
      original: [],
      target: [index],
      ...withBead(beadOf.target[index]),
    })),
  ];
  return [...pairedBeads, ...pairs.map(([a, b]) => ({ original: [a], target: [b] })), ...unpaired];
}

/** Splits a crossed two-to-two bead into two beads. */
function splitCrossed({ original, target, ...fields }: PlacedBead): PlacedBead[] {
  const [first, second] = original;
  const [third, fourth] = target;
  if (first === undefined || second === undefined || third === undefined || fourth === undefined) return [];
  return [
    { ...fields, original: [first], target: [fourth] },
    { ...fields, original: [second], target: [third] },
  ];
}

/** Maps positions in a part of a file to positions in the whole file. */
function mapToWhole(allCues: CueTrack, part: CueTrack): Int32Array {
  const positions = new Int32Array(allCues.size);
  for (let position = 0; position < allCues.size; position += 1)
    positions[allCues.cueIndexes[position] as number] = position;
  return part.cueIndexes.map((index) => positions[index] as number);
}

function findUntaken(taken: Uint8Array): number[] {
  const leftovers: number[] = [];
  for (let index = 0; index < taken.length; index += 1) if (taken[index] === 0) leftovers.push(index);
  return leftovers;
}

function findBeadPositions(borders: Beads['original'], bead: number, wholePositions: Int32Array): number[] {
  const last = borders[bead + 1] as number;
  const positions: number[] = [];
  for (let index = borders[bead] as number; index < last; index += 1)
    positions.push(wholePositions[index] as number);
  return positions;
}
