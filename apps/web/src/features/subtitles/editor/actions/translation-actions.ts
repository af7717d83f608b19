import { subtitles } from '@sayback/contract';
import { withReason } from '../../../../api/api-error.ts';
import { call } from '../../../../api/call.ts';
import { toast } from '../../../../ui/feedback/toast.ts';
import { type ActionDeps, createReporter } from './action-deps.ts';

/** Translates single rows. `onTranslated` gets each translation, with its alternatives. */
export function createTranslationActions(
  deps: Omit<ActionDeps, 'offerUndo'>,
  onTranslated: (id: number, translation: subtitles.Translation) => void,
) {
  const { editor, t } = deps;
  const { report } = createReporter(deps);
  return {
    async translate(id: number, isServiceOnly = false): Promise<void> {
      // The server translates the saved original.
      if (editor.row(id)?.unsaved?.fields.text_original !== undefined) {
        const outcome = await editor.save(id);
        // An earlier save may just have saved it.
        if (outcome.result !== 'none' && !report(outcome, 'editor.updateFailed')) return;
      }
      try {
        const input = { params: { id }, body: { service_only: isServiceOnly } };
        const translation = await call(subtitles.translateSegment, input);
        if (editor.row(id)?.value.text_target === translation.translated_text)
          toast.success(t('editorTranslation.same'));
        const origin = translation.source === 'service' ? 'machine' : 'memory';
        editor.setFields(id, { text_target: translation.translated_text, origin });
        onTranslated(id, translation);
      } catch (error) {
        toast.failure(withReason(t('editor.translateFailed'), error));
      }
    },
  };
}
