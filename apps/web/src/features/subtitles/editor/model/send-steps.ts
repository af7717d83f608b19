import { stepBack, stepForward } from '../../../../ui/commands/undo-stack.ts';
import type { Change } from './change.ts';
import { type Sent, takeRemoteChanges, takeResults, withUnsaved } from './editor-state.ts';
import type { EditorStore } from './editor-store.ts';
import { type ChangeStep, record, withWriting } from './history.ts';
import { NONE, type Outcome, type SegmentGateway, StaleSegment } from './segment-gateway.ts';
import type { Segment } from './unsaved.ts';

type Sending = Partial<Pick<Sent, 'back' | 'writing' | 'save'>> & {
  savesRevision?: boolean;
  /** A conflict is shown at once; false while one may be typing in another row. */
  showsConflict?: boolean;
};

/** Sends changes to the server, one after the other, and takes them back and does them again. */
export function createSteps(store: EditorStore, gateway: SegmentGateway) {
  let queue: Promise<unknown> = Promise.resolve();

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

  /** Sends changes and puts the response into the list. `back` and `writing` come back with rows that are restored. */
  async function send(
    changes: readonly Change[],
    { back = [], writing = [], savesRevision = false, showsConflict = true, save }: Sending = {},
  ): Promise<Outcome> {
    const ids = changes.map(({ id }) => id);
    const sent = { changes, unsaved: store.get().unsaved, back, writing, save };
    markBusy(ids, true);
    try {
      const results = await gateway.change(changes, store.versionOf, savesRevision);
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

  /** A step is recorded before its response is put in, so that the ids that come with the response get into it too. */
  async function perform(
    built: ChangeStep,
    options: Pick<Sending, 'savesRevision' | 'showsConflict'> = {},
  ): Promise<Outcome> {
    const { undone } = store.get().history;
    const step = withWriting(store.get().history, built);
    store.setQuietly({ ...store.get(), history: record(store.get().history, step) });
    const outcome = await send(step.forward, { ...options, ...(step.kind === 'save' && { save: step }) });
    if (outcome.result !== 'done') {
      const done = store.get().history.done.filter((other) => other !== step);
      store.set({ ...store.get(), history: { done, undone: outcome.result === 'failed' ? undone : [] } });
    }
    return outcome;
  }

  /** One step back or forward. It changes sides before it is sent: what is written meanwhile comes after it. */
  async function move(direction: 'undo' | 'redo'): Promise<Outcome> {
    const isBack = direction === 'undo';
    const step = (isBack ? store.get().history.done : store.get().history.undone).at(-1);
    if (!step) return NONE;
    store.set({
      ...store.get(),
      history: isBack ? stepBack(store.get().history) : stepForward(store.get().history),
    });
    if (step.kind === 'writing') {
      store.set(withUnsaved(store.get(), step.id, isBack ? step.before : step.after));
      return { result: 'done', id: step.id };
    }
    const outcome = isBack
      ? await send(
          step.backward,
          step.kind === 'save' ? {} : { back: step.unsaved, writing: step.writing ?? [] },
        )
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
