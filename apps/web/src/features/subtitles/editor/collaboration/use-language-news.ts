import { useEffect, useRef } from 'react';
import { useLanguages } from '../../../../api/languages.ts';
import { useTranslation } from '../../../../locales/translation.ts';
import { toast } from '../../../../ui/feedback/toast.ts';
import { useEditorDocument } from '../editor-document.ts';

/** Shows a message when someone changes the subtitle's language, and updates the editor. */
export function useLanguageNews(): void {
  const { editor, languages } = useEditorDocument();
  const { t } = useTranslation();
  const { languageName } = useLanguages();
  const last = useRef(languages.target);
  useEffect(() => {
    editor.setLanguages(languages);
    if (last.current === languages.target) return;
    last.current = languages.target;
    toast.success(t('subtitleCard.languageChanged', { language: languageName(languages.target) }));
  }, [editor, languages, t, languageName]);
}
