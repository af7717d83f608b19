import { mayRecover } from '../../../../api/api-error.ts';
import { toast } from '../../../../ui/feedback/toast.ts';
import type { Outcome } from '../model/segment-gateway.ts';
import type { Field } from '../model/unsaved.ts';
import { type ActionDeps, createReporter } from './action-deps.ts';

/** Sends a row again once the server can be reached. */
type SendLater = (id: number) => void;

/** Saves rows, each with its message. */
export function createSaving(deps: ActionDeps) {
  const { editor, t, page } = deps;
  const { report, goTo } = createReporter(deps);

  /** Saves a row, or queues it until the server is reachable, as the toolbar shows: offline isn't a failure. */
  async function saveOrSendLater(id: number, sendLater: SendLater): Promise<Outcome | 'later'> {
    const outcome = await editor.save(id);
    if (outcome.result === 'failed' && mayRecover(outcome.error)) {
      sendLater(id);
      if (navigator.onLine) report(outcome, 'editor.updateFailed');
      return 'later';
    }
    report(outcome, 'editor.updateFailed');
    return outcome;
  }

  /** Returns false if the row needs the editor's attention. */
  async function save(id: number, sendLater: SendLater): Promise<boolean> {
    const outcome = await saveOrSendLater(id, sendLater);
    if (outcome === 'later') return true;
    if (outcome.result === 'done') toast.success(t('editor.saved'));
    return outcome.result === 'done' || outcome.result === 'none';
  }

  return {
    save,
    /** Reports the outcome of an autosave: success needs no message. */
    reportSave(outcome: Outcome, id: number, sendLater: SendLater): void {
      if (outcome.result !== 'conflict') {
        report(outcome, 'editor.updateFailed');
        return;
      }
      toast.offer(t('editor.conflictWaiting'), {
        label: t('editor.compare'),
        run: () => void save(id, sendLater),
        about: `conflict ${id}`,
      });
    },
    /** Saves row after row, and stops at the first failure. */
    async saveAll(sendLater: SendLater): Promise<void> {
      let saved = 0;
      for (const id of [...editor.getState().unsaved.keys()]) {
        const outcome = await saveOrSendLater(id, sendLater);
        if (outcome === 'later') continue;
        if (outcome.result === 'invalid') goTo(id, 'start_time');
        if (outcome.result !== 'done') return;
        saved += 1;
      }
      if (saved > 0) toast.success(t('editor.saved'));
    },
    /** Saves a row and moves to the next one of the view. */
    async saveNext(id: number, field: Field | null, sendLater: SendLater): Promise<void> {
      // Find the next row first: saving may remove this one from the filter.
      if (await save(id, sendLater)) goTo(page().view.nextOf(id), field);
    },
  };
}
