import { withReason } from '../../../../api/api-error.ts';
import type { TextKey, Translate } from '../../../../locales/translation.ts';
import { toast } from '../../../../ui/feedback/toast.ts';
import type { Editor } from '../model/editor.ts';
import type { Outcome } from '../model/segment-gateway.ts';
import type { Field } from '../model/unsaved.ts';
import type { View } from '../table/use-view.ts';

export type PageState = {
  view: Pick<View, 'goTo' | 'findNext' | 'findNearest' | 'isVisible'>;
  currentId: number | null;
};

/** Dependencies of the editor's actions, without React. */
export type ActionDeps = {
  editor: Editor;
  t: Translate;
  page: () => PageState;
  offerUndo: (message: string, key: number | undefined) => void;
};

/** Shows the actions' messages, and moves the focus to rows. */
export function createReporter({ editor, t, page }: Omit<ActionDeps, 'offerUndo'>) {
  return {
    /** Shows the outcome's message, `noneMessage` if nothing was done. Returns true on success. */
    report<Result extends Outcome>(
      outcome: Result,
      failedKey: TextKey,
      noneMessage?: string,
    ): outcome is Result & { result: 'done' } {
      if (outcome.result === 'failed') toast.failure(withReason(t(failedKey), outcome.error));
      if (outcome.result === 'conflict' && !editor.getState().conflict)
        toast.failure(t('editor.conflictLogged'));
      if (outcome.result === 'invalid') toast.failure(t('editor.invalidTimes'));
      if (outcome.result === 'none' && noneMessage) toast.note(noneMessage);
      return outcome.result === 'done';
    },
    /** Moves the focus to a row, optionally to one of its fields. */
    goTo(id: number | null, field: Field | null = null): void {
      if (id !== null) page().view.goTo(id, { field });
    },
  };
}
