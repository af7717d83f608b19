import { subtitles } from '@sayback/contract';
import { withReason } from '../../../../api/api-error.ts';
import { call } from '../../../../api/call.ts';
import { toast } from '../../../../ui/feedback/toast.ts';
import type { ActionDeps } from './action-deps.ts';

/** Translates single rows. `onTranslated` gets each translation, with its alternatives. */
export function createTranslationActions(
  { editor, t }: Pick<ActionDeps, 'editor' | 't'>,
  onTranslated: (id: number, translation: subtitles.Translation) => void,
) {
  return {
    async translate(id: number, isServiceOnly = false): Promise<void> {
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
