import type { Beads } from './beads.ts';
import type { Finding, Prepared } from './find-beads.ts';
import { pairLeftovers } from './pair-leftovers.ts';
import type { Side } from './side.ts';

/**
 * A bead by the places of its cues in the whole files (in the order of time). `bead` is its number in the search, absent
 * for what the search left out.
 */
export type PlacedBead = { original: number[]; target: number[]; bead?: number };

/**
 * Puts the beads of speech together with what they left out: sound tags, and speech that stayed alone.
 */
export function placeBeads(prepared: Prepared, finding: Finding): PlacedBead[] {
  const { whole, original, target } = prepared;
  const { beads } = finding;
  const originalPlace = placesIn(whole.original, original);
  const targetPlace = placesIn(whole.target, target);
  const joined: PlacedBead[] = [];
  const beadOf = { original: new Map<number, number>(), target: new Map<number, number>() };
  for (let bead = 0; bead < beads.size; bead += 1) {
    const a = range(beads.original, bead);
    const b = range(beads.target, bead);
    for (const at of a) beadOf.original.set(originalPlace[at] ?? 0, bead);
    for (const at of b) beadOf.target.set(targetPlace[at] ?? 0, bead);
    if (a.length === 0 || b.length === 0) continue;
    const whole = {
      original: a.map((at) => originalPlace[at] ?? 0),
      target: b.map((at) => targetPlace[at] ?? 0),
      bead,
    };
    joined.push(...(beads.crossed[bead] === 1 ? cross(whole) : [whole]));
  }
  const left = {
    original: without(whole.original.size, new Set(joined.flatMap((bead) => bead.original))),
    target: without(whole.target.size, new Set(joined.flatMap((bead) => bead.target))),
  };
  const pairs = pairLeftovers(prepared, finding, left);
  const paired = { original: new Set(pairs.map(([a]) => a)), target: new Set(pairs.map(([, b]) => b)) };
  const numbered = (bead: number | undefined) => (bead === undefined ? {} : { bead });
  const lone: PlacedBead[] = [
    ...left.original
      .filter((at) => !paired.original.has(at))
      .map((at) => ({ original: [at], target: [], ...numbered(beadOf.original.get(at)) })),
    ...left.target
      .filter((at) => !paired.target.has(at))
      .map((at) => ({ original: [], target: [at], ...numbered(beadOf.target.get(at)) })),
  ];
  return [...joined, ...pairs.map(([a, b]) => ({ original: [a], target: [b] })), ...lone];
}

/** Two and two that belong together crosswise are two beads. */
function cross({ original, target, ...rest }: PlacedBead): PlacedBead[] {
  const [first, second] = original;
  const [third, fourth] = target;
  if (first === undefined || second === undefined || third === undefined || fourth === undefined) return [];
  return [
    { ...rest, original: [first], target: [fourth] },
    { ...rest, original: [second], target: [third] },
  ];
}

/** For each place in a part of a file its place in the whole. */
function placesIn(whole: Side, part: Side): number[] {
  const places = new Map(Array.from(whole.at, (at, place) => [at, place]));
  return Array.from(part.at, (at) => places.get(at) ?? 0);
}

function without(size: number, taken: ReadonlySet<number>): number[] {
  return Array.from({ length: size }, (_, at) => at).filter((at) => !taken.has(at));
}

function range(borders: Beads['original'], bead: number): number[] {
  const [from, to] = [borders[bead] ?? 0, borders[bead + 1] ?? 0];
  return Array.from({ length: to - from }, (_, at) => from + at);
}
