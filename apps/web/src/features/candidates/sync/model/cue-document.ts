import { type Cue, setTimes, type Times } from '@sayback/subtitles';

/**
 * A file's cues in order, with stable ids. A cue's `index` is only the number that was read from the file: the writer numbers
 * cues by position.
 */
export type CueDocument = { cues: readonly Cue[]; ids: readonly number[] };

/** A change of a cue document; `n` counts from 1. */
export type Change =
  | { op: 'times'; times: readonly Times[] }
  | { op: 'text'; n: number; text: string }
  /** The new cue becomes the n-th. */
  | { op: 'insert'; n: number; id: number; cue: Cue }
  | { op: 'remove'; n: number }
  | { op: 'replace'; cueDocument: CueDocument };

export type ChangeResult = { cueDocument: CueDocument; inverse: Change };

/** Applies a change. Returns the same cue document if nothing changes. Throws a RangeError for a missing cue. */
export function applyChange(cueDocument: CueDocument, change: Change): ChangeResult {
  switch (change.op) {
    case 'times':
      return changeTimes(cueDocument, change.times);
    case 'text':
      return changeText(cueDocument, change);
    case 'insert':
      return insertCue(cueDocument, change);
    case 'remove':
      return removeCue(cueDocument, change.n);
    case 'replace':
      return { cueDocument: change.cueDocument, inverse: { op: 'replace', cueDocument } };
  }
}

function changeTimes(cueDocument: CueDocument, times: readonly Times[]): ChangeResult {
  const { cues, undo } = setTimes(cueDocument.cues, times);
  return {
    cueDocument: undo.length > 0 ? { ...cueDocument, cues } : cueDocument,
    inverse: { op: 'times', times: undo },
  };
}

function changeText(cueDocument: CueDocument, change: Change & { op: 'text' }): ChangeResult {
  const { n, text } = change;
  const cue = requireCue(cueDocument, n);
  return {
    cueDocument:
      cue.text === text
        ? cueDocument
        : { ...cueDocument, cues: cueDocument.cues.with(n - 1, { ...cue, text }) },
    inverse: { op: 'text', n, text: cue.text },
  };
}

function insertCue({ cues, ids }: CueDocument, { n, id, cue }: Change & { op: 'insert' }): ChangeResult {
  if (n < 1 || n > cues.length + 1)
    throw new RangeError(`Can't insert at position ${n} of ${cues.length} cues.`);
  return {
    cueDocument: { cues: cues.toSpliced(n - 1, 0, cue), ids: ids.toSpliced(n - 1, 0, id) },
    inverse: { op: 'remove', n },
  };
}

function removeCue(cueDocument: CueDocument, n: number): ChangeResult {
  const cue = requireCue(cueDocument, n);
  const id = cueDocument.ids[n - 1] ?? 0;
  return {
    cueDocument: { cues: cueDocument.cues.toSpliced(n - 1, 1), ids: cueDocument.ids.toSpliced(n - 1, 1) },
    inverse: { op: 'insert', n, id, cue },
  };
}

function requireCue({ cues }: CueDocument, n: number): Cue {
  const cue = cues[n - 1];
  if (!cue) throw new RangeError(`There is no cue ${n} among ${cues.length} cues.`);
  return cue;
}
