import { isTemporaryFailure } from '../../../../api/api-error.ts';
import { toast } from '../../../../ui/feedback/toast.ts';
import type { Outcome } from '../model/segment-gateway.ts';
import type { Field } from '../model/unsaved.ts';
import { type ActionDeps, createReporter } from './action-deps.ts';

/** Queues a row to be saved once the server is reachable. */
type Enqueue = (id: number) => void;

/** Saves rows, each with its message. */
export function createSaveActions(deps: ActionDeps) {
  const { editor, t, page } = deps;
  const { report, goTo } = createReporter(deps);

  /** Saves a row, or queues it while the server is unreachable, which the toolbar shows. No failure is shown while offline. */
  async function saveOrEnqueue(id: number, enqueue: Enqueue): Promise<Outcome | 'queued'> {
    const outcome = await editor.save(id);
    if (outcome.result === 'failed' && isTemporaryFailure(outcome.error)) {
      enqueue(id);
      if (navigator.onLine) report(outcome, 'editor.updateFailed');
      return 'queued';
    }
    report(outcome, 'editor.updateFailed');
    return outcome;
  }

  /** Saves a row. Returns false if the user has to fix something in it. */
  async function save(id: number, enqueue: Enqueue): Promise<boolean> {
    const outcome = await saveOrEnqueue(id, enqueue);
    if (outcome === 'queued') return true;
    if (outcome.result === 'done') toast.success(t('editor.saved'));
    return outcome.result === 'done' || outcome.result === 'none';
  }

  return {
    save,
    /** Shows a message for a failed autosave. */
    reportSave(outcome: Outcome, id: number, enqueue: Enqueue): void {
      if (outcome.result !== 'conflict') {
        report(outcome, 'editor.updateFailed');
        return;
      }
      toast.offer(t('editor.conflictWaiting'), {
        label: t('revisions.compare'),
        run: () => void save(id, enqueue),
        about: `conflict ${id}`,
      });
    },
    /** Saves all rows, one after the other, until one fails. */
    async saveAll(enqueue: Enqueue): Promise<void> {
      let saved = 0;
      for (const id of [...editor.getState().unsaved.keys()]) {
        const outcome = await saveOrEnqueue(id, enqueue);
        if (outcome === 'queued') continue;
        if (outcome.result === 'invalid') goTo(id, 'start_time');
        if (outcome.result !== 'done') return;
        saved += 1;
      }
      if (saved > 0) toast.success(t('editor.saved'));
    },
    /** Saves a row and moves to the next one of the view. */
    async saveNext(id: number, field: Field | null, enqueue: Enqueue): Promise<void> {
      // Still finds the next row if saving removes this one from the filter.
      if (await save(id, enqueue)) goTo(page().view.findNext(id), field);
    },
  };
}
