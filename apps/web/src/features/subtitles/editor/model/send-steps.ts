import { stepBack, stepForward } from '../../../../ui/commands/undo-stack.ts';
import type { Change } from './change.ts';
import { mergeRemoteChanges, mergeResults, type SentChanges, withUnsaved } from './editor-state.ts';
import type { EditorStore } from './editor-store.ts';
import { type ChangeStep, findUndoableStep, record, withTyping } from './history.ts';
import {
  type ChangeOptions,
  NONE,
  type Outcome,
  type SegmentGateway,
  StaleSegmentError,
} from './segment-gateway.ts';
import type { Segment } from './unsaved.ts';

type SendOptions = Partial<Pick<SentChanges, 'unsavedToRestore' | 'typing' | 'save' | 'excludesUnsaved'>> &
  ChangeOptions & {
    /** Opens the dialog on a conflict. False while the user may be typing in another row. */
    showsConflict?: boolean;
  };

/** Sends, undoes and redoes steps, one after the other. */
export function createStepRunner(store: EditorStore, gateway: SegmentGateway) {
  let queue: Promise<unknown> = Promise.resolve();
  let lastKey = 0;

  function enqueue<Result extends Outcome>(task: () => Promise<Result>): Promise<Result> {
    const result = queue.then(task);
    queue = result.catch(() => undefined);
    return result;
  }

  function markBusy(ids: readonly number[], isBusy: boolean): void {
    const busy = new Set(store.get().busy);
    for (const id of ids) {
      if (isBusy) busy.add(id);
      else busy.delete(id);
    }
    store.set({ ...store.get(), busy });
  }

  function handleConflict(current: Segment, showsConflict: boolean): Outcome {
    const mine = store.get().unsaved.get(current.id);
    store.set(mergeRemoteChanges(store.get(), [current]));
    const remaining = store.get().unsaved.get(current.id);
    if (showsConflict && mine && remaining)
      store.set({ ...store.get(), conflict: { current, mine: remaining.fields } });
    return { result: 'conflict' };
  }

  /** Sends changes and merges the response into the list. `unsavedToRestore` and `typing` are restored along with their rows. */
  async function send(
    changes: readonly Change[],
    {
      unsavedToRestore = [],
      typing = [],
      showsConflict = true,
      save,
      excludesUnsaved,
      ...options
    }: SendOptions = {},
  ): Promise<Outcome> {
    const ids = changes.map(({ id }) => id);
    const sent = { changes, unsaved: store.get().unsaved, unsavedToRestore, typing, save, excludesUnsaved };
    markBusy(ids, true);
    try {
      const results = await gateway.change(changes, store.baseVersion, options);
      store.set(mergeResults(store.get(), sent, results));
      const changed = results.find((segment) => segment !== null);
      return { result: 'done', id: changed?.id ?? null };
    } catch (error) {
      return error instanceof StaleSegmentError
        ? handleConflict(error.current, showsConflict)
        : { result: 'failed', error };
    } finally {
      markBusy(ids, false);
    }
  }

  /** Records and sends a step. It is recorded first, since merging the response replaces temporary ids in the history. */
  async function performStep(
    newStep: ChangeStep,
    options: Pick<SendOptions, 'savesRevision' | 'showsConflict'> = {},
  ): Promise<Outcome> {
    const { undone } = store.get().history;
    lastKey += 1;
    const step = { ...withTyping(store.get().history, newStep), key: lastKey };
    store.setWithoutNotifying({ ...store.get(), history: record(store.get().history, step) });
    const outcome = await send(step.forward, { ...options, ...(step.kind === 'save' && { save: step }) });
    if (outcome.result !== 'done') {
      const done = store.get().history.done.filter((doneStep) => doneStep !== step);
      store.set({ ...store.get(), history: { done, undone: outcome.result === 'failed' ? undone : [] } });
      return outcome;
    }
    return { ...outcome, step: step.key };
  }

  /**
   * Undoes or redoes the last step, or undoes the one with a key. The step moves to the other stack before it is sent, so that
   * typing in the meantime becomes a new step.
   */
  async function moveInHistory(direction: 'undo' | 'redo', key?: number): Promise<Outcome> {
    const isUndo = direction === 'undo';
    const { history } = store.get();
    const last = (isUndo ? history.done : history.undone).at(-1);
    const step = key === undefined ? last : findUndoableStep(history, key);
    if (!step) return NONE;
    const done = history.done.filter((doneStep) => doneStep !== step);
    store.set({
      ...store.get(),
      history: isUndo ? stepBack({ ...history, done: [...done, step] }) : stepForward(history),
    });
    if (step.kind === 'typing') {
      store.set(withUnsaved(store.get(), step.id, isUndo ? step.before : step.after));
      return { result: 'done', id: step.id };
    }
    const excludesUnsaved = step.kind === 'insert';
    const outcome = isUndo
      ? await send(step.backward, {
          isUndo: true,
          excludesUnsaved,
          ...(step.kind !== 'save' && { unsavedToRestore: step.unsaved, typing: step.typing ?? [] }),
        })
      : await send(step.forward, { excludesUnsaved });
    const targetStack = isUndo ? store.get().history.undone : store.get().history.done;
    if (outcome.result === 'failed' && targetStack.at(-1) === step)
      store.set({
        ...store.get(),
        history: isUndo ? stepForward(store.get().history) : stepBack(store.get().history),
      });
    return outcome;
  }

  return { enqueue, markBusy, performStep, moveInHistory };
}
