import { pushStep, type UndoableStep, type UndoStack } from '../../../../ui/commands/undo-stack.ts';
import { type Change, changedIds } from './change.ts';
import type { Unsaved } from './unsaved.ts';

/** A change on the server, and its inverse. */
export type ChangeStep = UndoableStep & {
  kind: 'save' | 'replace' | 'translate' | 'insert' | 'delete' | 'merge' | 'split';
  /** Identifies the step, even if its rows get new ids. */
  key?: number;
  forward: Change[];
  backward: Change[];
  /** Unsaved fields that were part of the change, by segment: undoing it restores them. */
  unsaved: [id: number, unsaved: Unsaved][];
  /** The typing steps that it includes: they are restored too. */
  writing?: readonly WritingStep[];
};

/** A typed, unsaved text. */
export type WritingStep = UndoableStep & {
  kind: 'writing';
  id: number;
  before: Unsaved | undefined;
  after: Unsaved | undefined;
};

export type Step = ChangeStep | WritingStep;
export type History = UndoStack<Step>;

export const NO_HISTORY: History = { done: [], undone: [] };

/** Beyond this number the oldest steps are dropped. */
const LIMIT = 500;

export const record = (history: History, step: Step): History => pushStep(history, step, LIMIT);

const filtered = ({ done, undone }: History, isIncluded: (step: Step) => boolean): History => ({
  done: done.filter(isIncluded),
  undone: undone.filter(isIncluded),
});

/** Returns a step combined with the typing that it includes. */
export const withWriting = ({ done }: History, step: ChangeStep): ChangeStep => {
  const ids = new Set(step.forward.map(({ id }) => id));
  return {
    ...step,
    writing: done.filter((past) => past.kind === 'writing' && ids.has(past.id)) as WritingStep[],
  };
};

/** Restores typing steps along with their rows, to be undone next. */
export const restoreWriting = ({ done, undone }: History, writing: readonly WritingStep[]): History => ({
  done: [...done, ...writing],
  undone,
});

/** Removes the typing steps of rows that are gone, or that are part of another step. */
export const absorbWriting = (history: History, ids: ReadonlySet<number>): History =>
  filtered(history, (step) => step.kind !== 'writing' || !ids.has(step.id));

/**
 * Replaces a saved row's typing with its save, as `steps`, one for each typed value. Later typing stays, in fields as returned
 * by `rebase`.
 */
export function settleSave(
  { done, undone }: History,
  save: ChangeStep,
  steps: readonly ChangeStep[],
  rebase: (unsaved: Unsaved | undefined) => Unsaved | undefined,
): History {
  const id = save.forward[0]?.id;
  const inSave = new Set<Step>(save.writing);
  const settled = (step: Step): readonly Step[] => {
    if (step === save) return steps;
    if (step.kind !== 'writing' || step.id !== id) return [step];
    return inSave.has(step) ? [] : [{ ...step, before: rebase(step.before), after: rebase(step.after) }];
  };
  return {
    done: done.flatMap(settled),
    undone: undone.filter((step) => step.kind !== 'writing' || step.id !== id),
  };
}

const getIds = (step: Step): readonly number[] =>
  step.kind === 'writing' ? [step.id] : [...step.forward, ...step.backward].flatMap(changedIds);

/** Returns the step with a key if it can be undone by itself: no later step touches its rows. */
export function undoableStep({ done }: History, key: number): ChangeStep | undefined {
  const at = done.findLastIndex((step) => step.kind !== 'writing' && step.key === key);
  const step = done[at];
  if (!step || step.kind === 'writing') return undefined;
  const ids = new Set(getIds(step));
  return done.slice(at + 1).some((later) => getIds(later).some((id) => ids.has(id))) ? undefined : step;
}

/** Drops steps on these segments, which someone else changed: undo must not revert that. Other rows of a bulk step stay. */
export function forget({ done, undone }: History, ids: ReadonlySet<number>): History {
  const touches = (change: Change) => changedIds(change).some((id) => ids.has(id));
  const remaining = (step: Step): Step[] => {
    if (step.kind === 'writing') return ids.has(step.id) ? [] : [step];
    if (![...step.forward, ...step.backward].some(touches)) return [step];
    const [forward, backward] = [step.forward, step.backward].map((changes) =>
      changes.filter((change) => !touches(change)),
    ) as [Change[], Change[]];
    if (!['replace', 'translate'].includes(step.kind) || backward.length === 0) return [];
    return [{ ...step, forward, backward, unsaved: step.unsaved.filter(([id]) => !ids.has(id)) }];
  };
  return { done: done.flatMap(remaining), undone: undone.flatMap(remaining) };
}

/** Adds rows translated by a service to the step of that translation, or creates it. */
export function recordTranslated(
  history: History,
  run: string,
  changes: Pick<ChangeStep, 'forward' | 'backward'>,
) {
  const at = history.done.findIndex((step) => step.kind === 'translate' && step.run === run);
  const step = history.done[at] as ChangeStep | undefined;
  if (!step) return record(history, { kind: 'translate', run, unsaved: [], ...changes });
  const forward = [...step.forward, ...changes.forward];
  const backward = [...step.backward, ...changes.backward];
  return { ...history, done: history.done.with(at, { ...step, forward, backward }) };
}

/** Renames restored segments, which have new ids. */
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
