import { align } from '@sayback/subtitles';
import { inSeconds } from '../../metrics.ts';
import { atLeast, atMost, info, type Report, type Row } from '../../report.ts';
import { generatePairs } from './generate-pairs.ts';
import { type GoldPair, isCoarse, readGoldSet } from './gold-set.ts';
import { measureLarge } from './measure-large.ts';
import {
  calibrate,
  formatCalibration,
  type Judged,
  recallAmongLeastConfident,
  scoreFlags,
} from './score-mismatches.ts';
import { markRight, type PairScore, scorePair } from './score-pair.ts';

const CLASSES = ['T', 'X', 'S', 'H', 'N'];
const WORST_SHOWN = 5;

type Measured = { pair: GoldPair; score: PairScore; judged: Judged[] };

/** Measures the accuracy and speed of alignment, on pairs with a known alignment. */
export async function measureAlignment(): Promise<Report> {
  const goldSet = readGoldSet();
  if (goldSet.length === 0) return { rows: [], notes: ['Skipped: the set of aligned files is missing.'] };
  const cpuStart = process.cpuUsage();
  const aligned = goldSet.map((pair) => ({ pair, segments: align(pair.original, pair.target) }));
  const { user, system } = process.cpuUsage(cpuStart);
  const measured = aligned.map(({ pair, segments }): Measured => {
    const judged = markRight(pair, segments).map(({ segment, right }) => ({ ...segment, right }));
    return { pair, score: scorePair(pair, segments), judged };
  });
  const exactPairs = measured.filter(({ pair }) => !isCoarse(pair));
  const judgements = measured.flatMap(({ judged }) => judged);
  const coreJudgements = exactPairs.flatMap(({ judged }) => judged);
  return {
    rows: [
      ...buildScoreRows(measured, exactPairs),
      ...buildDoubtRows('', judgements),
      ...buildDoubtRows(' without class N', coreJudgements),
      atMost('all pairs: processor time', (user + system) / 1000, 3000, inSeconds),
      ...buildGeneratedRows(goldSet),
      ...(await measureLarge()),
    ],
    notes: [
      `Strict: beads that are exactly the known ones; lax: the pairs of cues that they join; means of F1 over ${exactPairs.length} pairs of the classes T, X, S and H. Class N knows sentences only.`,
      `Calibration, without class N: ${formatCalibration(calibrate(coreJudgements))}.`,
      `The lowest: ${listWorst(exactPairs)}.`,
      'The best that others reach on this set: hunalign 36.8 strict and 51.6 lax, srtalign 41.9 and 53.9; the largest overlap after a robust map of time 91.7 and 96.3.',
    ],
  };
}

const GENERATED_SEED = 20261126;
const GENERATED_PAIRS = 30;

/** Reports the results for pairs derived from the known ones. Neither half is used for tuning. */
function buildGeneratedRows(goldSet: readonly GoldPair[]): Row[] {
  return generatePairs(goldSet, GENERATED_SEED, GENERATED_PAIRS).map((pairs, half) => {
    const scores = pairs.map((pair) => scorePair(pair, align(pair.original, pair.target)));
    const mean = (getValue: (score: PairScore) => number) =>
      scores.reduce((sum, score) => sum + getValue(score), 0) / Math.max(1, scores.length);
    return info(
      `strict / lax of ${GENERATED_PAIRS} made pairs, ${half === 0 ? 'one' : 'the other'} half of the films`,
      `${formatPoints(mean(({ strict }) => strict.f1))} / ${formatPoints(mean(({ lax }) => lax.f1))}`,
    );
  });
}

const formatPoints = (share: number): string => (100 * share).toFixed(1);

const atLeastPoints = (what: string, share: number, aim: number): Row =>
  atLeast(what, share, aim, formatPoints);

function buildScoreRows(measured: readonly Measured[], exactPairs: readonly Measured[]): Row[] {
  const mean = (list: readonly Measured[], getValue: (score: PairScore) => number) =>
    list.reduce((sum, { score }) => sum + getValue(score), 0) / Math.max(1, list.length);
  const strict = ({ strict }: PairScore) => strict.f1;
  const lax = ({ lax }: PairScore) => lax.f1;
  const selectClass = (name: string) => measured.filter(({ pair }) => pair.id.startsWith(name));
  const cleanPairs = measured.filter(({ pair }) => pair.id.endsWith('-clean'));
  return [
    atLeastPoints('strict F1', mean(exactPairs, strict), 0.989),
    atLeastPoints('lax F1', mean(exactPairs, lax), 0.995),
    atLeastPoints('strict F1 of class H', mean(selectClass('H'), strict), 0.97),
    atLeastPoints(
      'strict F1 of the worst pair',
      Math.min(...exactPairs.map(({ score }) => strict(score))),
      0.93,
    ),
    atLeastPoints(
      'strict F1 of the clean pairs',
      Math.min(...cleanPairs.map(({ score }) => strict(score))),
      1,
    ),
    ...CLASSES.map((name) => {
      const classPairs = selectClass(name);
      const scores = `${formatPoints(mean(classPairs, strict))} / ${formatPoints(mean(classPairs, lax))}`;
      return info(`strict / lax of class ${name} (${classPairs.length})`, scores);
    }),
    atLeastPoints(
      'lax precision of class N',
      mean(selectClass('N'), (score) => score.lax.precision),
      0.97,
    ),
  ];
}

function buildDoubtRows(name: string, judged: readonly Judged[]): Row[] {
  const { precision, recall, f1, share } = scoreFlags(judged);
  return [
    atLeastPoints(`mismatch flag${name}: F1`, f1, 0.7),
    info(
      `mismatch flag${name}: precision, recall, share`,
      `${formatPoints(precision)}, ${formatPoints(recall)}, ${formatPoints(share)} %`,
    ),
    atLeastPoints(
      `wrong ones in the least certain tenth${name}`,
      recallAmongLeastConfident(judged, 0.1),
      0.95,
    ),
  ];
}

function listWorst(exactPairs: readonly Measured[]): string {
  return [...exactPairs]
    .sort((a, b) => a.score.strict.f1 - b.score.strict.f1)
    .slice(0, WORST_SHOWN)
    .map(({ score }) => `${score.id} ${formatPoints(score.strict.f1)}`)
    .join(', ');
}
