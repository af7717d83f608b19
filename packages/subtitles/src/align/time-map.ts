import type { Cue } from '../cues/cue.ts';
import type { Clock } from './clock/clock.ts';
import { carryBy, extendClock } from './clock/extend-clock.ts';
import { type Finding, findBeads, type Prepared, prepareSearch } from './find-beads.ts';
import { judgeBeads } from './judgement/judge-beads.ts';
import { placeBeads } from './leftovers/place-beads.ts';
import { medianOf } from './math/median.ts';
import type { CueTrack } from './tracks/cue-track.ts';

/**
 * A piece of the file to move, `start` to `end` on its own clock: its times are multiplied by the map's scale, then `offset` is
 * added. Milliseconds.
 */
export type TimeMapPiece = { start: number; end: number; offset: number };

/**
 * Maps one file's clock to another's: `map` converts a time, in milliseconds; `scale` and `pieces` summarise it (a jump
 * separates two pieces, slow drift within one is only in `map`). `trust`, 0 to 1, is the share of the file that found its
 * counterpart: low for files of two different videos.
 */
export type TimeMap = {
  map: (ms: number) => number;
  scale: number;
  pieces: TimeMapPiece[];
  trust: number;
};

// A map that moves nearly all cues by less than this is noise: the files share a clock.
const SAME_CLOCK_MS = 80;
const SAME_CLOCK_SHARE = 0.95;
// Minimum number of cues between two jumps for a separate piece.
const MIN_IN_PIECE = 3;
// Edge errors: two files of one video are below the first even with a drifting clock; files of two videos reach some 750 ms,
// although each line has found one of about its length.
const USUALLY_APART_MS = 500;
const TWO_VIDEOS_APART_MS = 900;

/**
 * Estimates the map from the times of `from` to the clock of `to`: two files of one video, in any languages, with cuts,
 * commercial breaks, another frame rate or a drifting clock. Files that share a clock get the identity map. Never throws; for
 * an empty track returns the identity with a `trust` of 0.
 */
export function estimateTimeMap(from: readonly Cue[], to: readonly Cue[]): TimeMap {
  if (from.length === 0 || to.length === 0) return { map: (ms) => ms, scale: 1, pieces: [], trust: 0 };
  const prepared = prepareSearch(to, from);
  const finding = findBeads(prepared);
  const moving = prepared.whole.target;
  const clock = {
    ...extendClock(prepared.target, finding.clock, moving),
    piece: piecesFor(prepared, finding),
  };
  const trust = trustIn(prepared, finding);
  const unmoved = moving.start.filter(
    (ms, at) => Math.abs((clock.start[at] ?? 0) - ms) <= SAME_CLOCK_MS,
  ).length;
  if (unmoved >= moving.size * SAME_CLOCK_SHARE) {
    const [start, end] = [moving.start[0] ?? 0, moving.end.reduce((last, ms) => Math.max(last, ms), 0)];
    return { map: (ms) => ms, scale: 1, pieces: [{ start, end, offset: 0 }], trust };
  }
  return { map: carryBy(moving, clock), ...describe(moving, clock), trust };
}

/** Returns the piece number of each cue in the whole file: that of the previous cue with speech. */
function piecesFor({ whole, target }: Prepared, { clock }: Finding): Int32Array {
  const pieceOfCue = new Map(Array.from(target.at, (at, position) => [at, clock.piece[position] ?? 0]));
  let piece = clock.piece[0] ?? 0;
  return Int32Array.from(whole.target.at, (at) => {
    piece = pieceOfCue.get(at) ?? piece;
    return piece;
  });
}

function describe(moving: CueTrack, clock: Clock): { scale: number; pieces: TimeMapPiece[] } {
  const pieces: { from: number; to: number }[] = [];
  for (let at = 0; at < moving.size; at += 1) {
    const last = pieces[pieces.length - 1];
    if (last && clock.piece[last.from] === clock.piece[at]) last.to = at;
    else pieces.push({ from: at, to: at });
  }
  const longEnough = pieces.filter(({ from, to }) => to - from + 1 >= MIN_IN_PIECE);
  const long = longEnough.length > 0 ? longEnough : pieces.slice(0, 1);
  const scale = commonScale(moving, clock, long);
  return {
    scale,
    pieces: long.map(({ from, to }) => ({
      start: moving.start[from] ?? 0,
      end: moving.end.subarray(from, to + 1).reduce((last, ms) => Math.max(last, ms), 0),
      offset: Math.round(medianOf(offsetsOf(moving, clock, scale, from, to))),
    })),
  };
}

function offsetsOf(moving: CueTrack, clock: Clock, scale: number, from: number, to: number): Float64Array {
  return moving.start.slice(from, to + 1).map((ms, k) => (clock.start[from + k] ?? 0) - ms * scale);
}

/** Returns the least-squares slope over all pieces, each with its own offset. */
function commonScale(
  moving: CueTrack,
  clock: Clock,
  pieces: readonly { from: number; to: number }[],
): number {
  let [both, own] = [0, 0];
  for (const { from, to } of pieces) {
    const raw = moving.start.subarray(from, to + 1);
    const mapped = clock.start.subarray(from, to + 1);
    const mean = (values: Float64Array) => values.reduce((sum, ms) => sum + ms, 0) / values.length;
    const [rawMean, mappedMean] = [mean(raw), mean(mapped)];
    for (let k = 0; k < raw.length; k += 1) {
      both += ((raw[k] ?? 0) - rawMean) * ((mapped[k] ?? 0) - mappedMean);
      own += ((raw[k] ?? 0) - rawMean) ** 2;
    }
  }
  return own > 0 ? Math.round((both / own) * 1e6) / 1e6 : clock.scale;
}

function trustIn(prepared: Prepared, finding: Finding): number {
  const placed = placeBeads(prepared, finding);
  const judgements = judgeBeads(prepared, finding, placed);
  const { target } = prepared.whole;
  let [trusted, speech] = [0, 0];
  for (const [at, bead] of placed.entries()) {
    const spoken = bead.target.filter((position) => target.silent[position] === 0).length;
    speech += spoken;
    if (bead.original.length > 0) trusted += spoken * (judgements[at]?.confidence ?? 0);
  }
  const { start, end } = finding.search.tolerance;
  const apart = Math.max(0, (start + end) / 2 - USUALLY_APART_MS) / (TWO_VIDEOS_APART_MS - USUALLY_APART_MS);
  return speech > 0 ? Math.round((trusted / speech) * Math.max(0, 1 - apart) * 100) / 100 : 0;
}
