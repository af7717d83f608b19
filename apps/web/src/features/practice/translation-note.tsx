import { useLanguages } from '../../api/languages.ts';
import { useTranslation } from '../../locales/translation.ts';
import classes from './translation-note.module.css';
import type { PracticeMaterial } from './use-practice-data.ts';

/** Shows that the translation isn't in the learner's language, and which one it is in. */
export function TranslationNote({ missing, target }: Pick<PracticeMaterial, 'missing' | 'target'>) {
  const { t } = useTranslation();
  const { languageName } = useLanguages();
  if (missing === null) return null;
  return (
    <p role="status" className={classes.note}>
      {t('practice.noTranslation', { wanted: languageName(missing), shown: languageName(target.language) })}
    </p>
  );
}
