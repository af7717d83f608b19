import type { Cue } from '../cues/cue.ts';
import type { Clock } from './clock/clock.ts';
import { createTimeMapper, extendClock } from './clock/extend-clock.ts';
import { findBeads, type PreparedFiles, prepareSearch, type SearchResult } from './find-beads.ts';
import { judgeBeads } from './judgement/judge-beads.ts';
import { placeBeads } from './leftovers/place-beads.ts';
import { median } from './math/median.ts';
import type { CueTrack } from './tracks/cue-track.ts';

/**
 * A piece of the source file from `start` to `end` on the source's clock. Its times are multiplied by the map's scale, then
 * `offset` is added. In milliseconds.
 */
export type TimeMapPiece = { start: number; end: number; offset: number };

/**
 * Maps one file's clock to another's: `map` converts a time in milliseconds; `scale` and `pieces` summarise it. Pieces are
 * separated by jumps; slow drift within a piece is only in `map`. `trust`, 0 to 1, is the share of the file with a counterpart;
 * it is low for files of two different videos.
 */
export type TimeMap = {
  map: (ms: number) => number;
  scale: number;
  pieces: TimeMapPiece[];
  trust: number;
};

// If the map moves nearly all cues by less than this, the files are assumed to share a clock.
const SAME_CLOCK_MS = 80;
const SAME_CLOCK_SHARE = 0.95;
// Minimum number of cues in a piece between two jumps.
const MIN_PIECE_CUES = 3;
// Limits of the edge error. Two files of one video are below the first even with a drifting clock. Files of two videos reach
// about 750 ms, although each line was paired with one of similar length.
const MAX_SAME_VIDEO_ERROR_MS = 500;
const OTHER_VIDEO_ERROR_MS = 900;

/**
 * Estimates the map from the clock of `source` to the clock of `reference`, for two files of one video in any languages, with
 * cuts, commercial breaks, different frame rates or a drifting clock. Returns the identity for files that share a clock, and the
 * identity with a `trust` of 0 for an empty track. Never throws.
 */
export function estimateTimeMap(source: readonly Cue[], reference: readonly Cue[]): TimeMap {
  if (source.length === 0 || reference.length === 0)
    return { map: (ms) => ms, scale: 1, pieces: [], trust: 0 };
  const prepared = prepareSearch(reference, source);
  const result = findBeads(prepared);
  const sourceTrack = prepared.allCues.target;
  const clock = {
    ...extendClock(prepared.target, result.clock, sourceTrack),
    piece: findPieceByCue(prepared, result),
  };
  const trust = computeTrust(prepared, result);
  const unchangedCount = sourceTrack.start.filter(
    (ms, index) => Math.abs((clock.start[index] ?? 0) - ms) <= SAME_CLOCK_MS,
  ).length;
  if (unchangedCount >= sourceTrack.size * SAME_CLOCK_SHARE) {
    const [start, end] = [
      sourceTrack.start[0] ?? 0,
      sourceTrack.end.reduce((last, ms) => Math.max(last, ms), 0),
    ];
    return { map: (ms) => ms, scale: 1, pieces: [{ start, end, offset: 0 }], trust };
  }
  return { map: createTimeMapper(sourceTrack, clock), ...summarise(sourceTrack, clock), trust };
}

/** Returns the piece number of each cue in the whole file; a cue without speech has the number of the previous cue with speech. */
function findPieceByCue({ allCues, target }: PreparedFiles, { clock }: SearchResult): Int32Array {
  const pieceByCueIndex = new Map(
    Array.from(target.cueIndexes, (index, position) => [index, clock.piece[position] ?? 0]),
  );
  let piece = clock.piece[0] ?? 0;
  return Int32Array.from(allCues.target.cueIndexes, (index) => {
    piece = pieceByCueIndex.get(index) ?? piece;
    return piece;
  });
}

function summarise(sourceTrack: CueTrack, clock: Clock): { scale: number; pieces: TimeMapPiece[] } {
  const pieces: { from: number; to: number }[] = [];
  for (let index = 0; index < sourceTrack.size; index += 1) {
    const last = pieces[pieces.length - 1];
    if (last && clock.piece[last.from] === clock.piece[index]) last.to = index;
    else pieces.push({ from: index, to: index });
  }
  const longPieces = pieces.filter(({ from, to }) => to - from + 1 >= MIN_PIECE_CUES);
  const usedPieces = longPieces.length > 0 ? longPieces : pieces.slice(0, 1);
  const scale = commonScale(sourceTrack, clock, usedPieces);
  return {
    scale,
    pieces: usedPieces.map(({ from, to }) => ({
      start: sourceTrack.start[from] ?? 0,
      end: sourceTrack.end.subarray(from, to + 1).reduce((last, ms) => Math.max(last, ms), 0),
      offset: Math.round(median(computeOffsets(sourceTrack, clock, scale, from, to))),
    })),
  };
}

function computeOffsets(
  sourceTrack: CueTrack,
  clock: Clock,
  scale: number,
  from: number,
  to: number,
): Float64Array {
  return sourceTrack.start
    .slice(from, to + 1)
    .map((ms, offsetIndex) => (clock.start[from + offsetIndex] ?? 0) - ms * scale);
}

/** Returns the common least-squares slope of all pieces, each with its own offset. */
function commonScale(
  sourceTrack: CueTrack,
  clock: Clock,
  pieces: readonly { from: number; to: number }[],
): number {
  let [covariance, variance] = [0, 0];
  for (const { from, to } of pieces) {
    const raw = sourceTrack.start.subarray(from, to + 1);
    const mapped = clock.start.subarray(from, to + 1);
    const mean = (values: Float64Array) => values.reduce((sum, ms) => sum + ms, 0) / values.length;
    const [rawMean, mappedMean] = [mean(raw), mean(mapped)];
    for (let k = 0; k < raw.length; k += 1) {
      covariance += ((raw[k] ?? 0) - rawMean) * ((mapped[k] ?? 0) - mappedMean);
      variance += ((raw[k] ?? 0) - rawMean) ** 2;
    }
  }
  return variance > 0 ? Math.round((covariance / variance) * 1e6) / 1e6 : clock.scale;
}

function computeTrust(prepared: PreparedFiles, result: SearchResult): number {
  const placed = placeBeads(prepared, result);
  const judgements = judgeBeads(prepared, result, placed);
  const { target } = prepared.allCues;
  let [trustedCount, speechCount] = [0, 0];
  for (const [index, bead] of placed.entries()) {
    const lineCount = bead.target.filter((position) => target.nonSpeech[position] === 0).length;
    speechCount += lineCount;
    if (bead.original.length > 0) trustedCount += lineCount * (judgements[index]?.confidence ?? 0);
  }
  const { start, end } = result.search.tolerance;
  const penalty =
    Math.max(0, (start + end) / 2 - MAX_SAME_VIDEO_ERROR_MS) /
    (OTHER_VIDEO_ERROR_MS - MAX_SAME_VIDEO_ERROR_MS);
  return speechCount > 0
    ? Math.round((trustedCount / speechCount) * Math.max(0, 1 - penalty) * 100) / 100
    : 0;
}
