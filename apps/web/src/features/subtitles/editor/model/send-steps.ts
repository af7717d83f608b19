import { stepBack, stepForward } from '../../../../ui/commands/undo-stack.ts';
import type { Change } from './change.ts';
import { type Sent, takeRemoteChanges, takeResults, withUnsaved } from './editor-state.ts';
import type { EditorStore } from './editor-store.ts';
import { type ChangeStep, record, undoableStep, withWriting } from './history.ts';
import {
  type ChangeOptions,
  NONE,
  type Outcome,
  type SegmentGateway,
  StaleSegment,
} from './segment-gateway.ts';
import type { Segment } from './unsaved.ts';

type Sending = Partial<Pick<Sent, 'back' | 'writing' | 'save'>> &
  ChangeOptions & {
    /** Shows a conflict at once; false while the user may be typing in another row. */
    showsConflict?: boolean;
  };

/** Sends changes to the server, one after the other, and undoes and redoes them. */
export function createSteps(store: EditorStore, gateway: SegmentGateway) {
  let queue: Promise<unknown> = Promise.resolve();
  let lastKey = 0;

  function inTurn<Ended extends Outcome>(work: () => Promise<Ended>): Promise<Ended> {
    const turn = queue.then(work);
    queue = turn.catch(() => undefined);
    return turn;
  }

  function markBusy(ids: readonly number[], isBusy: boolean): void {
    const busy = new Set(store.get().busy);
    for (const id of ids) {
      if (isBusy) busy.add(id);
      else busy.delete(id);
    }
    store.set({ ...store.get(), busy });
  }

  function meetConflict(current: Segment, showsConflict: boolean): Outcome {
    const mine = store.get().unsaved.get(current.id);
    store.set(takeRemoteChanges(store.get(), [current]));
    const left = store.get().unsaved.get(current.id);
    if (showsConflict && mine && left)
      store.set({ ...store.get(), conflict: { current, mine: left.fields } });
    return { result: 'conflict' };
  }

  /** Sends changes and merges the response into the list. `back` and `writing` are restored along with their rows. */
  async function send(
    changes: readonly Change[],
    { back = [], writing = [], showsConflict = true, save, ...options }: Sending = {},
  ): Promise<Outcome> {
    const ids = changes.map(({ id }) => id);
    const sent = { changes, unsaved: store.get().unsaved, back, writing, save };
    markBusy(ids, true);
    try {
      const results = await gateway.change(changes, store.toVersionKey, options);
      store.set(takeResults(store.get(), sent, results));
      const changed = results.find((segment) => segment !== null);
      return { result: 'done', id: changed?.id ?? null };
    } catch (error) {
      return error instanceof StaleSegment
        ? meetConflict(error.current, showsConflict)
        : { result: 'failed', error };
    } finally {
      markBusy(ids, false);
    }
  }

  /** Record the step before merging its response, whose ids have to get into it too. */
  async function perform(
    built: ChangeStep,
    options: Pick<Sending, 'savesRevision' | 'showsConflict'> = {},
  ): Promise<Outcome> {
    const { undone } = store.get().history;
    lastKey += 1;
    const step = { ...withWriting(store.get().history, built), key: lastKey };
    store.setQuietly({ ...store.get(), history: record(store.get().history, step) });
    const outcome = await send(step.forward, { ...options, ...(step.kind === 'save' && { save: step }) });
    if (outcome.result !== 'done') {
      const done = store.get().history.done.filter((other) => other !== step);
      store.set({ ...store.get(), history: { done, undone: outcome.result === 'failed' ? undone : [] } });
      return outcome;
    }
    return { ...outcome, step: step.key };
  }

  /**
   * Undoes or redoes the last step, or the one with a key if it can be undone by itself. It moves to the other stack before it
   * is sent, so later typing is a new step.
   */
  async function move(direction: 'undo' | 'redo', key?: number): Promise<Outcome> {
    const isBack = direction === 'undo';
    const { history } = store.get();
    const last = (isBack ? history.done : history.undone).at(-1);
    const step = key === undefined ? last : undoableStep(history, key);
    if (!step) return NONE;
    const done = history.done.filter((other) => other !== step);
    store.set({
      ...store.get(),
      history: isBack ? stepBack({ ...history, done: [...done, step] }) : stepForward(history),
    });
    if (step.kind === 'writing') {
      store.set(withUnsaved(store.get(), step.id, isBack ? step.before : step.after));
      return { result: 'done', id: step.id };
    }
    const outcome = isBack
      ? await send(step.backward, {
          isUndo: true,
          ...(step.kind !== 'save' && { back: step.unsaved, writing: step.writing ?? [] }),
        })
      : await send(step.forward);
    const other = isBack ? store.get().history.undone : store.get().history.done;
    if (outcome.result === 'failed' && other.at(-1) === step)
      store.set({
        ...store.get(),
        history: isBack ? stepForward(store.get().history) : stepBack(store.get().history),
      });
    return outcome;
  }

  return { inTurn, markBusy, perform, move };
}
