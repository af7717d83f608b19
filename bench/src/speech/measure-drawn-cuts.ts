import { type FittedCut, FRAMES_PER_SECOND, fitCuts } from '@sayback/speech';
import { createRandom } from '../../../packages/speech/src/testing/random.ts';
import { inPercent } from '../metrics.ts';
import { atLeast, expectNone, info, type Report, type Row } from '../report.ts';
import { DRAWN_HALVES, type DrawnClip, type DrawnHalf, makeDrawnClips } from './material/drawn-clips.ts';
import { makeProfile } from './material/mixtures.ts';
import { type Line, moveEnds, SPARED_MS } from './measure-cuts.ts';

type Case = {
  kind: DrawnClip['kind'];
  line: Line;
  truth: Line;
  labels: Uint8Array;
  isMoved: boolean;
  cut: FittedCut | null;
};

const ROUNDS = 5;
const NEAR_MS = 50;
const OFF_MS = 150;

/** Fits cuts of a half's clips: starts and ends are moved at random in four rounds, and correct in the first one. */
function buildCases(half: DrawnHalf): Case[] {
  return makeDrawnClips(half).flatMap(({ kind, sound, lines, labels }, at) => {
    const profile = makeProfile(sound);
    return Array.from({ length: ROUNDS }, (_, round) => {
      const cues = round === 0 ? lines : moveEnds(lines, createRandom(half.seed + 100 * at + round));
      const cuts = fitCuts(profile, cues);
      return lines.map((truth, line) => ({
        kind,
        truth,
        labels,
        isMoved: round > 0,
        line: cues[line] as Line,
        cut: cuts[line] as FittedCut | null,
      }));
    }).flat();
  });
}

const listErrors = (cases: readonly Case[]): number[] =>
  cases.flatMap(({ truth, cut }) =>
    cut ? [Math.abs(cut.start - truth.start), Math.abs(cut.end - truth.end)] : [],
  );

/** Returns the labelled speech between two times, in milliseconds. */
function spoken(labels: Uint8Array, from: number, to: number): number {
  const [first, last] = [from, to].map((ms) => Math.max(0, Math.round((ms * FRAMES_PER_SECOND) / 1000)));
  return (labels.subarray(first, last).filter((flag) => flag).length * 1000) / FRAMES_PER_SECOND;
}

const isCutOff = ({ truth, labels }: Case, { start, end }: { start: number; end: number }): boolean =>
  spoken(labels, truth.start, start) > SPARED_MS || spoken(labels, end, truth.end) > SPARED_MS;

function buildRows({ name }: DrawnHalf, cases: readonly Case[]): Row[] {
  const proposals = cases.filter(({ cut }) => cut && !cut.fits);
  const fitting = cases.filter(({ cut }) => cut?.fits);
  const exact = cases.filter(({ isMoved }) => !isMoved);
  const within = (of: readonly Case[], ms: number) => {
    const errors = listErrors(of);
    return errors.filter((error) => error <= ms).length / errors.length;
  };
  const bar = (what: string, of: readonly Case[], ms: number, aim: number): Row[] =>
    of.length === 0 ? [] : [atLeast(`${name}: ${what} (${of.length} lines)`, within(of, ms), aim, inPercent)];
  const kinds = ['synthetic', 'people', 'readings'] as const;
  const sure = proposals.filter(({ cut }) => cut?.isSure);
  const likely = proposals.filter(({ cut }) => cut?.isLikely);
  return [
    ...bar('ends of proposals within 50 ms', proposals, NEAR_MS, 0.8),
    ...kinds.flatMap((kind) =>
      bar(
        `the same, ${kind}`,
        proposals.filter((proposal) => proposal.kind === kind),
        NEAR_MS,
        0.8,
      ),
    ),
    ...bar('ends of sure proposals within 150 ms', sure, OFF_MS, 0.99),
    ...bar('ends of likely proposals within 150 ms', likely, OFF_MS, 0.95),
    expectNone(
      `${name}: proposals that cut off speech`,
      proposals.filter((proposal) => proposal.cut && isCutOff(proposal, proposal.cut)).length,
    ),
    expectNone(
      `${name}: of these, sure or likely`,
      [...sure, ...likely].filter((proposal) => proposal.cut && isCutOff(proposal, proposal.cut)).length,
    ),
    expectNone(
      `${name}: lines reported as fitting (${fitting.length}) that lack speech`,
      fitting.filter((proposal) => isCutOff(proposal, proposal.line)).length,
    ),
    info(
      `${name}: exact lines reported as fitting; without a report, or with an uncertain proposal`,
      [
        exact.filter(({ cut }) => cut?.fits),
        exact.filter(({ cut }) => !cut?.fits && !cut?.isSure && !cut?.isLikely),
      ]
        .map((some) => inPercent(some.length / exact.length))
        .join('; '),
    ),
    info(
      `${name}: lines with a proposal; sure; likely`,
      [proposals, sure, likely].map((some) => inPercent(some.length / cases.length)).join('; '),
    ),
  ];
}

/** Measures cuts fitted to voices drawn by seed, on two halves that share no voice. */
export async function measureDrawnCuts(): Promise<Report> {
  return {
    rows: DRAWN_HALVES.flatMap((half) => buildRows(half, buildCases(half))),
    notes: [
      'Voices, texts, rooms (noise 10 to 35 dB below the voice, a third with an echo of 0.2 to 0.6 s) and the moves of the ends (100 to 500 ms, in four of five rounds) are drawn by seed. Limits were chosen on the first half; the second was measured after that.',
      'Truth: what is within 45 dB of the loudest (synthetic voices), or within 30 dB (people: prompts of Debian’s asterisk-core-sounds-*-g722, and readings). Cut off is more than 30 ms of speech within 30 dB.',
    ],
  };
}
