import { toast } from '../../../../ui/feedback/toast.ts';
import { buildReplace } from '../model/build-step.ts';
import type { BulkStep } from '../model/bulk-step.ts';
import { type Division, divideRows } from '../model/divide.ts';
import { hasEmptySide } from '../model/row-state.ts';
import type { Draft } from '../model/unsaved.ts';
import { type ActionDeps, createReporter } from './action-deps.ts';

export type BulkKind = 'accepted' | 'merged' | 'deleted';

/** `done` receives the number of changed rows. */
type Messages = { done: (count: number) => string; noneMessage?: string; savesRevision?: boolean };

const setFields =
  (changes: ReadonlyMap<number, Draft>): BulkStep =>
  ({ rows }) =>
    buildReplace(rows.map((row) => ({ ...row, fields: changes.get(row.segment.id) ?? {} })));

/** Changes many rows in one step, and offers to undo it. */
export function createBulkActions(deps: ActionDeps) {
  const { editor, t, page, offerUndo } = deps;
  const { report, goTo } = createReporter(deps);

  /** Returns true on success. */
  async function changeMany(ids: readonly number[], build: BulkStep, messages: Messages): Promise<boolean> {
    const { positionById } = editor.getState();
    const outcome = await editor.changeMany(ids, build, messages.savesRevision ?? false);
    if (!report(outcome, 'editor.updateFailed', messages.noneMessage)) return false;
    offerUndo(messages.done(outcome.count), outcome.step);
    const numbers = outcome.skippedIds.map((id) => (positionById.get(id) ?? 0) + 1);
    if (numbers.length > 0)
      toast.failure(t('selection.skippedRows', { count: numbers.length, numbers: numbers.join(', ') }));
    return true;
  }

  return {
    async replaceAll(ids: readonly number[], build: BulkStep): Promise<void> {
      await changeMany(ids, build, {
        done: (count) => t('findReplace.replaced', { count }),
        noneMessage: t('findReplace.nothing'),
      });
    },
    async divide(divisions: readonly Division[]): Promise<void> {
      const ids = divisions.map(({ segment }) => segment.id);
      await changeMany(ids, divideRows(divisions), {
        done: (count) => t('divide.done', { count }),
        noneMessage: t('divide.changed'),
      });
    },
    /** Changes the times of many rows. The previous ones are saved as a revision first. */
    async retime(changes: ReadonlyMap<number, Draft>): Promise<void> {
      await changeMany([...changes.keys()], setFields(changes), {
        done: (count) => t('retime.doneRows', { count }),
        savesRevision: true,
      });
    },
    /** Runs a bulk action on the selected rows. Saves a revision first, except for accepting, which changes no text. */
    async changeSelected(ids: readonly number[], build: BulkStep, kind: BulkKind): Promise<void> {
      const { view, currentId } = page();
      const neighbourId = view.findNearest(currentId ?? ids[0] ?? 0, new Set(ids));
      const isDone = await changeMany(ids, build, {
        done: (count) => t(`selection.done.${kind}`, { count }),
        noneMessage: t(`selection.nothing.${kind}`),
        savesRevision: kind !== 'accepted',
      });
      const rows = kind === 'accepted' ? ids.flatMap((id) => editor.row(id)?.value ?? []) : [];
      const oneSidedCount = rows.filter(hasEmptySide).length;
      if (oneSidedCount > 0) toast.note(t('selection.missingText', { count: oneSidedCount }));
      // The focused selection bar disappears with the rows.
      if (isDone && kind === 'deleted') goTo(neighbourId);
    },
  };
}
