import { type Change, mentioned } from './change.ts';
import type { Field, Unsaved } from './draft.ts';

/** What was done on the server, and the way back from it. */
export type ChangeStep = {
  kind: 'save' | 'insert' | 'delete' | 'merge' | 'split';
  forward: Change[];
  backward: Change[];
  /** What was unsaved in the rows and went into it, by segment: it comes back with them. */
  unsaved: [id: number, unsaved: Unsaved][];
  /** The steps of writing that led to it: they come back too. */
  writing?: readonly WritingStep[];
};

/** What was written, and not saved. */
export type WritingStep = {
  kind: 'writing';
  id: number;
  field: Field | null;
  before: Unsaved | undefined;
  after: Unsaved | undefined;
};

export type Step = ChangeStep | WritingStep;
export type History = { done: readonly Step[]; undone: readonly Step[] };

export const NO_HISTORY: History = { done: [], undone: [] };

/** Beyond this the oldest steps are forgotten. */
const LIMIT = 500;

/** A new step; what was undone before can't be redone after it. */
export const record = ({ done }: History, step: Step): History => ({
  done: [...done, step].slice(-LIMIT),
  undone: [],
});

/** Lets the last step take in what was written right after it in the same field. */
export function recordMore(history: History, step: WritingStep): History {
  const last = history.done.at(-1);
  if (last?.kind !== 'writing' || last.id !== step.id || last.field !== step.field)
    return record(history, step);
  return { done: [...history.done.slice(0, -1), { ...last, after: step.after }], undone: [] };
}

/** The last step goes over to those that can be redone. */
export function stepBack({ done, undone }: History): History {
  const last = done.at(-1);
  return last ? { done: done.slice(0, -1), undone: [...undone, last] } : { done, undone };
}

/** The last undone step is done again. */
export function stepForward({ done, undone }: History): History {
  const last = undone.at(-1);
  return last ? { done: [...done, last], undone: undone.slice(0, -1) } : { done, undone };
}

const filtered = ({ done, undone }: History, keep: (step: Step) => boolean): History => ({
  done: done.filter(keep),
  undone: undone.filter(keep),
});

/** A step with the writing that goes into it. A save has it for good: undoing that brings back what was saved before. */
export const withWriting = ({ done }: History, step: ChangeStep): ChangeStep => {
  if (step.kind === 'save') return step;
  const ids = new Set(step.forward.map(({ id }) => id));
  return {
    ...step,
    writing: done.filter((past) => past.kind === 'writing' && ids.has(past.id)) as WritingStep[],
  };
};

/** Writing comes back with its rows, to be undone next. */
export const bringBack = ({ done, undone }: History, writing: readonly WritingStep[]): History => ({
  done: [...done, ...writing].slice(-LIMIT),
  undone,
});

/** Once a row is saved or gone, what was written in it is no step of its own any more. */
export const absorbWriting = (history: History, ids: ReadonlySet<number>): History =>
  filtered(history, (step) => step.kind !== 'writing' || !ids.has(step.id));

/** Drops each step that touches one of these segments: somebody else changed them, and undoing must not undo that. */
export const forget = (history: History, ids: ReadonlySet<number>): History =>
  filtered(history, (step) =>
    step.kind === 'writing'
      ? !ids.has(step.id)
      : ![...step.forward, ...step.backward].some((change) => mentioned(change).some((id) => ids.has(id))),
  );

/** A segment that came back goes by another id from now on. */
export function renameIn({ done, undone }: History, renamed: ReadonlyMap<number, number>): History {
  if (renamed.size === 0) return { done, undone };
  const now = (id: number) => renamed.get(id) ?? id;
  const renameChange = (change: Change): Change =>
    change.op === 'insert'
      ? { ...change, id: now(change.id), after: change.after === null ? null : now(change.after) }
      : { ...change, id: now(change.id) };
  const renameWriting = (step: WritingStep): WritingStep => ({ ...step, id: now(step.id) });
  const renameStep = (step: Step): Step =>
    step.kind === 'writing'
      ? renameWriting(step)
      : {
          ...step,
          forward: step.forward.map(renameChange),
          backward: step.backward.map(renameChange),
          unsaved: step.unsaved.map(([id, unsaved]) => [now(id), unsaved]),
          ...(step.writing && { writing: step.writing.map(renameWriting) }),
        };
  return { done: done.map(renameStep), undone: undone.map(renameStep) };
}
