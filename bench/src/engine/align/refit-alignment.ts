import type { Feature } from '../../../../packages/subtitles/src/align/judgement/features.ts';
import {
  LONE_WEIGHTS,
  MISMATCH_THRESHOLD,
  PAIR_WEIGHTS,
} from '../../../../packages/subtitles/src/align/judgement/judge-beads.ts';
import { info, type Report, type Row } from '../../report.ts';
import { describeGold, describeUnrelated, type Learned } from './describe-gold.ts';
import { isCoarse, readGoldSet } from './gold-set.ts';
import { fitLogistic, predict } from './logistic.ts';
import { refitSearch } from './refit-search.ts';
import {
  calibrate,
  formatCalibration,
  type Judged,
  recallAmongLeastConfident,
  scoreFlags,
} from './score-mismatches.ts';

const FEATURES = Object.keys(PAIR_WEIGHTS) as Feature[];

/**
 * Refits the aligner's parameters and prints them next to the current ones. Confidence is also cross-validated, leaving out one
 * group of videos, or one language, at a time: those are the results to trust.
 */
export async function refitAlignment(): Promise<Report> {
  const goldSet = readGoldSet();
  if (goldSet.length === 0) return { rows: [], notes: ['Skipped: the set of aligned files is missing.'] };
  const learned = goldSet.map(describeGold);
  const unrelated = describeUnrelated(goldSet);
  const joined = fitLogistic(FEATURES, listLessons([...learned, ...unrelated]));
  const alone = fitLogistic(
    ['constant', 'odds'],
    learned.filter(({ isTrainable }) => isTrainable).flatMap((pair) => pair.single),
  );
  const compareWithCurrent = (fitted: number, used: number) => `fitted ${fitted.toFixed(2)}, in use ${used}`;
  const heldOutVideos = judgeHeldOut(learned, unrelated, ({ sources }) => sources);
  const heldOutLanguages = judgeHeldOut(learned, unrelated, ({ pair }) => pair.languages);
  return {
    rows: [
      ...FEATURES.map((feature) => info(feature, compareWithCurrent(joined[feature], PAIR_WEIGHTS[feature]))),
      info('alone: constant', compareWithCurrent(alone.constant, LONE_WEIGHTS.constant)),
      info('alone: odds', compareWithCurrent(alone.odds, LONE_WEIGHTS.odds)),
      ...describeHeldOut('videos held out', heldOutVideos),
      ...describeHeldOut('languages held out', heldOutLanguages),
      ...refitSearch(goldSet),
    ],
    notes: [
      `Held out: ${new Set(goldSet.map(({ source }) => source)).size} groups of videos, or ${new Set(goldSet.map(({ languages }) => languages[1])).size} languages of the translation, each judged by weights learned from the others.`,
      `Calibration with videos held out, without class N: ${formatCalibration(calibrate(heldOutVideos.filter(({ kind }) => kind === 'exact')))}.`,
    ],
  };
}

const listLessons = (learned: readonly Learned[]) =>
  learned.filter(({ isTrainable }) => isTrainable).flatMap(({ joined }) => joined);

/** Judges each group of pairs with weights learned from the other groups, related and unrelated files. */
function judgeHeldOut(
  related: readonly Learned[],
  unrelated: readonly Learned[],
  toGroups: (learned: Learned) => readonly string[],
) {
  const groups = new Set(related.flatMap((pair) => toGroups(pair).slice(-1)));
  return [...groups].flatMap((group) => {
    const lessons = listLessons([...related, ...unrelated].filter((pair) => !toGroups(pair).includes(group)));
    const weights = fitLogistic(FEATURES, lessons);
    const judge = ({ row, right }: Learned['joined'][number]): Judged => {
      const confidence = predict(weights, row);
      return { confidence, mismatch: confidence < MISMATCH_THRESHOLD, right };
    };
    const selectGroup = (learned: readonly Learned[]) =>
      learned.filter((pair) => toGroups(pair).at(-1) === group);
    return [
      ...selectGroup(related).flatMap(({ pair, joined }) =>
        joined.map((row) => ({
          ...judge(row),
          kind: isCoarse(pair) ? ('coarse' as const) : ('exact' as const),
        })),
      ),
      ...selectGroup(unrelated).flatMap(({ joined }) =>
        joined.map((row) => ({ ...judge(row), kind: 'unrelated' as const })),
      ),
    ];
  });
}

function describeHeldOut(name: string, judged: readonly (Judged & { kind: string })[]): Row[] {
  const related = judged.filter(({ kind }) => kind !== 'unrelated');
  const unrelated = judged.filter(({ kind }) => kind === 'unrelated');
  const exact = judged.filter(({ kind }) => kind === 'exact');
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
      `${(100 * recallAmongLeastConfident(judged, 0.1)).toFixed(1)} %`,
    ),
  ];
}
