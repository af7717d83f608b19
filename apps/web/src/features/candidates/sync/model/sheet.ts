import { type Cue, setTimes, type Times } from '@sayback/subtitles';

/**
 * The cues of a file in their order, and for each an id that stays while others come and go. A cue's own `index` is as it
 * was read: its place is what counts, and what the writer numbers by.
 */
export type Sheet = { cues: readonly Cue[]; ids: readonly number[] };

/** What can be done to a sheet; `n` counts from 1. Each change has another one for its inverse. */
export type Change =
  | { op: 'times'; times: readonly Times[] }
  | { op: 'text'; n: number; text: string }
  /** The new cue becomes the n-th. */
  | { op: 'insert'; n: number; id: number; cue: Cue }
  | { op: 'remove'; n: number }
  | { op: 'replace'; sheet: Sheet };

export type Changed = { sheet: Sheet; inverse: Change };

/** The same sheet comes back where the change changes nothing. Throws a RangeError for a cue that isn't there. */
export function applyChange(sheet: Sheet, change: Change): Changed {
  switch (change.op) {
    case 'times':
      return changeTimes(sheet, change.times);
    case 'text':
      return changeText(sheet, change);
    case 'insert':
      return insert(sheet, change);
    case 'remove':
      return remove(sheet, change.n);
    case 'replace':
      return { sheet: change.sheet, inverse: { op: 'replace', sheet } };
  }
}

function changeTimes(sheet: Sheet, times: readonly Times[]): Changed {
  const { cues, undo } = setTimes(sheet.cues, times);
  return {
    sheet: undo.length > 0 ? { ...sheet, cues } : sheet,
    inverse: { op: 'times', times: undo },
  };
}

function changeText(sheet: Sheet, change: Change & { op: 'text' }): Changed {
  const { n, text } = change;
  const cue = cueAt(sheet, n);
  return {
    sheet: cue.text === text ? sheet : { ...sheet, cues: sheet.cues.with(n - 1, { ...cue, text }) },
    inverse: { op: 'text', n, text: cue.text },
  };
}

function insert({ cues, ids }: Sheet, { n, id, cue }: Change & { op: 'insert' }): Changed {
  if (n < 1 || n > cues.length + 1)
    throw new RangeError(`There is no place #${n} among ${cues.length} cues.`);
  return {
    sheet: { cues: cues.toSpliced(n - 1, 0, cue), ids: ids.toSpliced(n - 1, 0, id) },
    inverse: { op: 'remove', n },
  };
}

function remove(sheet: Sheet, n: number): Changed {
  const cue = cueAt(sheet, n);
  const id = sheet.ids[n - 1] ?? 0;
  return {
    sheet: { cues: sheet.cues.toSpliced(n - 1, 1), ids: sheet.ids.toSpliced(n - 1, 1) },
    inverse: { op: 'insert', n, id, cue },
  };
}

function cueAt({ cues }: Sheet, n: number): Cue {
  const cue = cues[n - 1];
  if (!cue) throw new RangeError(`There is no cue #${n}; there are ${cues.length}.`);
  return cue;
}
