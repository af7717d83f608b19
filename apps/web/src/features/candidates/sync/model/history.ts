import {
  endRun,
  pushStep,
  stepBack,
  stepForward,
  type UndoableStep,
  type UndoStack,
} from '../../../../ui/commands/undo-stack.ts';
import { applyChange, type Change, type CueDocument } from './cue-document.ts';

/** `change` is applied next by undo or redo; `before` and `after` are the revisions on either side. */
type Step = UndoableStep & { change: Change; before: number; after: number };

/** A state on the server; `content` is its saved text, if saved here. */
export type Saved = { cueDocument: CueDocument; revision: number; content?: string };

/** `revision` identifies a state of the cue document: undo and redo return to the same one. */
export type History = UndoStack<Step> & {
  cueDocument: CueDocument;
  revision: number;
  lastRevision: number;
  saved: Saved;
};

/** Maximum number of changed cues in the history: repeatedly shifting a long file mustn't fill the memory. */
const HEAVIEST = 500_000;

/** Starts from a loaded or saved cue document; `revision` 1 is the last visit's draft. */
export function startHistory(saved: CueDocument, unsaved: CueDocument | null = null): History {
  const draft = unsaved ? { cueDocument: unsaved, revision: 1 } : { cueDocument: saved, revision: 0 };
  return { ...draft, lastRevision: 1, saved: { cueDocument: saved, revision: 0 }, done: [], undone: [] };
}

export const isUnsaved = ({ revision, saved }: History) => revision !== saved.revision;

const getWeight = (change: Change) => (change.op === 'times' ? change.times.length : 1);

/** Applies a change at a time (milliseconds). It clears the redo stack. */
export function doChange(history: History, change: Change, run: string | null, now: number): History {
  const { cueDocument, inverse } = applyChange(history.cueDocument, change);
  if (cueDocument === history.cueDocument) return history;
  const after = history.lastRevision + 1;
  const step = { change: inverse, before: history.revision, after, run, at: now, weight: getWeight(inverse) };
  const stack = pushStep(history, step, HEAVIEST);
  return { ...history, ...stack, cueDocument, revision: after, lastRevision: after };
}

/** Returns to the last loaded or saved state. It can be undone. */
export function resetTo(history: History, now: number): History {
  if (!isUnsaved(history)) return history;
  const { cueDocument, revision } = history.saved;
  const next = doChange(history, { op: 'replace', cueDocument }, null, now);
  const step = next.done.at(-1);
  if (!step) return history;
  return { ...next, revision, done: next.done.with(-1, { ...step, after: revision }) };
}

export function undo(history: History): History {
  const step = history.done.at(-1);
  if (!step) return history;
  const { cueDocument, inverse } = applyChange(history.cueDocument, step.change);
  const stack = stepBack(history, { ...step, change: inverse });
  return { ...history, ...stack, cueDocument, revision: step.before };
}

export function redo(history: History): History {
  const step = history.undone.at(-1);
  if (!step) return history;
  const { cueDocument, inverse } = applyChange(history.cueDocument, step.change);
  const stack = stepForward(history, { ...step, change: inverse });
  return { ...history, ...stack, cueDocument, revision: step.after };
}

/**
 * Marks the sent state as saved; later changes stay unsaved. The next edit starts a new step, so that undo returns to this
 * state.
 */
export const markSaved = (history: History, saved: Saved): History => ({
  ...history,
  ...endRun(history),
  saved,
});
