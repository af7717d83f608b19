import { certaintyOf, evidenceOf } from './certainty.ts';
import { coarseScales, LAG, LAG_MS, OFFSETS, REACH_MS, SLOWEST } from './coarse-scales.ts';
import { addFits, type CueTimes, deviationOf, type EdgeValues, edgeValues, SCORE_MS } from './cue-fit.ts';
import { offsetPath } from './offset-path.ts';
import { bestOffset, type Piece, piecesWithCues, placeBreaks, refinePieces } from './refine-pieces.ts';

/**
 * Times of cues by a film's sound, in milliseconds: a cue that starts at t belongs at `t * scale + offset`, with the offset of
 * the last step whose `from` (on the cues' own clock) is not after t.
 */
export type SoundTimes = {
  scale: number;
  steps: { from: number; offset: number }[];
  /** Probability, 0 to 1, that no cue is more than 0.5 s off at these times. */
  certainty: number;
  /** True if it can be applied without a manual check. */
  isSure: boolean;
};

/** Certainty below which a person should check. */
const SURE = 0.95;
/** Minimum number of cues: fewer prove nothing. */
const MIN_CUES = 12;
/** Weight of a cue's fit, in standard deviations, as a log likelihood; and costs in the same unit. */
const WEIGHT = 1.5;
const PRICES = { pause: 17, drift: 2 };
/** Total number of cues for trying the best scales cue by cue. */
const TRIED_CUES = 4000;
const MAX_TRIED = 30;
/** Maximum number of cues searched; a longer list is sampled evenly. */
const MAX_CUES = 3000;
/** Reach of each round of refinement, decreasing. */
const SPANS = [
  { reachMs: 900, scales: 8e-4 },
  { reachMs: 400, scales: 2e-4 },
  { reachMs: 200, scales: 1e-4 },
];

type Fit = { scale: number; pieces: Piece[] };

/**
 * Finds offset, speed and breaks of cues from detected speech: cues start where speech starts and end about where it ends. Takes
 * a film's scores (see `speechScore`) and its cues, sorted by their starts; offsets up to 150 s and speeds from 0.945 to 1.055
 * are found. Null for less than 12 cues, or without sound. As in alass and ffsubsync, activity is matched with activity; the
 * search is a dynamic programme over offsets, first by blocks for each speed, then cue by cue.
 */
export function fitTimes(score: ArrayLike<number>, all: readonly CueTimes[]): SoundTimes | null {
  // Later cues can't belong to the film, and each hour would take memory.
  const filmMs = score.length * SCORE_MS;
  const inReach = all.filter(({ start }) => start * SLOWEST - REACH_MS < filmMs);
  if (inReach.length < MIN_CUES || score.length === 0) return null;
  const edges = edgeValues(score);
  const every = Math.ceil(inReach.length / MAX_CUES);
  const cues = inReach.filter((_, at) => at % every === 0);
  let fit = bestOfScales(edges, cues);
  for (const [round, span] of SPANS.entries()) {
    fit = refinePieces(edges, cues, fit, span);
    // At the right speed, breaks appear that the coarse speed concealed.
    if (round === 0) fit = searchCues(edges, cues, fit.scale);
    fit = { scale: fit.scale, pieces: placeBreaks(edges, cues, fit) };
  }
  fit = atKnownScale(edges, cues, fit);
  const certainty = certaintyOf(evidenceOf(edges, cues, fit));
  const steps = fit.pieces.map(({ first, offset }, at) => ({
    from: at === 0 ? 0 : (cues[first]?.start ?? 0),
    offset,
  }));
  const isSure = certainty >= SURE && inReach.length === all.length;
  return { scale: fit.scale, steps, certainty, isSure };
}

/** Frame rates of films; a speed close enough to a ratio of two of them is set to that ratio. */
const RATES = [25, 24, 24_000 / 1001];
const KNOWN_SCALES = [
  1,
  ...RATES.flatMap((from) => RATES.filter((to) => to !== from).map((to) => to / from)),
];
/** Maximum movement of the cues at both ends. */
const SAME_MS = 60;

function atKnownScale(edges: EdgeValues, cues: readonly CueTimes[], { scale, pieces }: Fit): Fit {
  const length = (cues.at(-1)?.start ?? 0) - (cues[0]?.start ?? 0);
  const known = KNOWN_SCALES.find((one) => Math.abs(one - scale) * (length / 2) < SAME_MS) ?? scale;
  const turned = piecesWithCues(cues, pieces).map(({ first, offset, cues: own }) => {
    const middle = ((own[0]?.start ?? 0) + (own.at(-1)?.end ?? 0)) / 2;
    const around = offset + (scale - known) * middle;
    return { first, offset: bestOffset(edges, own, known, around, SAME_MS, SAME_MS / 12).offset };
  });
  return { scale: known, pieces: turned };
}

function bestOfScales(edges: EdgeValues, cues: readonly CueTimes[]): Fit {
  const tried = Math.max(2, Math.min(MAX_TRIED, Math.floor(TRIED_CUES / cues.length)));
  return coarseScales(edges, cues)
    .slice(0, tried)
    .map(({ scale }) => searchCues(edges, cues, scale))
    .reduce((best, one) => (one.value > best.value ? one : best));
}

/** Finds the likeliest pieces at a scale, cue by cue. */
function searchCues(edges: EdgeValues, cues: readonly CueTimes[], scale: number): Fit & { value: number } {
  const weight = WEIGHT / deviationOf(edges, cues, scale);
  const place = (ms: number) => Math.round((scale * ms - REACH_MS) / SCORE_MS);
  const fill = (at: number, values: Float32Array) => {
    const { start, end } = cues[at] as CueTimes;
    values.fill(0);
    addFits(edges, { start: place(start), end: place(end) }, LAG, values);
    for (let k = 0; k < values.length; k++) values[k] = (values[k] as number) * weight;
  };
  const { value, offsets, firsts } = offsetPath(cues.length, OFFSETS, fill, PRICES);
  const pieces = firsts.map((first, at) => {
    const own = offsets.slice(first, firsts[at + 1]).sort();
    return { first, offset: (own[own.length >> 1] as number) * LAG_MS - REACH_MS };
  });
  return { value, scale, pieces };
}
