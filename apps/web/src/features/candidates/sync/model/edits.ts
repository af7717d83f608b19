import {
  type Cue,
  type Edit,
  type Pin,
  setEnd,
  setStart,
  shiftFrom,
  stretch,
  type Times,
} from '@sayback/subtitles';
import type { Change, CueDocument } from './cue-document.ts';

export type Edge = 'start' | 'end';

/** The new start `to` of a segment, in milliseconds. */
export type Point = { id: number; to: number };

/** Length of a new segment if there is room, and its minimum. Milliseconds. */
const NEW_MS = 2000;
const MIN_MS = 100;

function asChange({ cues, undo }: Edit): Change | null {
  const times = undo.flatMap(({ n }): Times[] => {
    const cue = cues[n - 1];
    return cue ? [{ n, start: cue.start, end: cue.end }] : [];
  });
  return times.length > 0 ? { op: 'times', times } : null;
}

/** Moves the n-th cue and all following ones by `ms` milliseconds; none goes below 0. */
export function shifted({ cues }: CueDocument, n: number, ms: number): Change | null {
  return asChange(shiftFrom(cues, n, ms));
}

/** Sets an edge of the n-th cue: a start at most 0.1 s before the end, an end at least 0.1 s after the start. */
export function edgeSet({ cues }: CueDocument, n: number, edge: Edge, ms: number): Change | null {
  return asChange(edge === 'start' ? setStart(cues, n, ms) : setEnd(cues, n, ms));
}

/** Stretches all times so that two segments get these starts; null if that would change their order. */
export function stretched(cueDocument: CueDocument, first: Point, second: Point): Change | null {
  if (!canStretch(cueDocument, first, second)) return null;
  const [firstPin, secondPin] = [getPin(cueDocument, first), getPin(cueDocument, second)];
  return asChange(stretch(cueDocument.cues, firstPin, secondPin));
}

/** Returns true if a cue document can be stretched by two points: two of its segments, in the same order before and after. */
export function canStretch(cueDocument: CueDocument, first: Point, second: Point): boolean {
  const [firstPin, secondPin] = [getPin(cueDocument, first), getPin(cueDocument, second)];
  const scale = (secondPin.to - firstPin.to) / (secondPin.from - firstPin.from);
  return scale > 0 && Number.isFinite(scale);
}

function getPin({ cues, ids }: CueDocument, { id, to }: Point): Pin {
  return { from: cues[ids.indexOf(id)]?.start ?? Number.NaN, to };
}

/** Inserts an empty cue after the n-th, in the gap before the next one: up to 2 s long, or 0.1 s without a gap. */
export function insertedAfter({ cues }: CueDocument, n: number, id: number): Change {
  const start = cues[n - 1]?.end ?? 0;
  const gap = (cues[n]?.start ?? Number.POSITIVE_INFINITY) - start;
  const length = Math.max(MIN_MS, Math.min(NEW_MS, gap));
  const cue: Cue = { index: n + 1, start, end: start + length, text: '' };
  return { op: 'insert', n: n + 1, id, cue };
}

/** Removes the n-th cue; null for the only one. */
export function removed({ cues }: CueDocument, n: number): Change | null {
  return cues.length > 1 ? { op: 'remove', n } : null;
}

/** Returns the number n of the cue at a time, or else of the last one that started before; the first one if there is none. */
export function cueAtMoment(cues: readonly Cue[], ms: number): number {
  let latest = 0;
  for (const [at, { start, end }] of cues.entries()) {
    if (start > ms) continue;
    if (ms < end) return at + 1;
    if (start >= (cues[latest]?.start ?? 0) || (cues[latest]?.start ?? 0) > ms) latest = at;
  }
  return latest + 1;
}
