import { DOUBT, LONE_WEIGHTS, PAIR_WEIGHTS } from '../../../../packages/subtitles/src/align/confidence.ts';
import type { Feature } from '../../../../packages/subtitles/src/align/features.ts';
import { type Report, told } from '../../report.ts';
import { describeGold, type Learned } from './describe-gold.ts';
import { isCoarse, readGoldSet } from './gold-set.ts';
import { fitLogistic, judgeBy } from './logistic.ts';
import { refitSearch } from './refit-search.ts';
import { calibrate, type Judged, recallAmongLeastSure, scoreFlags, showCalibration } from './score-doubts.ts';

const FEATURES = Object.keys(PAIR_WEIGHTS) as Feature[];

/**
 * Fits the parameters of the aligner anew and tells them beside those in use. Confidence is also fitted leaving out one
 * group of videos after the other, and judged on the one left out: those are the figures to believe.
 */
export async function refitAlignment(): Promise<Report> {
  const set = readGoldSet();
  if (set.length === 0) return { rows: [], notes: ['Left out: there is no set of aligned files here.'] };
  const learned = set.map(describeGold);
  const joined = fitLogistic(FEATURES, lessonsOf(learned));
  const alone = fitLogistic(
    ['constant', 'odds'],
    learned.filter(({ teaches }) => teaches).flatMap((one) => one.alone),
  );
  const besides = (fitted: number, used: number) => `fitted ${fitted.toFixed(2)}, in use ${used}`;
  const heldOut = judgeHeldOut(learned);
  return {
    rows: [
      ...FEATURES.map((feature) => told(feature, besides(joined[feature], PAIR_WEIGHTS[feature]))),
      told('alone: constant', besides(alone.constant, LONE_WEIGHTS.constant)),
      told('alone: odds', besides(alone.odds, LONE_WEIGHTS.odds)),
      ...describeHeldOut('held out, all', heldOut),
      ...describeHeldOut(
        'held out, without class N',
        heldOut.filter(({ coarse }) => !coarse),
      ),
      ...refitSearch(set),
    ],
    notes: [
      `Held out: ${new Set(set.map(({ source }) => source)).size} groups of videos, each judged by weights learned from the others.`,
      `Calibration held out, without class N: ${showCalibration(calibrate(heldOut.filter(({ coarse }) => !coarse)))}.`,
    ],
  };
}

const lessonsOf = (learned: readonly Learned[]) =>
  learned.filter(({ teaches }) => teaches).flatMap(({ joined }) => joined);

function judgeHeldOut(learned: readonly Learned[]): (Judged & { coarse: boolean })[] {
  const sources = new Set(learned.map(({ pair }) => pair.source));
  return [...sources].flatMap((source) => {
    const own = learned.filter(({ pair }) => pair.source === source);
    const weights = fitLogistic(FEATURES, lessonsOf(learned.filter(({ pair }) => pair.source !== source)));
    return own.flatMap(({ pair, joined }) =>
      joined.map(({ row, right }) => {
        const confidence = judgeBy(weights, row);
        return { confidence, mismatch: confidence < DOUBT, right, coarse: isCoarse(pair) };
      }),
    );
  });
}

function describeHeldOut(name: string, judged: readonly Judged[]) {
  const { precision, recall, f1, share } = scoreFlags(judged);
  return [
    told(
      `${name}: mismatch flag`,
      `F1 ${f1.toFixed(3)} (P ${precision.toFixed(2)}, R ${recall.toFixed(2)}, on ${(100 * share).toFixed(1)} %)`,
    ),
    told(
      `${name}: wrong ones among the tenth least sure`,
      `${(100 * recallAmongLeastSure(judged, 0.1)).toFixed(1)} %`,
    ),
  ];
}
