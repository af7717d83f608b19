import { findBeads, prepareSearch } from '../../../../packages/subtitles/src/align/find-beads.ts';
import { describeBeads, type Feature } from '../../../../packages/subtitles/src/align/judgement/features.ts';
import { placeBeads } from '../../../../packages/subtitles/src/align/leftovers/place-beads.ts';
import { type GoldPair, isCoarse, STRESS_PAIR } from './gold-set.ts';
import type { Observation } from './logistic.ts';
import { toKey } from './score-pair.ts';

/** Training data from a pair: the features of beads that join both tracks, and the odds of lines without a counterpart. */
export type Learned = {
  pair: GoldPair;
  /** Video groups (`GoldPair.source`) that the data comes from. */
  sources: string[];
  /** True if the beads are suitable for training. Otherwise they are only used for testing. */
  isTrainable: boolean;
  joined: Observation<Feature>[];
  single: Observation<'constant' | 'odds'>[];
};

// Limits the weight of a long file.
const MAX_FROM_ONE = 400;
// Weight of pairs of unrelated videos, a rare mistake that must be detected. With less, they get too much confidence; with
// more, correct but difficult pairs are flagged.
const UNRELATED_WEIGHT = 0.05;
// The original of every third pair is combined with the target eleven pairs later.
const [UNRELATED_INTERVAL, UNRELATED_STEP] = [3, 11];

/** Computes the features of all beads of a pair, the same way as the engine, and whether each bead is correct. */
export function describeGold(pair: GoldPair): Learned {
  const prepared = prepareSearch(pair.original, pair.target);
  const finding = findBeads(prepared);
  const { pairs, odds } = describeBeads(prepared, finding);
  const known = new Map(pair.gold.map(([original, target], at) => [toKey({ original, target }), at]));
  const { original, target } = prepared.allCues;
  const joined: Observation<Feature>[] = [];
  const alone: Observation<'constant' | 'odds'>[] = [];
  for (const { bead, original: a, target: b } of placeBeads(prepared, finding)) {
    if (bead === undefined) continue;
    const at = known.get(
      toKey({
        original: a.map((position) => original.cueIndexes[position] ?? 0),
        target: b.map((position) => target.cueIndexes[position] ?? 0),
      }),
    );
    const right = at !== undefined && !pair.wrong.has(at);
    const row = pairs[bead];
    if (row) joined.push({ row, weight: 1, right });
    else alone.push({ row: { constant: 1, odds: odds[bead] ?? 0 }, weight: 1, right });
  }
  const weight = Math.min(1, MAX_FROM_ONE / joined.length);
  const isTrainable = !isCoarse(pair) && pair.id !== STRESS_PAIR;
  return {
    pair,
    sources: [pair.source],
    isTrainable,
    joined: joined.map((row) => ({ ...row, weight })),
    single: alone,
  };
}

/** Describes unrelated files: the original of one pair with the target of another video. */
export function describeUnrelated(set: readonly GoldPair[]): Learned[] {
  const typical = set.filter((pair) => !isCoarse(pair) && pair.id !== STRESS_PAIR);
  return typical.flatMap((pair, at) => {
    const others = [...typical.slice(at + UNRELATED_STEP), ...typical.slice(0, at + UNRELATED_STEP)];
    const other = others.find(({ source }) => source !== pair.source);
    if (at % UNRELATED_INTERVAL > 0 || !other) return [];
    const languages: GoldPair['languages'] = [pair.languages[0], other.languages[1]];
    const mixed = { ...pair, languages, target: other.target, gold: [], wrong: new Set<number>() };
    const { joined, ...rest } = describeGold(mixed);
    const lighter = joined.map((row) => ({ ...row, weight: row.weight * UNRELATED_WEIGHT }));
    return [{ ...rest, sources: [pair.source, other.source], joined: lighter, single: [] }];
  });
}
