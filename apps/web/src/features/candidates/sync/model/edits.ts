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

/** `to` is the new start of a segment, in milliseconds. */
export type Point = { id: number; to: number };

/** Length of a new cue if there is room. */
const NEW_CUE_MS = 2000;
const MIN_CUE_MS = 100;

function createTimesChange({ cues, undo }: Edit): Change | null {
  const times = undo.flatMap(({ n }): Times[] => {
    const cue = cues[n - 1];
    return cue ? [{ n, start: cue.start, end: cue.end }] : [];
  });
  return times.length > 0 ? { op: 'times', times } : null;
}

/** Moves the n-th cue and all following ones by `ms` milliseconds, but none below 0. */
export function createShift({ cues }: CueDocument, n: number, ms: number): Change | null {
  return createTimesChange(shiftFrom(cues, n, ms));
}

/** Sets the start or end of the n-th cue, leaving it at least 0.1 s long. */
export function createEdgeChange({ cues }: CueDocument, n: number, edge: Edge, ms: number): Change | null {
  return createTimesChange(edge === 'start' ? setStart(cues, n, ms) : setEnd(cues, n, ms));
}

/** Stretches all times so that two segments get these starts; null if that would change their order. */
export function createStretch(cueDocument: CueDocument, first: Point, second: Point): Change | null {
  if (!canStretch(cueDocument, first, second)) return null;
  const [firstPin, secondPin] = [createPin(cueDocument, first), createPin(cueDocument, second)];
  return createTimesChange(stretch(cueDocument.cues, firstPin, secondPin));
}

/** Returns true if the points are two segments of the document, and stretching keeps their order. */
export function canStretch(cueDocument: CueDocument, first: Point, second: Point): boolean {
  const [firstPin, secondPin] = [createPin(cueDocument, first), createPin(cueDocument, second)];
  const scale = (secondPin.to - firstPin.to) / (secondPin.from - firstPin.from);
  return scale > 0 && Number.isFinite(scale);
}

function createPin({ cues, ids }: CueDocument, { id, to }: Point): Pin {
  return { from: cues[ids.indexOf(id)]?.start ?? Number.NaN, to };
}

/** Inserts an empty cue after the n-th, in the gap before the next one: up to 2 s long, and at least 0.1 s. */
export function createInsertion({ cues }: CueDocument, n: number, id: number): Change {
  const start = cues[n - 1]?.end ?? 0;
  const gap = (cues[n]?.start ?? Number.POSITIVE_INFINITY) - start;
  const length = Math.max(MIN_CUE_MS, Math.min(NEW_CUE_MS, gap));
  const cue: Cue = { index: n + 1, start, end: start + length, text: '' };
  return { op: 'insert', n: n + 1, id, cue };
}

/** Removes the n-th cue; null for the only one. */
export function createRemoval({ cues }: CueDocument, n: number): Change | null {
  return cues.length > 1 ? { op: 'remove', n } : null;
}

/** Returns the number of the cue at a time, from 1. Between cues it is the last one that started; before all, the first. */
export function findCueAt(cues: readonly Cue[], ms: number): number {
  let latest = 0;
  for (const [index, { start, end }] of cues.entries()) {
    if (start > ms) continue;
    if (ms < end) return index + 1;
    if (start >= (cues[latest]?.start ?? 0) || (cues[latest]?.start ?? 0) > ms) latest = index;
  }
  return latest + 1;
}
