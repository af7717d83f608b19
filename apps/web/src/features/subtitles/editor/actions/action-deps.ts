import { withReason } from '../../../../api/api-error.ts';
import type { TextKey, Translate } from '../../../../locales/translation.ts';
import { toast } from '../../../../ui/feedback/toast.ts';
import type { Editor } from '../model/editor.ts';
import type { Outcome } from '../model/segment-gateway.ts';
import type { Field } from '../model/unsaved.ts';
import type { View } from '../table/use-view.ts';

/** Current state of the page, read by the actions. */
export type PageNow = {
  view: Pick<View, 'goTo' | 'nextOf' | 'nearestOf' | 'isShown'>;
  currentId: number | null;
};

/** Dependencies of the editor's actions, without React. */
export type ActionDeps = {
  editor: Editor;
  t: Translate;
  page: () => PageNow;
  offerUndo: (message: string, key: number | undefined) => void;
};

/** Shows the actions' messages, and moves the focus to rows. */
export function createReporter({ editor, t, page }: Omit<ActionDeps, 'offerUndo'>) {
  return {
    /** Shows a message for the outcome. Returns true on success. */
    report<Any extends Outcome>(
      outcome: Any,
      failed: TextKey,
      nothing?: string,
    ): outcome is Any & { result: 'done' } {
      if (outcome.result === 'failed') toast.failure(withReason(t(failed), outcome.error));
      if (outcome.result === 'conflict' && !editor.getState().conflict)
        toast.failure(t('editor.conflictNoted'));
      if (outcome.result === 'invalid') toast.failure(t('editor.badTimes'));
      if (outcome.result === 'none' && nothing) toast.note(nothing);
      return outcome.result === 'done';
    },
    /** Moves the focus to a row, or to a field of it. */
    goTo(id: number | null, field: Field | null = null): void {
      if (id !== null) page().view.goTo(id, { field });
    },
  };
}
