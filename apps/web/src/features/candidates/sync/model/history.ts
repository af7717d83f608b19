import {
  endRun,
  pushStep,
  stepBack,
  stepForward,
  type UndoableStep,
  type UndoStack,
} from '../../../../ui/commands/undo-stack.ts';
import { applyChange, type Change, type CueDocument } from './cue-document.ts';

/** `change` is what undo or redo applies next; `before` and `after` are the revisions before and after the step. */
type Step = UndoableStep & { change: Change; before: number; after: number };

/** A state on the server; `content` is its text if it was saved by this page. */
export type Saved = { cueDocument: CueDocument; revision: number; content?: string };

/** `revision` identifies a state of the cue document; undo and redo return to the same revision. */
export type History = UndoStack<Step> & {
  cueDocument: CueDocument;
  revision: number;
  lastRevision: number;
  saved: Saved;
};

/** Maximum number of changed cues in the history: repeated shifts of a long file mustn't fill the memory. */
const MAX_WEIGHT = 500_000;

/** Starts with revision 0, the saved state, or revision 1, the unsaved draft of the last visit. */
export function startHistory(saved: CueDocument, unsaved: CueDocument | null = null): History {
  const draft = unsaved ? { cueDocument: unsaved, revision: 1 } : { cueDocument: saved, revision: 0 };
  return { ...draft, lastRevision: 1, saved: { cueDocument: saved, revision: 0 }, done: [], undone: [] };
}

export const isUnsaved = ({ revision, saved }: History) => revision !== saved.revision;

const changeWeight = (change: Change) => (change.op === 'times' ? change.times.length : 1);

/** Applies a change at time `now` (milliseconds), and clears the redo stack. Changes of the same `run` become one step. */
export function pushChange(history: History, change: Change, run: string | null, now: number): History {
  const { cueDocument, inverse } = applyChange(history.cueDocument, change);
  if (cueDocument === history.cueDocument) return history;
  const after = history.lastRevision + 1;
  const step = {
    change: inverse,
    before: history.revision,
    after,
    run,
    at: now,
    weight: changeWeight(inverse),
  };
  const stack = pushStep(history, step, MAX_WEIGHT);
  return { ...history, ...stack, cueDocument, revision: after, lastRevision: after };
}

/** Returns to the last loaded or saved state. It can be undone. */
export function resetToSaved(history: History, now: number): History {
  if (!isUnsaved(history)) return history;
  const { cueDocument, revision } = history.saved;
  const next = pushChange(history, { op: 'replace', cueDocument }, null, now);
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
 * Marks the sent state as saved; later changes stay unsaved. The next edit starts a new step, so that undo can return to the
 * saved state.
 */
export const markSaved = (history: History, saved: Saved): History => ({
  ...history,
  ...endRun(history),
  saved,
});
