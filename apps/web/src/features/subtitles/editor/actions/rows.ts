import type { TextKey } from '../../../../locales/translation.ts';
import { getSegmentId } from '../../../../ui/commands/commands.ts';
import { toast } from '../../../../ui/feedback/toast.ts';
import { NONE, type Outcome } from '../model/segment-gateway.ts';
import { findEdgeLimits } from '../model/timeline.ts';
import { type Edge, findEdgeProblem, moveEdge } from '../model/times.ts';
import type { Field } from '../model/unsaved.ts';
import { getField, type RowCaret } from '../table/row-elements.ts';
import { type ActionDeps, createReporter } from './action-deps.ts';

/** Undoes and redoes steps. The focus stays in its field; if its row disappears, it moves to the row in its place. */
export function createHistoryActions(deps: Omit<ActionDeps, 'offerUndo'>) {
  const { editor, t } = deps;
  const { report, goTo } = createReporter(deps);

  async function step(move: () => Promise<Outcome>, failed: TextKey, nothing: TextKey): Promise<void> {
    const { activeElement } = document;
    const here = getSegmentId(activeElement);
    const position = here === null ? undefined : editor.getState().positionById.get(here);
    const outcome = await move();
    if (!report(outcome, failed, t(nothing))) return;
    const { segments } = editor.getState();
    const next = position === undefined ? undefined : (segments[position] ?? segments.at(-1));
    const id = outcome.id ?? next?.id ?? null;
    goTo(id, id === here ? getField(activeElement) : null);
  }

  return {
    undo: (key?: number) => step(() => editor.undo(key), 'editor.undoFailed', 'editor.nothingToUndo'),
    redo: () => step(editor.redo, 'editor.redoFailed', 'editor.nothingToRedo'),
  };
}

/** Changes single rows, each with its message. */
export function createRowActions(deps: ActionDeps) {
  const { editor, t, page, offerUndo } = deps;
  const { report, goTo } = createReporter(deps);
  return {
    nextRow: (id: number, field: Field | null) => goTo(page().view.nextOf(id), field),
    discard(id: number): void {
      editor.discard(id);
      // The focused button disappears with the unsaved text.
      goTo(id);
    },
    async insertAfter(id: number): Promise<void> {
      const outcome = await editor.insertAfter(id);
      if (report(outcome, 'editor.insertFailed')) goTo(outcome.id, 'text_original');
    },
    async remove(id: number): Promise<void> {
      const near = page().view.nearestOf(id, new Set([id]));
      const outcome = await editor.remove(id);
      if (!report(outcome, 'editor.deleteFailed')) return;
      goTo(near);
      offerUndo(t('editor.deleted'), outcome.step);
    },
    /** Merges a row with the previous or next one. If a filter hides the result, its next row gets the focus. */
    async merge(id: number, other: 'previous' | 'next'): Promise<void> {
      const { segments, positionById } = editor.getState();
      const before = segments[(positionById.get(id) ?? 0) - 1]?.id;
      const first = other === 'next' ? id : before;
      const outcome: Outcome = first === undefined ? NONE : await editor.mergeWithNext(first);
      const nothing = t(other === 'next' ? 'editor.noMerge' : 'editor.noMergePrevious');
      if (!report(outcome, 'editor.updateFailed', nothing)) return;
      const { isShown, nearestOf } = page().view;
      const merged = outcome.id ?? 0;
      goTo(isShown(merged) ? merged : nearestOf(merged, new Set()));
      toast.success(t('editor.merged'));
    },
    async split(id: number, caret: RowCaret | null): Promise<void> {
      const outcome: Outcome = caret?.id === id ? await editor.split(id, caret) : NONE;
      if (!report(outcome, 'editor.updateFailed', t('editor.noSplit'))) return;
      goTo(outcome.id, caret?.field ?? null);
      toast.success(t('editor.splitDone'));
    },
    /** Sets an edge of a row to a time in milliseconds. Returns false, with a message, if that isn't allowed. */
    placeEdge(id: number, edge: Edge, to: number, allowsOverlap: boolean): boolean {
      const value = editor.row(id)?.value;
      if (!value) return false;
      const problem = findEdgeProblem(value, edge, to, findEdgeLimits(editor.getState(), id), allowsOverlap);
      if (problem === null) editor.setFields(id, moveEdge(value, edge, to));
      else toast.note(t(problem === 'order' ? `editorTiming.${edge}Order` : 'editorTiming.inNeighbour'));
      return problem === null;
    },
  };
}
