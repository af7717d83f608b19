import { collectEvidence, computeCertainty } from './certainty.ts';
import { LAG_MS, LAG_SCORES, MAX_OFFSET_MS, MIN_SCALE, OFFSET_COUNT, rankScales } from './coarse-scales.ts';
import {
  addFits,
  type CueTimes,
  computeEdgeValues,
  computeFitDeviation,
  type EdgeValues,
  SCORE_MS,
} from './cue-fit.ts';
import { findOffsetPath } from './offset-path.ts';
import { addCues, findBestOffset, type Piece, placeBreaks, refinePieces } from './refine-pieces.ts';

/**
 * Times of cues that match a film's audio, in milliseconds. The correct time of a cue that starts at t is `t * scale + offset`,
 * with the offset of the last step whose `from` (on the cues' own clock) is at or before t.
 */
export type SoundTimes = {
  scale: number;
  steps: { from: number; offset: number }[];
  /** Probability, 0 to 1, that no cue is more than 0.5 s off at these times. */
  certainty: number;
  /** True if the times can be applied without a manual check. */
  isSure: boolean;
};

/** Below this certainty, the result needs a manual check. */
const MIN_SURE_CERTAINTY = 0.95;
/** Minimum number of cues for a result. */
const MIN_CUES = 12;
/** Log likelihood per standard deviation of a cue's fit. */
const FIT_WEIGHT = 1.5;
const COSTS = { breakCost: 17, driftCost: 2 };
/** Maximum total number of cues, over all scales, for the search cue by cue. */
const MAX_TRIED_CUES = 4000;
const MAX_TRIED_SCALES = 30;
/** Maximum number of cues to search; a longer list is sampled evenly. */
const MAX_CUES = 3000;
/** Search range of each round of refinement, decreasing. */
const SEARCH_RANGES = [
  { rangeMs: 900, scaleRange: 8e-4 },
  { rangeMs: 400, scaleRange: 2e-4 },
  { rangeMs: 200, scaleRange: 1e-4 },
];

type Fit = { scale: number; pieces: Piece[] };

/**
 * Finds the offset, speed and breaks of cues from detected speech: cues start at speech onsets and end near speech offsets. Takes
 * a film's scores (see `speechScore`) and its cues, sorted by start. Finds offsets up to 150 s and speeds from 0.945 to 1.055.
 * Null for fewer than 12 cues, or without audio. Like alass and ffsubsync, it matches cues with speech activity; the search is
 * dynamic programming over offsets, first by blocks for each speed, then cue by cue.
 */
export function fitTimes(score: ArrayLike<number>, cues: readonly CueTimes[]): SoundTimes | null {
  // Skips cues after the end of the film, which would only use memory.
  const filmMs = score.length * SCORE_MS;
  const reachableCues = cues.filter(({ start }) => start * MIN_SCALE - MAX_OFFSET_MS < filmMs);
  if (reachableCues.length < MIN_CUES || score.length === 0) return null;
  const edges = computeEdgeValues(score);
  const interval = Math.ceil(reachableCues.length / MAX_CUES);
  const sampledCues = reachableCues.filter((_, index) => index % interval === 0);
  let fit = findBestScale(edges, sampledCues);
  for (const [round, range] of SEARCH_RANGES.entries()) {
    fit = refinePieces(edges, sampledCues, fit, range);
    // The refined speed reveals breaks that the coarse speed missed.
    if (round === 0) fit = searchCues(edges, sampledCues, fit.scale);
    fit = { scale: fit.scale, pieces: placeBreaks(edges, sampledCues, fit) };
  }
  fit = snapToKnownScale(edges, sampledCues, fit);
  const certainty = computeCertainty(collectEvidence(edges, sampledCues, fit));
  const steps = fit.pieces.map(({ first, offset }, index) => ({
    from: index === 0 ? 0 : (sampledCues[first]?.start ?? 0),
    offset,
  }));
  const isSure = certainty >= MIN_SURE_CERTAINTY && reachableCues.length === cues.length;
  return { scale: fit.scale, steps, certainty, isSure };
}

/** Frame rates of films. A speed close to the ratio of two frame rates is snapped to that ratio. */
const RATES = [25, 24, 24_000 / 1001];
const KNOWN_SCALES = [
  1,
  ...RATES.flatMap((from) => RATES.filter((to) => to !== from).map((to) => to / from)),
];
/** Maximum movement of the first and last cues by snapping the speed to a known ratio, in ms. */
const MAX_SNAP_MS = 60;

function snapToKnownScale(edges: EdgeValues, cues: readonly CueTimes[], { scale, pieces }: Fit): Fit {
  const length = (cues.at(-1)?.start ?? 0) - (cues[0]?.start ?? 0);
  const knownScale =
    KNOWN_SCALES.find((ratio) => Math.abs(ratio - scale) * (length / 2) < MAX_SNAP_MS) ?? scale;
  const snapped = addCues(cues, pieces).map(({ first, offset, cues: pieceCues }) => {
    const middle = ((pieceCues[0]?.start ?? 0) + (pieceCues.at(-1)?.end ?? 0)) / 2;
    const expected = offset + (scale - knownScale) * middle;
    return {
      first,
      offset: findBestOffset(edges, pieceCues, knownScale, expected, MAX_SNAP_MS, MAX_SNAP_MS / 12).offset,
    };
  });
  return { scale: knownScale, pieces: snapped };
}

function findBestScale(edges: EdgeValues, cues: readonly CueTimes[]): Fit {
  const triedCount = Math.max(2, Math.min(MAX_TRIED_SCALES, Math.floor(MAX_TRIED_CUES / cues.length)));
  return rankScales(edges, cues)
    .slice(0, triedCount)
    .map(({ scale }) => searchCues(edges, cues, scale))
    .reduce((best, fit) => (fit.value > best.value ? fit : best));
}

/** Finds the most likely pieces at a scale, cue by cue. */
function searchCues(edges: EdgeValues, cues: readonly CueTimes[], scale: number): Fit & { value: number } {
  const weight = FIT_WEIGHT / computeFitDeviation(edges, cues, scale);
  const toScoreIndex = (ms: number) => Math.round((scale * ms - MAX_OFFSET_MS) / SCORE_MS);
  const fill = (index: number, values: Float32Array) => {
    const { start, end } = cues[index] as CueTimes;
    values.fill(0);
    addFits(edges, { start: toScoreIndex(start), end: toScoreIndex(end) }, LAG_SCORES, values);
    for (let k = 0; k < values.length; k++) values[k] = (values[k] as number) * weight;
  };
  const { value, offsets, pieceStarts } = findOffsetPath(cues.length, OFFSET_COUNT, fill, COSTS);
  const pieces = pieceStarts.map((first, index) => {
    const pieceCues = offsets.slice(first, pieceStarts[index + 1]).sort();
    return { first, offset: (pieceCues[pieceCues.length >> 1] as number) * LAG_MS - MAX_OFFSET_MS };
  });
  return { value, scale, pieces };
}
