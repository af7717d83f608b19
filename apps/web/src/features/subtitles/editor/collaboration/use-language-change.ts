import { useEffect, useRef } from 'react';
import { useLanguages } from '../../../../api/languages.ts';
import { useTranslation } from '../../../../locales/translation.ts';
import { toast } from '../../../../ui/feedback/toast.ts';
import { useEditorDocument } from '../editor-document.ts';

/** Updates the editor when someone changes the subtitle's language, and shows a message. */
export function useLanguageChange(): void {
  const { editor, languages } = useEditorDocument();
  const { t } = useTranslation();
  const { languageName } = useLanguages();
  const lastTarget = useRef(languages.target);
  useEffect(() => {
    editor.setLanguages(languages);
    if (lastTarget.current === languages.target) return;
    lastTarget.current = languages.target;
    toast.success(t('subtitleCard.languageChanged', { language: languageName(languages.target) }));
  }, [editor, languages, t, languageName]);
}
