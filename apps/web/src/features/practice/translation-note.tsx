import { useLanguages } from '../../api/languages.ts';
import { useTranslation } from '../../locales/translation.ts';
import classes from './translation-note.module.css';
import type { PracticeMaterial } from './use-practice-data.ts';

/** Tells the learner that there is no translation into their language, and which one is shown. */
export function TranslationNote({
  missingLanguage,
  target,
}: Pick<PracticeMaterial, 'missingLanguage' | 'target'>) {
  const { t } = useTranslation();
  const { languageName } = useLanguages();
  if (missingLanguage === null) return null;
  return (
    <p role="status" className={classes.note}>
      {t('practice.noTranslation', {
        wanted: languageName(missingLanguage),
        shown: languageName(target.language),
      })}
    </p>
  );
}
