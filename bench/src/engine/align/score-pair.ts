import type { AlignedSegment } from '@sayback/subtitles';
import type { GoldPair } from './gold-set.ts';

type Joined = { original: readonly number[]; target: readonly number[] };

/** Precision, recall and their harmonic mean, 0 to 1. */
export type Agreement = { precision: number; recall: number; f1: number };

/**
 * Agreement of a pair's segments with the gold standard. `strict` counts identical two-sided beads, `lax` the pairs of cues in
 * them.
 */
export type PairScore = { id: string; strict: Agreement; lax: Agreement };

export function scorePair(pair: GoldPair, segments: readonly Joined[]): PairScore {
  const known = pair.gold.map(([original, target]) => ({ original, target })).filter(isJoined);
  const joined = segments.filter(isJoined);
  return {
    id: pair.id,
    strict: compareSets(new Set(joined.map(toKey)), new Set(known.map(toKey))),
    lax: compareSets(toLinks(joined), toLinks(known)),
  };
}

/** Lists the two-sided segments with `right`: true if the segment is exactly a gold bead whose text wasn't replaced. */
export function markRight<Segment extends AlignedSegment>(
  pair: GoldPair,
  segments: readonly Segment[],
): { segment: Segment; right: boolean }[] {
  const positions = new Map(pair.gold.map(([original, target], at) => [toKey({ original, target }), at]));
  return segments.filter(isJoined).map((segment) => {
    const at = positions.get(toKey(segment));
    return { segment, right: at !== undefined && !pair.wrong.has(at) };
  });
}

export function computeAgreement(right: number, total: number, known: number): Agreement {
  const precision = total > 0 ? right / total : known > 0 ? 0 : 1;
  const recall = known > 0 ? right / known : 1;
  const sum = precision + recall;
  return { precision, recall, f1: sum > 0 ? (2 * precision * recall) / sum : 0 };
}

function compareSets(actual: ReadonlySet<string>, known: ReadonlySet<string>): Agreement {
  let right = 0;
  for (const pair of actual) if (known.has(pair)) right += 1;
  return computeAgreement(right, actual.size, known.size);
}

const isJoined = ({ original, target }: Joined) => original.length > 0 && target.length > 0;

export function toKey({ original, target }: Joined): string {
  const sorted = (positions: readonly number[]) => [...positions].sort((a, b) => a - b).join(',');
  return `${sorted(original)}|${sorted(target)}`;
}

function toLinks(beads: readonly Joined[]): Set<string> {
  return new Set(
    beads.flatMap(({ original, target }) => original.flatMap((a) => target.map((b) => `${a}|${b}`))),
  );
}
