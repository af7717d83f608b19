import { pushStep, type UndoableStep, type UndoStack } from '../../../../ui/commands/undo-stack.ts';
import { type Change, changedIds } from './change.ts';
import type { Unsaved } from './unsaved.ts';

/** A change on the server, and its inverse. */
export type ChangeStep = UndoableStep & {
  kind: 'save' | 'replace' | 'translate' | 'insert' | 'delete' | 'merge' | 'split';
  /** Identifies the step. */
  key?: number;
  forward: Change[];
  backward: Change[];
  /** Unsaved fields that were part of the change, by segment: undoing it restores them. */
  unsaved: [id: number, unsaved: Unsaved][];
  /** The typing steps that it includes. Undoing it restores them. */
  typing?: readonly TypingStep[];
};

/** A typed, unsaved text. */
export type TypingStep = UndoableStep & {
  kind: 'typing';
  id: number;
  before: Unsaved | undefined;
  after: Unsaved | undefined;
};

export type Step = ChangeStep | TypingStep;
export type History = UndoStack<Step>;

export const NO_HISTORY: History = { done: [], undone: [] };

/** Maximum number of steps. The oldest ones are dropped. */
const LIMIT = 500;

export const record = (history: History, step: Step): History => pushStep(history, step, LIMIT);

const filterSteps = ({ done, undone }: History, isIncluded: (step: Step) => boolean): History => ({
  done: done.filter(isIncluded),
  undone: undone.filter(isIncluded),
});

/** Returns a step with the typing steps of its rows, which it includes. */
export const withTyping = ({ done }: History, step: ChangeStep): ChangeStep => {
  const ids = new Set(step.forward.map(({ id }) => id));
  return {
    ...step,
    typing: done.filter((doneStep) => doneStep.kind === 'typing' && ids.has(doneStep.id)) as TypingStep[],
  };
};

/** Adds the typing steps of restored rows, to be undone next. */
export const restoreTyping = ({ done, undone }: History, typing: readonly TypingStep[]): History => ({
  done: [...done, ...typing],
  undone,
});

/** Removes the typing steps of rows that were deleted, or whose typing another step includes. */
export const absorbTyping = (history: History, ids: ReadonlySet<number>): History =>
  filterSteps(history, (step) => step.kind !== 'typing' || !ids.has(step.id));

type Rebase = (id: number, unsaved: Unsaved | undefined) => Unsaved | undefined;

export const rebaseStep = (step: TypingStep, rebase: Rebase): TypingStep => ({
  ...step,
  before: rebase(step.id, step.before),
  after: rebase(step.id, step.after),
});

/** Bases the typing steps of rows on their new versions, after a change that didn't include their typing. */
export function rebaseTyping({ done, undone }: History, ids: ReadonlySet<number>, rebase: Rebase): History {
  const rebaseIn = (step: Step): Step =>
    step.kind === 'typing' && ids.has(step.id) ? rebaseStep(step, rebase) : step;
  return { done: done.map(rebaseIn), undone: undone.map(rebaseIn) };
}

/**
 * Replaces a row's typing steps and its save with `steps`, one for each typed value. Typing after the save remains, with the
 * unsaved fields that `rebase` returns.
 */
export function settleSave(
  { done, undone }: History,
  save: ChangeStep,
  steps: readonly ChangeStep[],
  rebase: (unsaved: Unsaved | undefined) => Unsaved | undefined,
): History {
  const id = save.forward[0]?.id;
  const savedTyping = new Set<Step>(save.typing);
  const replaceStep = (step: Step): readonly Step[] => {
    if (step === save) return steps;
    if (step.kind !== 'typing' || step.id !== id) return [step];
    return savedTyping.has(step) ? [] : [{ ...step, before: rebase(step.before), after: rebase(step.after) }];
  };
  return {
    done: done.flatMap(replaceStep),
    undone: undone.filter((step) => step.kind !== 'typing' || step.id !== id),
  };
}

const stepIds = (step: Step): readonly number[] =>
  step.kind === 'typing' ? [step.id] : [...step.forward, ...step.backward].flatMap(changedIds);

/** Returns the step with a key, unless a later step changes the same rows. */
export function findUndoableStep({ done }: History, key: number): ChangeStep | undefined {
  const index = done.findLastIndex((step) => step.kind !== 'typing' && step.key === key);
  const step = done[index];
  if (!step || step.kind === 'typing') return undefined;
  const ids = new Set(stepIds(step));
  return done.slice(index + 1).some((later) => stepIds(later).some((id) => ids.has(id))) ? undefined : step;
}

/** Drops steps on segments that someone else has changed, since undo must not revert that. Other rows of a bulk step remain. */
export function dropSteps({ done, undone }: History, ids: ReadonlySet<number>): History {
  const affectsRows = (change: Change) => changedIds(change).some((id) => ids.has(id));
  const remainingSteps = (step: Step): Step[] => {
    if (step.kind === 'typing') return ids.has(step.id) ? [] : [step];
    if (![...step.forward, ...step.backward].some(affectsRows)) return [step];
    const [forward, backward] = [step.forward, step.backward].map((changes) =>
      changes.filter((change) => !affectsRows(change)),
    ) as [Change[], Change[]];
    if (!['replace', 'translate'].includes(step.kind) || backward.length === 0) return [];
    return [{ ...step, forward, backward, unsaved: step.unsaved.filter(([id]) => !ids.has(id)) }];
  };
  return { done: done.flatMap(remainingSteps), undone: undone.flatMap(remainingSteps) };
}

/** Adds rows translated by a service to the step of that translation, or creates it. */
export function recordTranslation(
  history: History,
  run: string,
  changes: Pick<ChangeStep, 'forward' | 'backward'>,
) {
  const index = history.done.findIndex((step) => step.kind === 'translate' && step.run === run);
  const step = history.done[index] as ChangeStep | undefined;
  if (!step) return record(history, { kind: 'translate', run, unsaved: [], ...changes });
  const forward = [...step.forward, ...changes.forward];
  const backward = [...step.backward, ...changes.backward];
  return { ...history, done: history.done.with(index, { ...step, forward, backward }) };
}

/** Replaces the ids of restored segments with their new ones. */
export function replaceIds({ done, undone }: History, newIds: ReadonlyMap<number, number>): History {
  if (newIds.size === 0) return { done, undone };
  const newId = (id: number) => newIds.get(id) ?? id;
  const renameChange = (change: Change): Change =>
    change.op === 'insert'
      ? { ...change, id: newId(change.id), after: change.after === null ? null : newId(change.after) }
      : { ...change, id: newId(change.id) };
  const renameTyping = (step: TypingStep): TypingStep => ({ ...step, id: newId(step.id) });
  const renameStep = (step: Step): Step =>
    step.kind === 'typing'
      ? renameTyping(step)
      : {
          ...step,
          forward: step.forward.map(renameChange),
          backward: step.backward.map(renameChange),
          unsaved: step.unsaved.map(([id, unsaved]) => [newId(id), unsaved]),
          ...(step.typing && { typing: step.typing.map(renameTyping) }),
        };
  return { done: done.map(renameStep), undone: undone.map(renameStep) };
}
