import type { Beads } from './beads.ts';
import { learnEvidence } from './evidence.ts';
import type { Finding, Prepared } from './find-beads.ts';
import { medianOf } from './median.ts';
import { weighBeads } from './posterior.ts';

/** What the judgement of a bead rests on, in the order of its row; see {@link describeBeads}. */
export const FEATURES = [
  'constant',
  'odds',
  'neighbourOdds',
  'lengthOff',
  'wordsMissed',
  'wordsMissedShare',
  'numbersDiffer',
  'endsDiffer',
] as const;

/** One row of features for each bead of both sides (`pairs`), and the odds of every bead, lone ones too. */
export type Description = { pairs: (Float64Array | undefined)[]; odds: Float64Array };

// Logarithmic odds beyond this say no more.
const SUREST = 8;
// Beyond this many times the usual spread it is clear enough.
const FARTHEST_LENGTH = 5;
// Nats that usual words find anyway, so that a bead of few known words isn't all missed or all found.
const USUAL_FIND = 2;
// Free translations miss as much as this; more is no surer sign.
const MOST_MISSED = 3;
const NORMAL_MEDIAN = 0.6745;
const LEAST_SPREAD = 0.5;

/**
 * Describes each bead by what speaks for and against it: how far the search preferred it (logarithmic odds) and its
 * neighbours, how unusual the lengths of its texts are, which words lack the partners that they have elsewhere, whether
 * numbers agree, and whether both sides end a sentence.
 */
export function describeBeads(prepared: Prepared, finding: Finding): Description {
  const { original, target } = prepared;
  const { beads, search } = finding;
  const { costs, tolerance } = search;
  const odds = weighBeads(search, beads).map(toOdds);
  const evidence = learnEvidence(original, target, beads, finding.lexicon);
  const spread = spreadOf(evidence.missed, beads);
  const endsAgree = agreementOfEnds(prepared, beads);
  const pairs = Array.from(odds, (own, bead) => {
    const [a, z] = [beads.original[bead] ?? 0, beads.original[bead + 1] ?? 0];
    const [b, y] = [beads.target[bead] ?? 0, beads.target[bead + 1] ?? 0];
    if (a === z || b === y) return undefined;
    const lengths = {
      original: costs.original.lengths[z - a]?.[a] ?? 0,
      target: costs.target.lengths[y - b]?.[b] ?? 0,
    };
    const unusual =
      Math.abs(lengths.target - lengths.original - tolerance.lengthRatio) / tolerance.lengthSpread;
    const off = Math.min(FARTHEST_LENGTH, unusual);
    const [missed, found] = [evidence.missed[bead] ?? 0, evidence.found[bead] ?? 0];
    return Float64Array.of(
      1,
      own,
      Math.min(odds[bead - 1] ?? SUREST, odds[bead + 1] ?? SUREST),
      off,
      Math.min(MOST_MISSED, missed / spread),
      missed / (USUAL_FIND + Math.max(0, missed + found)),
      evidence.numbers[bead] ?? 0,
      original.sentenceEnd[z - 1] === target.sentenceEnd[y - 1] ? 0 : endsAgree,
    );
  });
  return { pairs, odds };
}

function toOdds(probability: number): number {
  const odds = Math.log((probability + 1e-6) / (1 - probability + 1e-6));
  return Math.min(SUREST, Math.max(-SUREST, odds));
}

function isPair(beads: Beads, bead: number): boolean {
  return beads.original[bead] !== beads.original[bead + 1] && beads.target[bead] !== beads.target[bead + 1];
}

function spreadOf(values: Float64Array, beads: Beads): number {
  const ofPairs = values.filter((_, bead) => isPair(beads, bead)).map(Math.abs);
  return LEAST_SPREAD + medianOf(ofPairs) / NORMAL_MEDIAN;
}

/**
 * How far the ends of sentences agree beyond chance (Cohen's kappa), 0 to 1: some languages and some transcripts end their
 * sentences without a sign, and then ends say nothing.
 */
function agreementOfEnds({ original, target }: Prepared, beads: Beads): number {
  let [pairs, agreeing, originalEnds, targetEnds] = [0, 0, 0, 0];
  for (let bead = 0; bead < beads.size; bead += 1) {
    if (!isPair(beads, bead)) continue;
    const a = original.sentenceEnd[(beads.original[bead + 1] ?? 0) - 1] ?? 0;
    const b = target.sentenceEnd[(beads.target[bead + 1] ?? 0) - 1] ?? 0;
    pairs += 1;
    agreeing += a === b ? 1 : 0;
    originalEnds += a;
    targetEnds += b;
  }
  const chance =
    (originalEnds * targetEnds + (pairs - originalEnds) * (pairs - targetEnds)) / Math.max(1, pairs * pairs);
  // Where nearly all lines end a sentence on both sides, one that doesn't says much, and kappa can't be measured.
  const rare = 1 - chance < 0.02;
  if (pairs === 0) return 0;
  return rare ? agreeing / pairs : Math.max(0, (agreeing / pairs - chance) / (1 - chance));
}
