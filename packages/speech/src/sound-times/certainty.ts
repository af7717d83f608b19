import { LAG_MS, LAG_SCORES, MAX_OFFSET_MS, OFFSET_COUNT } from './coarse-scales.ts';
import {
  addFits,
  type CueTimes,
  computeFit,
  computeFitDeviation,
  type EdgeValues,
  SCORE_MS,
} from './cue-fit.ts';
import { addCues, findBestOffset, type Piece } from './refine-pieces.ts';

/** Evidence for the fitted times, in standard deviations; `halves` is in milliseconds. */
export type Evidence = {
  /** Smallest margin, over all pieces, between the chosen offset and the best alternative. */
  margin: number;
  /** Distance between the offsets of the odd and the even cues. */
  halves: number;
  /** Loss from moving a break to its next-best position; infinite without a break. */
  breaks: number;
  /** Mean fit of the first or last cues, where an undetected break is most likely. */
  ends: number;
};

/** Maximum distance between offsets that belong to the same peak, in ms. */
const PEAK_MS = 1000;
const HALVES_RANGE_MS = 3000;
/** Number of cues at the start and at the end over which the fit is averaged. */
const MIN_AT_ENDS = 3;
const MAX_AT_ENDS = 12;

type Fit = { scale: number; pieces: readonly Piece[] };

export function collectEvidence(edges: EdgeValues, cues: readonly CueTimes[], fit: Fit): Evidence {
  const deviation = computeFitDeviation(edges, cues, fit.scale);
  const pieces = addCues(cues, fit.pieces);
  return {
    margin: Math.min(...pieces.map((piece) => computeMargin(edges, piece, fit.scale))) / deviation,
    halves: Math.max(...pieces.map((piece) => compareHalves(edges, piece, fit.scale))),
    breaks: findSmallestBreakLoss(edges, pieces, fit.scale) / deviation,
    ends:
      findWeakestEnd(
        pieces.flatMap(({ cues: pieceCues, offset }) => computeFits(edges, pieceCues, fit.scale, offset)),
      ) / deviation,
  };
}

type PieceCues = { cues: readonly CueTimes[]; offset: number };

/** Returns the fit of a piece's cues minus their fit at the best alternative offset. */
function computeMargin(edges: EdgeValues, { cues, offset }: PieceCues, scale: number): number {
  const row = new Float32Array(OFFSET_COUNT);
  const toScoreIndex = (ms: number) => Math.round((scale * ms - MAX_OFFSET_MS) / SCORE_MS);
  for (const { start, end } of cues)
    addFits(edges, { start: toScoreIndex(start), end: toScoreIndex(end) }, LAG_SCORES, row);
  let bestOther = Number.NEGATIVE_INFINITY;
  for (const [index, value] of row.entries()) {
    if (Math.abs(index * LAG_MS - MAX_OFFSET_MS - offset) > PEAK_MS) bestOther = Math.max(bestOther, value);
  }
  return computeFits(edges, cues, scale, offset).reduce((sum, value) => sum + value, 0) - bestOther;
}

function compareHalves(edges: EdgeValues, { cues, offset }: PieceCues, scale: number): number {
  const [odd, even] = [0, 1].map((parity) => {
    const halfCues = cues.filter((_, index) => index % 2 === parity);
    return findBestOffset(edges, halfCues, scale, offset, HALVES_RANGE_MS, SCORE_MS).offset;
  });
  return Math.abs((odd ?? offset) - (even ?? offset));
}

/** Returns the smallest loss in fit from moving any break by at least one cue. */
function findSmallestBreakLoss(edges: EdgeValues, pieces: readonly PieceCues[], scale: number): number {
  let smallestLoss = Number.POSITIVE_INFINITY;
  for (const [index, after] of pieces.entries()) {
    const before = pieces[index - 1];
    if (!before) continue;
    // Moves the break forwards, then backwards.
    for (const { cues, right: ownOffset, wrong: otherOffset } of [
      { cues: after.cues, right: after.offset, wrong: before.offset },
      { cues: before.cues.toReversed(), right: before.offset, wrong: after.offset },
    ]) {
      const [ownFits, otherFits] = [ownOffset, otherOffset].map((offset) =>
        computeFits(edges, cues, scale, offset),
      );
      let loss = 0;
      for (const [cue, value] of (ownFits ?? []).entries()) {
        loss += value - (otherFits?.[cue] ?? 0);
        smallestLoss = Math.min(smallestLoss, loss);
      }
    }
  }
  return smallestLoss;
}

function findWeakestEnd(fits: readonly number[]): number {
  let weakest = Number.POSITIVE_INFINITY;
  for (const orderedFits of [fits, fits.toReversed()]) {
    let sum = 0;
    for (const [index, value] of orderedFits.slice(0, MAX_AT_ENDS).entries()) {
      sum += value;
      if (index + 1 >= MIN_AT_ENDS) weakest = Math.min(weakest, sum / (index + 1));
    }
  }
  return weakest;
}

const computeFits = (edges: EdgeValues, cues: readonly CueTimes[], scale: number, offset: number): number[] =>
  cues.map(({ start, end }) => computeFit(edges, scale * start + offset, scale * end + offset));

const logistic = (value: number): number => 1 / (1 + Math.exp(-value));

/**
 * Returns the probability that no cue is more than 0.5 s off. Any single piece of evidence can lower it. The parameters were
 * tuned on half of the bench's films, where a certainty of at least 0.95 was always right, and evaluated on the other half.
 */
export function computeCertainty({ margin, halves, breaks, ends }: Evidence): number {
  return (
    logistic((margin - 12) / 3) *
    logistic((300 - halves) / 50) *
    logistic((breaks - 1.2) / 0.9) *
    logistic((ends - 0.1) / 0.15)
  );
}
