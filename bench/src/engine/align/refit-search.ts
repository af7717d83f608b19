import { findBeads, prepareSearch } from '../../../../packages/subtitles/src/align/find-beads.ts';
import { placeBeads } from '../../../../packages/subtitles/src/align/leftovers/place-beads.ts';
import { PARAMETERS, type Parameters } from '../../../../packages/subtitles/src/align/search/parameters.ts';
import { info, type Row } from '../../report.ts';
import { type GoldPair, isCoarse, STRESS_PAIR } from './gold-set.ts';
import { scorePair } from './score-pair.ts';

type Tuned = Exclude<keyof Parameters, 'kinds' | 'loneNonSpeech'>;

// Step of each parameter: about the smallest that makes a difference.
const STEPS: Record<Tuned, number> = {
  time: 0.2,
  freedom: 1,
  chanceMs: 500,
  length: 0.15,
  words: 0.04,
  chance: 0.2,
  gap: 0.3,
  partial: 1,
  tag: 1,
  lone: 0.5,
};

type Trial = { name: Tuned; value: number; scores: number[] };

/**
 * Moves each search parameter one step in both directions, one at a time, and reports the change of the strict score (mean over
 * the pairs, in points). The fit is good if no step improves it. `held out` is the mean score if each group of videos is
 * searched with the one step that is best for all other groups.
 */
export function refitSearch(set: readonly GoldPair[]): Row[] {
  const pairs = set.filter((pair) => !isCoarse(pair) && pair.id !== STRESS_PAIR);
  const prepared = pairs.map((pair) => prepareSearch(pair.original, pair.target));
  const computeScores = (parameters: Parameters): number[] =>
    pairs.map((pair, at) => {
      const own = prepared[at];
      if (!own) return 0;
      const segments = placeBeads(own, findBeads(own, parameters)).map(({ original, target }) => ({
        original: original.map((position) => own.allCues.original.cueIndexes[position] ?? 0),
        target: target.map((position) => own.allCues.target.cueIndexes[position] ?? 0),
      }));
      return 100 * scorePair(pair, segments).strict.f1;
    });
  const currentScores = computeScores(PARAMETERS);
  const trials = (Object.keys(STEPS) as Tuned[]).flatMap((name) =>
    [-1, 1].flatMap((way): Trial[] => {
      const value = Math.round((PARAMETERS[name] + way * STEPS[name]) * 100) / 100;
      return value > 0 ? [{ name, value, scores: computeScores({ ...PARAMETERS, [name]: value }) }] : [];
    }),
  );
  const computeGain = ({ scores }: Trial) => mean(scores) - mean(currentScores);
  return [
    info('search: strict score in use', mean(currentScores).toFixed(2)),
    ...(Object.keys(STEPS) as Tuned[]).map((name) => {
      const own = trials.filter((trial) => trial.name === name);
      const steps = own.map(
        (trial) => `${trial.value}: ${computeGain(trial) >= 0 ? '+' : ''}${computeGain(trial).toFixed(2)}`,
      );
      return info(`search: ${name}`, `in use ${PARAMETERS[name]}; ${steps.join(', ')}`);
    }),
    info('search: strict score held out', scoreHeldOut(pairs, currentScores, trials).toFixed(2)),
  ];
}

function scoreHeldOut(pairs: readonly GoldPair[], currentScores: number[], trials: readonly Trial[]): number {
  const candidates = [currentScores, ...trials.map(({ scores }) => scores)];
  return mean(
    pairs.map(({ source }, at) => {
      const meanOfOthers = (scores: readonly number[]) =>
        mean(scores.filter((_, k) => pairs[k]?.source !== source));
      const best = candidates.reduce((a, b) => (meanOfOthers(b) > meanOfOthers(a) ? b : a));
      return best[at] ?? 0;
    }),
  );
}

const mean = (values: readonly number[]): number =>
  values.reduce((sum, value) => sum + value, 0) / Math.max(1, values.length);
