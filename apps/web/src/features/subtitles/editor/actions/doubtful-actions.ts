import { subtitles } from '@sayback/contract';
import { withReason } from '../../../../api/api-error.ts';
import { call } from '../../../../api/call.ts';
import { toast } from '../../../../ui/feedback/toast.ts';
import { ACCEPTED } from '../model/bulk-step.ts';
import { hasEmptySide, isUnreviewed } from '../model/row-state.ts';
import { type ActionDeps, createReporter } from './action-deps.ts';

export function createDoubtfulActions(deps: ActionDeps & { alignmentId: number }) {
  const { editor, alignmentId, t, page } = deps;
  const { goTo } = createReporter(deps);
  /** True if the last search found no further mismatch: the next one starts from the top. */
  let hasReachedEnd = false;

  /** Moves to the next doubtful row after a row (null: from the top), wrapping around. Returns its id, or null. */
  function nextDoubtful(id: number | null): number | null {
    const { segments, positionById } = editor.getState();
    const after = (positionById.get(id ?? -1) ?? -1) + 1;
    const next = [...segments.slice(after), ...segments.slice(0, after)].find(({ id: segmentId }) => {
      const value = editor.row(segmentId)?.value;
      return value && (value.mismatch || isUnreviewed(value));
    });
    if (next) goTo(next.id);
    else toast.note(t('editor.noMoreMismatches'));
    return next?.id ?? null;
  }

  return {
    nextDoubtful,
    /** Approves a row if it has both texts, and moves to the next doubtful one. Returns its id, or null. */
    acceptNext(id: number): number | null {
      const value = editor.row(id)?.value;
      if (value && hasEmptySide(value)) toast.note(t('editor.notAccepted'));
      else editor.setFields(id, ACCEPTED);
      return nextDoubtful(id);
    },
    /** Moves to the next mismatch after a segment (0: from the top), wrapping around. Returns its id, or null. */
    async findNextMismatch(from: number): Promise<number | null> {
      try {
        const params = { id: alignmentId, after: hasReachedEnd ? 0 : from };
        const { success, segment_id } = await call(subtitles.findNextMismatch, { params });
        hasReachedEnd = !success || segment_id === null;
        if (segment_id === null || hasReachedEnd) {
          toast.note(t('editor.noMoreMismatches'));
          return null;
        }
        if (!editor.getState().positionById.has(segment_id)) await editor.reload('all');
        page().view.goTo(segment_id, { isHighlighted: true });
        return segment_id;
      } catch (error) {
        hasReachedEnd = false;
        toast.failure(withReason(t('editor.findFailed'), error));
        return null;
      }
    },
  };
}
