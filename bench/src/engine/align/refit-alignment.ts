import type { Feature } from '../../../../packages/subtitles/src/align/judgement/features.ts';
import {
  LONE_WEIGHTS,
  MISMATCH_THRESHOLD,
  PAIR_WEIGHTS,
} from '../../../../packages/subtitles/src/align/judgement/judge-beads.ts';
import { info, type Report, type Row } from '../../report.ts';
import { describeGold, describeUnrelated, type Learned } from './describe-gold.ts';
import { isCoarse, readGoldSet } from './gold-set.ts';
import { fitLogistic, judgeBy } from './logistic.ts';
import { refitSearch } from './refit-search.ts';
import {
  calibrate,
  type Judged,
  recallAmongLeastSure,
  scoreFlags,
  showCalibration,
} from './score-mismatches.ts';

const FEATURES = Object.keys(PAIR_WEIGHTS) as Feature[];

/**
 * Refits the aligner's parameters and prints them next to the current ones. Confidence is also cross-validated, leaving out one
 * group of videos, or one language, at a time: those are the results to trust.
 */
export async function refitAlignment(): Promise<Report> {
  const set = readGoldSet();
  if (set.length === 0) return { rows: [], notes: ['Skipped: the set of aligned files is missing.'] };
  const learned = set.map(describeGold);
  const unrelated = describeUnrelated(set);
  const joined = fitLogistic(FEATURES, getLessons([...learned, ...unrelated]));
  const alone = fitLogistic(
    ['constant', 'odds'],
    learned.filter(({ teaches }) => teaches).flatMap((pair) => pair.alone),
  );
  const besides = (fitted: number, used: number) => `fitted ${fitted.toFixed(2)}, in use ${used}`;
  const byVideo = judgeHeldOut(learned, unrelated, ({ sources }) => sources);
  const byLanguage = judgeHeldOut(learned, unrelated, ({ pair }) => pair.languages);
  return {
    rows: [
      ...FEATURES.map((feature) => info(feature, besides(joined[feature], PAIR_WEIGHTS[feature]))),
      info('alone: constant', besides(alone.constant, LONE_WEIGHTS.constant)),
      info('alone: odds', besides(alone.odds, LONE_WEIGHTS.odds)),
      ...describeHeldOut('videos held out', byVideo),
      ...describeHeldOut('languages held out', byLanguage),
      ...refitSearch(set),
    ],
    notes: [
      `Held out: ${new Set(set.map(({ source }) => source)).size} groups of videos, or ${new Set(set.map(({ languages }) => languages[1])).size} languages of the translation, each judged by weights learned from the others.`,
      `Calibration with videos held out, without class N: ${showCalibration(calibrate(byVideo.filter(({ of }) => of === 'exact')))}.`,
    ],
  };
}

const getLessons = (learned: readonly Learned[]) =>
  learned.filter(({ teaches }) => teaches).flatMap(({ joined }) => joined);

/** Judges each group of pairs with weights learned without the group, from related and unrelated files. */
function judgeHeldOut(
  related: readonly Learned[],
  unrelated: readonly Learned[],
  toGroups: (learned: Learned) => readonly string[],
) {
  const groups = new Set(related.flatMap((pair) => toGroups(pair).slice(-1)));
  return [...groups].flatMap((group) => {
    const lessons = getLessons([...related, ...unrelated].filter((pair) => !toGroups(pair).includes(group)));
    const weights = fitLogistic(FEATURES, lessons);
    const judge = ({ row, right }: Learned['joined'][number]): Judged => {
      const confidence = judgeBy(weights, row);
      return { confidence, mismatch: confidence < MISMATCH_THRESHOLD, right };
    };
    const own = (learned: readonly Learned[]) => learned.filter((pair) => toGroups(pair).at(-1) === group);
    return [
      ...own(related).flatMap(({ pair, joined }) =>
        joined.map((row) => ({
          ...judge(row),
          of: isCoarse(pair) ? ('coarse' as const) : ('exact' as const),
        })),
      ),
      ...own(unrelated).flatMap(({ joined }) =>
        joined.map((row) => ({ ...judge(row), of: 'unrelated' as const })),
      ),
    ];
  });
}

function describeHeldOut(name: string, judged: readonly (Judged & { of: string })[]): Row[] {
  const related = judged.filter(({ of }) => of !== 'unrelated');
  const unrelated = judged.filter(({ of }) => of === 'unrelated');
  const exact = judged.filter(({ of }) => of === 'exact');
  return [
    ...describeDoubts(`${name}, all`, related),
    ...describeDoubts(`${name}, without class N`, exact),
    info(`${name}, files of two videos: flagged`, `${(100 * scoreFlags(unrelated).share).toFixed(1)} %`),
  ];
}

function describeDoubts(name: string, judged: readonly Judged[]): Row[] {
  const { precision, recall, f1, share } = scoreFlags(judged);
  return [
    info(
      `${name}: mismatch flag`,
      `F1 ${f1.toFixed(3)} (P ${precision.toFixed(2)}, R ${recall.toFixed(2)}, on ${(100 * share).toFixed(1)} %)`,
    ),
    info(
      `${name}: wrong ones in the least certain tenth`,
      `${(100 * recallAmongLeastSure(judged, 0.1)).toFixed(1)} %`,
    ),
  ];
}
