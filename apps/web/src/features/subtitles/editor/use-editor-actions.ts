import { subtitles } from '@sayback/contract';
import { useMemo, useRef, useState } from 'react';
import { mayRecover, withReason } from '../../../api/api-error.ts';
import { call } from '../../../api/call.ts';
import { useTranslation } from '../../../locales/translation.ts';
import { segmentOf } from '../../../ui/commands/commands.ts';
import { toast } from '../../../ui/feedback/toast.ts';
import { replacing } from './model/build-step.ts';
import { ACCEPTED, type BulkStep } from './model/bulk-step.ts';
import { type Division, dividingAll } from './model/divide.ts';
import type { Editor } from './model/editor.ts';
import { hasEmptySide, isUnreviewed } from './model/row-state.ts';
import { NONE, type Outcome } from './model/segment-gateway.ts';
import { edgeLimits } from './model/timeline.ts';
import { type Edge, edgeProblem, movedEdge } from './model/times.ts';
import type { Draft, Field } from './model/unsaved.ts';
import { fieldOf, type RowCaret } from './table/row-elements.ts';
import type { View } from './table/use-view.ts';
import { useUndoOffer } from './use-undo-offer.ts';

/** Sends a row again once the server can be reached. */
type SendLater = (id: number) => void;

export type BulkKind = 'accepted' | 'merged' | 'deleted';

export type EditorActions = ReturnType<typeof useEditorActions>['actions'];

/** Changes of the editor, each with the message that follows. */
export function useEditorActions(
  editor: Editor,
  alignmentId: number,
  { view, currentId }: { view: View; currentId: number | null },
) {
  const { t } = useTranslation();
  const latest = useRef(view);
  latest.current = view;
  const current = useRef(currentId);
  current.current = currentId;
  const undoOffer = useUndoOffer(editor);
  const [translations, setTranslations] = useState<ReadonlyMap<number, subtitles.Translation>>(new Map());

  const actions = useMemo(() => {
    /** No mismatch comes after the last one that was found. */
    let isThrough = false;

    /** Shows a message for the outcome. Returns true if it was done. */
    function report<Any extends Outcome>(
      outcome: Any,
      failed: string,
      nothing?: string,
    ): outcome is Any & { result: 'done' } {
      if (outcome.result === 'failed') toast.failure(withReason(failed, outcome.error));
      if (outcome.result === 'conflict' && !editor.getState().conflict)
        toast.failure(t('editor.conflictNoted'));
      if (outcome.result === 'invalid') toast.failure(t('editor.badTimes'));
      if (outcome.result === 'none' && nothing) toast.note(nothing);
      return outcome.result === 'done';
    }
    const isOneSided = (id: number): boolean => {
      const value = editor.row(id)?.value;
      return value !== undefined && hasEmptySide(value);
    };
    const goTo = (id: number | null, field: Field | null = null) => {
      if (id !== null) latest.current.goTo(id, { field });
    };

    /** Saves a row, or has it sent later, as the toolbar shows: offline that's no failure. */
    async function saveOrSendLater(id: number, sendLater: SendLater): Promise<Outcome | 'later'> {
      const outcome = await editor.save(id);
      if (outcome.result === 'failed' && mayRecover(outcome.error)) {
        sendLater(id);
        if (navigator.onLine) report(outcome, t('editor.updateFailed'));
        return 'later';
      }
      report(outcome, t('editor.updateFailed'));
      return outcome;
    }
    /** Returns false if the row needs its editor. */
    async function save(id: number, sendLater: SendLater): Promise<boolean> {
      const outcome = await saveOrSendLater(id, sendLater);
      if (outcome === 'later') return true;
      if (outcome.result === 'done') toast.success(t('editor.saved'));
      return outcome.result === 'done' || outcome.result === 'none';
    }

    /** Undoes or redoes a step. The focus stays in its field; where its row goes, it moves to the row in its place. */
    async function step(move: () => Promise<Outcome>, failed: string, nothing: string): Promise<void> {
      const { activeElement } = document;
      const here = segmentOf(activeElement);
      const position = here === null ? undefined : editor.getState().positionById.get(here);
      const outcome = await move();
      if (!report(outcome, failed, nothing)) return;
      const { segments } = editor.getState();
      const next = position === undefined ? undefined : (segments[position] ?? segments.at(-1));
      const id = outcome.id ?? next?.id ?? null;
      goTo(id, id === here ? fieldOf(activeElement) : null);
    }
    const undo = (key?: number) =>
      step(() => editor.undo(key), t('editor.undoFailed'), t('editor.nothingToUndo'));
    const offerUndo = (message: string, key: number | undefined) => {
      if (key !== undefined) undoOffer.show(message, key, () => void undo(key));
    };

    /** Changes many rows, and offers to undo it. `words` are given the count of rows. Returns true if it was done. */
    async function changeMany(
      ids: readonly number[],
      build: BulkStep,
      {
        done,
        nothing,
        savesRevision = false,
      }: { done: (count: number) => string; nothing?: string; savesRevision?: boolean },
    ): Promise<boolean> {
      const { positionById } = editor.getState();
      const outcome = await editor.changeMany(ids, build, savesRevision);
      if (!report(outcome, t('editor.updateFailed'), nothing)) return false;
      const { leftOut } = outcome;
      offerUndo(done(outcome.count), outcome.step);
      const numbers = leftOut.map((id) => (positionById.get(id) ?? 0) + 1);
      if (numbers.length > 0)
        toast.failure(t('selection.leftOut', { count: numbers.length, numbers: numbers.join(', ') }));
      return true;
    }

    async function translate(id: number, serviceOnly = false): Promise<void> {
      try {
        const input = { params: { id }, body: { service_only: serviceOnly } };
        const translation = await call(subtitles.translateSegment, input);
        if (editor.row(id)?.value.text_target === translation.translated_text)
          toast.success(t('editorTranslation.same'));
        const origin = translation.source === 'service' ? 'machine' : 'memory';
        editor.fill(id, { text_target: translation.translated_text, origin });
        setTranslations((existing) => new Map(existing).set(id, translation));
      } catch (error) {
        toast.failure(withReason(t('editor.translateFailed'), error));
      }
    }

    /** Goes to the next row in doubt after a row, null for the first, and after the last one to the first. Returns it. */
    function nextDoubtful(id: number | null): number | null {
      const { segments, positionById } = editor.getState();
      const after = (positionById.get(id ?? -1) ?? -1) + 1;
      const next = [...segments.slice(after), ...segments.slice(0, after)].find(({ id: other }) => {
        const value = editor.row(other)?.value;
        return value && (value.mismatch || isUnreviewed(value));
      });
      if (next) goTo(next.id);
      else toast.note(t('editor.noMore'));
      return next?.id ?? null;
    }

    return {
      save,
      /** For saving by itself: what succeeds needs no word. */
      reportSave(outcome: Outcome, id: number, sendLater: SendLater): void {
        if (outcome.result !== 'conflict') {
          report(outcome, t('editor.updateFailed'));
          return;
        }
        toast.offer(t('editor.conflictWaiting'), {
          label: t('editor.compare'),
          run: () => void save(id, sendLater),
          about: `conflict ${id}`,
        });
      },
      undo: () => undo(),
      translate,
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
      async saveNext(id: number, field: Field | null, sendLater: SendLater): Promise<void> {
        // The next row is found first: saving may take this one out of the filter.
        if (await save(id, sendLater)) goTo(latest.current.nextOf(id), field);
      },
      /** Approves a row that has both texts, and continues to the next one in doubt. Returns it; null after the last one. */
      acceptNext(id: number): number | null {
        if (isOneSided(id)) toast.note(t('editor.notAccepted'));
        else editor.fill(id, ACCEPTED);
        return nextDoubtful(id);
      },
      nextDoubtful,
      async replaceAll(changes: ReadonlyMap<number, Draft>): Promise<void> {
        const build: BulkStep = ({ rows }) =>
          replacing(rows.map((row) => ({ ...row, fields: changes.get(row.segment.id) ?? {} })));
        await changeMany([...changes.keys()], build, {
          done: (count) => t('findReplace.replaced', { count }),
        });
      },
      async divide(divisions: readonly Division[]): Promise<void> {
        const ids = divisions.map(({ segment }) => segment.id);
        await changeMany(ids, dividingAll(divisions), {
          done: (count) => t('divide.done', { count }),
          nothing: t('divide.changed'),
        });
      },
      /** Changes the times of many rows. What was there is kept as a revision first. */
      async retime(changes: ReadonlyMap<number, Draft>): Promise<void> {
        const build: BulkStep = ({ rows }) =>
          replacing(rows.map((row) => ({ ...row, fields: changes.get(row.segment.id) ?? {} })));
        await changeMany([...changes.keys()], build, {
          done: (count) => t('retime.doneRows', { count }),
          savesRevision: true,
        });
      },
      /** A bulk action of the selected rows. What was there is kept as a revision first, but for accepting, which loses nothing. */
      async changeSelected(ids: readonly number[], build: BulkStep, kind: BulkKind): Promise<void> {
        const near = latest.current.nearestOf(current.current ?? ids[0] ?? 0, new Set(ids));
        const isDone = await changeMany(ids, build, {
          done: (count) => t(`selection.done.${kind}`, { count }),
          nothing: t(`selection.nothing.${kind}`),
          savesRevision: kind !== 'accepted',
        });
        const oneSided = kind === 'accepted' ? ids.filter(isOneSided).length : 0;
        if (oneSided > 0) toast.note(t('selection.oneSided', { count: oneSided }));
        // The bar that had the focus is gone with them.
        if (isDone && kind === 'deleted') goTo(near);
      },
      /** Sets an edge of a row to a moment in milliseconds. Returns false, and says why, where it can't be there. */
      placeEdge(id: number, edge: Edge, to: number, isFree: boolean): boolean {
        const value = editor.row(id)?.value;
        if (!value) return false;
        const problem = edgeProblem(value, edge, to, edgeLimits(editor.getState(), id), isFree);
        if (problem === null) editor.fill(id, movedEdge(value, edge, to));
        else toast.note(t(problem === 'order' ? `editorTiming.${edge}Order` : 'editorTiming.inNeighbour'));
        return problem === null;
      },
      nextRow: (id: number, field: Field | null) => goTo(latest.current.nextOf(id), field),
      redo: () => step(editor.redo, t('editor.redoFailed'), t('editor.nothingToRedo')),
      discard(id: number): void {
        editor.discard(id);
        // The button for it goes with what was unsaved.
        goTo(id);
      },
      async insertAfter(id: number): Promise<void> {
        const outcome = await editor.insertAfter(id);
        if (report(outcome, t('editor.insertFailed'))) goTo(outcome.id, 'text_original');
      },
      async remove(id: number): Promise<void> {
        const near = latest.current.nearestOf(id, new Set([id]));
        const outcome = await editor.remove(id);
        if (!report(outcome, t('editor.deleteFailed'))) return;
        goTo(near);
        offerUndo(t('editor.deleted'), outcome.step);
      },
      /** Joins a row with the one before or after it. Where a filter hides what they become, its next row follows. */
      async merge(id: number, other: 'previous' | 'next'): Promise<void> {
        const { segments, positionById } = editor.getState();
        const before = segments[(positionById.get(id) ?? 0) - 1]?.id;
        const first = other === 'next' ? id : before;
        const outcome: Outcome = first === undefined ? NONE : await editor.mergeWithNext(first);
        const nothing = t(other === 'next' ? 'editor.noMerge' : 'editor.noMergePrevious');
        if (!report(outcome, t('editor.updateFailed'), nothing)) return;
        const { isShown, nearestOf } = latest.current;
        const merged = outcome.id ?? 0;
        goTo(isShown(merged) ? merged : nearestOf(merged, new Set()));
        toast.success(t('editor.merged'));
      },
      async split(id: number, caret: RowCaret | null): Promise<void> {
        const outcome: Outcome = caret?.id === id ? await editor.split(id, caret) : NONE;
        if (!report(outcome, t('editor.updateFailed'), t('editor.noSplit'))) return;
        goTo(outcome.id, caret?.field ?? null);
        toast.success(t('editor.splitDone'));
      },
      /**
       * Goes to the next mismatch after a segment (0 for the start), or from the start again after the last one. Returns
       * the segment that it went to.
       */
      async findNextMismatch(from: number): Promise<number | null> {
        try {
          const params = { id: alignmentId, after: isThrough ? 0 : from };
          const { success, segment_id } = await call(subtitles.findNextMismatch, { params });
          isThrough = !success || segment_id === null;
          if (segment_id === null || isThrough) {
            toast.note(t('editor.noMore'));
            return null;
          }
          if (!editor.getState().positionById.has(segment_id)) await editor.reread('all');
          latest.current.goTo(segment_id, { isHighlighted: true });
          return segment_id;
        } catch (error) {
          isThrough = false;
          toast.failure(withReason(t('editor.findFailed'), error));
          return null;
        }
      },
    };
  }, [editor, alignmentId, undoOffer, t]);
  return { actions, translations };
}
