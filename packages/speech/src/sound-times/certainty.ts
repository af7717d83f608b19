import { LAG, LAG_MS, OFFSETS, REACH_MS } from './coarse-scales.ts';
import { addFits, type CueTimes, deviationOf, type EdgeValues, fitOf, SCORE_MS } from './cue-fit.ts';
import { bestOffset, type Piece, piecesWithCues } from './refine-pieces.ts';

/** Standard deviations, except `halves` in milliseconds. */
export type Evidence = {
  /** Gain of the least certain piece over the best other offset. */
  margin: number;
  /** Distance between the offsets of the odd and the even cues. */
  halves: number;
  /** Loss at the next-best position of a break; infinite without one. */
  breaks: number;
  /** Mean fit of the first or last cues, where a break could hide. */
  ends: number;
};

/** Offsets this close belong to the same peak, ms. */
const PEAK_MS = 1000;
const HALVES_REACH_MS = 3000;
/** Number of cues at the start and at the end whose mean fit counts. */
const MIN_AT_ENDS = 3;
const MAX_AT_ENDS = 12;

type Fit = { scale: number; pieces: readonly Piece[] };

export function evidenceOf(edges: EdgeValues, cues: readonly CueTimes[], fit: Fit): Evidence {
  const deviation = deviationOf(edges, cues, fit.scale);
  const own = piecesWithCues(cues, fit.pieces);
  return {
    margin: Math.min(...own.map((piece) => marginOf(edges, piece, fit.scale))) / deviation,
    halves: Math.max(...own.map((piece) => halvesOf(edges, piece, fit.scale))),
    breaks: breaksOf(edges, own, fit.scale) / deviation,
    ends: endsOf(own.flatMap(({ cues: some, offset }) => fitsOf(edges, some, fit.scale, offset))) / deviation,
  };
}

type Own = { cues: readonly CueTimes[]; offset: number };

/** Returns the fit of a piece's cues, minus that at the best other offset. */
function marginOf(edges: EdgeValues, { cues, offset }: Own, scale: number): number {
  const row = new Float32Array(OFFSETS);
  const place = (ms: number) => Math.round((scale * ms - REACH_MS) / SCORE_MS);
  for (const { start, end } of cues) addFits(edges, { start: place(start), end: place(end) }, LAG, row);
  let rival = Number.NEGATIVE_INFINITY;
  for (const [at, value] of row.entries()) {
    if (Math.abs(at * LAG_MS - REACH_MS - offset) > PEAK_MS) rival = Math.max(rival, value);
  }
  return fitsOf(edges, cues, scale, offset).reduce((sum, value) => sum + value, 0) - rival;
}

function halvesOf(edges: EdgeValues, { cues, offset }: Own, scale: number): number {
  const [odd, even] = [0, 1].map((rest) => {
    const half = cues.filter((_, at) => at % 2 === rest);
    return bestOffset(edges, half, scale, offset, HALVES_REACH_MS, SCORE_MS).offset;
  });
  return Math.abs((odd ?? offset) - (even ?? offset));
}

/** Returns the smallest loss from moving a break by a cue or more. */
function breaksOf(edges: EdgeValues, pieces: readonly Own[], scale: number): number {
  let least = Number.POSITIVE_INFINITY;
  for (const [at, after] of pieces.entries()) {
    const before = pieces[at - 1];
    if (!before) continue;
    // Forwards from the break, and backwards from it.
    for (const { cues, right, wrong } of [
      { cues: after.cues, right: after.offset, wrong: before.offset },
      { cues: before.cues.toReversed(), right: before.offset, wrong: after.offset },
    ]) {
      const [here, there] = [right, wrong].map((offset) => fitsOf(edges, cues, scale, offset));
      let lost = 0;
      for (const [cue, value] of (here ?? []).entries()) {
        lost += value - (there?.[cue] ?? 0);
        least = Math.min(least, lost);
      }
    }
  }
  return least;
}

function endsOf(fits: readonly number[]): number {
  let least = Number.POSITIVE_INFINITY;
  for (const some of [fits, fits.toReversed()]) {
    let sum = 0;
    for (const [at, value] of some.slice(0, MAX_AT_ENDS).entries()) {
      sum += value;
      if (at + 1 >= MIN_AT_ENDS) least = Math.min(least, sum / (at + 1));
    }
  }
  return least;
}

const fitsOf = (edges: EdgeValues, cues: readonly CueTimes[], scale: number, offset: number): number[] =>
  cues.map(({ start, end }) => fitOf(edges, scale * start + offset, scale * end + offset));

const logistic = (value: number): number => 1 / (1 + Math.exp(-value));

/**
 * Returns the probability that no cue is more than 0.5 s off: each piece of evidence can refute it. The numbers were chosen on
 * the tuned half of the bench's films, where a certainty of 0.95 or more was always right, and measured on the other half.
 */
export function certaintyOf({ margin, halves, breaks, ends }: Evidence): number {
  return (
    logistic((margin - 12) / 3) *
    logistic((300 - halves) / 50) *
    logistic((breaks - 1.2) / 0.9) *
    logistic((ends - 0.1) / 0.15)
  );
}
