import { applyChange, type Change, type CueDocument } from './cue-document.ts';

/** A step that can be taken back, or again: `change` leads the way that it would go next. */
type Step = {
  change: Change;
  /** The revisions that it lies between. */
  before: number;
  after: number;
  /** Steps of one run that follow each other closely are one: letters of a text, an edge held down. */
  run: string | null;
  /** When, in milliseconds. */
  at: number;
  weight: number;
};

/** A state that is on the server; `content` is what it was saved as, where that was done here. */
export type Saved = { cueDocument: CueDocument; revision: number; content?: string };

/** `revision` names a state of the cue document: after undoing and redoing it is the same again. */
export type History = {
  cueDocument: CueDocument;
  revision: number;
  lastRevision: number;
  saved: Saved;
  done: readonly Step[];
  undone: readonly Step[];
};

/** Steps of a run that are farther apart, in milliseconds, are two. */
const RUN_MS = 1000;
/** How many changed cues are remembered: shifting a long file again and again mustn't fill the memory. */
const HEAVIEST = 500_000;

/** A cue document as it was loaded or saved; `revision` 1 is that of unsaved work which was kept from the last time. */
export function startHistory(saved: CueDocument, unsaved: CueDocument | null = null): History {
  const kept = unsaved ? { cueDocument: unsaved, revision: 1 } : { cueDocument: saved, revision: 0 };
  return { ...kept, lastRevision: 1, saved: { cueDocument: saved, revision: 0 }, done: [], undone: [] };
}

export const isUnsaved = ({ revision, saved }: History) => revision !== saved.revision;

const weightOf = (change: Change) => (change.op === 'times' ? change.times.length : 1);

/** Does a change at a moment (milliseconds). What was undone can't be redone any more. */
export function doChange(history: History, change: Change, run: string | null, now: number): History {
  const { cueDocument, inverse } = applyChange(history.cueDocument, change);
  if (cueDocument === history.cueDocument) return history;
  const after = history.lastRevision + 1;
  const last = history.done.at(-1);
  const goesOn =
    run !== null &&
    last?.run === run &&
    now - last.at < RUN_MS &&
    history.undone.length === 0 &&
    // What was saved can be come back to.
    history.revision !== history.saved.revision;
  const done =
    goesOn && last
      ? history.done.with(-1, { ...last, after, at: now })
      : lightened([
          ...history.done,
          { change: inverse, before: history.revision, after, run, at: now, weight: weightOf(inverse) },
        ]);
  return { ...history, cueDocument, revision: after, lastRevision: after, done, undone: [] };
}

/** Back to what was loaded or saved last. It can be undone. */
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
  return {
    ...history,
    cueDocument,
    revision: step.before,
    done: history.done.slice(0, -1),
    undone: [...history.undone, { ...step, change: inverse }],
  };
}

export function redo(history: History): History {
  const step = history.undone.at(-1);
  if (!step) return history;
  const { cueDocument, inverse } = applyChange(history.cueDocument, step.change);
  return {
    ...history,
    cueDocument,
    revision: step.after,
    // It stands alone: what is done next must not run on into it.
    done: [...history.done, { ...step, change: inverse, run: null }],
    undone: history.undone.slice(0, -1),
  };
}

/** What was sent is saved now; what was changed since then isn't. */
export const markSaved = (history: History, saved: Saved): History => ({ ...history, saved });

function lightened(steps: readonly Step[]): readonly Step[] {
  let total = steps.reduce((sum, { weight }) => sum + weight, 0);
  let from = 0;
  for (; total > HEAVIEST && from < steps.length - 1; from += 1) total -= steps[from]?.weight ?? 0;
  return from === 0 ? steps : steps.slice(from);
}
