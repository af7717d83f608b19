import type { TextKey } from '../../../../locales/translation.ts';
import { getSegmentId } from '../../../../ui/commands/commands.ts';
import { toast } from '../../../../ui/feedback/toast.ts';
import { NONE, type Outcome } from '../model/segment-gateway.ts';
import { findEdgeLimits } from '../model/timeline.ts';
import { type Edge, findEdgeProblem, moveEdge } from '../model/times.ts';
import type { Field } from '../model/unsaved.ts';
import { getField, type RowCaret } from '../table/row-elements.ts';
import { type ActionDeps, createReporter } from './action-deps.ts';

/** Undoes and redoes steps. The focus stays in its field, or moves to the row that takes the position of a removed one. */
export function createHistoryActions(deps: Omit<ActionDeps, 'offerUndo'>) {
  const { editor, t } = deps;
  const { report, goTo } = createReporter(deps);

  async function moveAndFocus(
    run: () => Promise<Outcome>,
    failedKey: TextKey,
    noneKey: TextKey,
  ): Promise<void> {
    const { activeElement } = document;
    const focusedId = getSegmentId(activeElement);
    const position = focusedId === null ? undefined : editor.getState().positionById.get(focusedId);
    const outcome = await run();
    if (!report(outcome, failedKey, t(noneKey))) return;
    const { segments } = editor.getState();
    const next = position === undefined ? undefined : (segments[position] ?? segments.at(-1));
    const id = outcome.id ?? next?.id ?? null;
    goTo(id, id === focusedId ? getField(activeElement) : null);
  }

  return {
    undo: (key?: number) => moveAndFocus(() => editor.undo(key), 'editor.undoFailed', 'editor.nothingToUndo'),
    redo: () => moveAndFocus(editor.redo, 'editor.redoFailed', 'editor.nothingToRedo'),
  };
}

/** Changes single rows, each with its message. */
export function createRowActions(deps: ActionDeps) {
  const { editor, t, page, offerUndo } = deps;
  const { report, goTo } = createReporter(deps);
  return {
    nextRow: (id: number, field: Field | null) => goTo(page().view.findNext(id), field),
    discard(id: number): void {
      editor.discard(id);
      // The focused button disappears with the unsaved fields.
      goTo(id);
    },
    async insertAfter(id: number): Promise<void> {
      const outcome = await editor.insertAfter(id);
      if (report(outcome, 'editor.insertFailed')) goTo(outcome.id, 'text_original');
    },
    async remove(id: number): Promise<void> {
      const neighbourId = page().view.findNearest(id, new Set([id]));
      const outcome = await editor.remove(id);
      if (!report(outcome, 'editor.deleteFailed')) return;
      goTo(neighbourId);
      offerUndo(t('editor.deleted'), outcome.step);
    },
    /** Merges a row with the previous or next one. If the filter hides the result, the nearest visible row gets the focus. */
    async merge(id: number, neighbour: 'previous' | 'next'): Promise<void> {
      const { segments, positionById } = editor.getState();
      const previousId = segments[(positionById.get(id) ?? 0) - 1]?.id;
      const first = neighbour === 'next' ? id : previousId;
      const outcome: Outcome = first === undefined ? NONE : await editor.mergeWithNext(first);
      const noneMessage = t(neighbour === 'next' ? 'editor.noMerge' : 'editor.noMergePrevious');
      if (!report(outcome, 'editor.updateFailed', noneMessage)) return;
      const { isVisible, findNearest } = page().view;
      const merged = outcome.id ?? 0;
      goTo(isVisible(merged) ? merged : findNearest(merged, new Set()));
      toast.success(t('editor.merged'));
    },
    async split(id: number, caret: RowCaret | null): Promise<void> {
      const outcome: Outcome = caret?.id === id ? await editor.split(id, caret) : NONE;
      if (!report(outcome, 'editor.updateFailed', t('editor.noSplit'))) return;
      goTo(outcome.id, caret?.field ?? null);
      toast.success(t('editor.segmentSplit'));
    },
    /** Sets an edge of a row to a time in milliseconds. Shows a message and returns false if that isn't allowed. */
    placeEdge(id: number, edge: Edge, to: number, allowsOverlap: boolean): boolean {
      const value = editor.row(id)?.value;
      if (!value) return false;
      const problem = findEdgeProblem(value, edge, to, findEdgeLimits(editor.getState(), id), allowsOverlap);
      if (problem === null) editor.setFields(id, moveEdge(value, edge, to));
      else
        toast.note(t(problem === 'order' ? `editorTiming.${edge}Order` : 'editorTiming.overlapsNeighbour'));
      return problem === null;
    },
  };
}
