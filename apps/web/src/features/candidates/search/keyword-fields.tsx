import { TextInput } from '@mantine/core';
import { candidates } from '@sayback/contract';
import { useLanguages } from '../../../api/languages.ts';
import { useTranslation } from '../../../locales/translation.ts';
import classes from './search-dialog.module.css';
import type { SearchDraft } from './search-settings.ts';

type Props = { draft: SearchDraft; onChange: (draft: SearchDraft) => void };

export function KeywordFields({ draft, onChange }: Props) {
  const { t } = useTranslation();
  const { languageName } = useLanguages();
  if (draft.languages.length === 0) return null;
  const setKeywords = (field: 'custom_keywords' | 'exclude_keywords', code: string, typed: string) =>
    onChange({ ...draft, [field]: { ...draft[field], [code]: typed } });
  return (
    <fieldset>
      <legend className={classes.legend}>{t('candidateSearch.keywords')}</legend>
      <div className={classes.pairs}>
        {draft.languages.map((code) => [
          <TextInput
            key={`custom ${code}`}
            label={t('candidateSearch.customKeywords', { language: languageName(code) })}
            description={t('candidateSearch.customHint', { keyword: candidates.DEFAULT_KEYWORD })}
            placeholder={candidates.DEFAULT_KEYWORD}
            inputWrapperOrder={['label', 'input', 'description']}
            className={classes.input}
            dir="auto"
            lang={code}
            value={draft.custom_keywords[code] ?? ''}
            onChange={({ currentTarget }) => setKeywords('custom_keywords', code, currentTarget.value)}
          />,
          <TextInput
            key={`exclude ${code}`}
            label={t('candidateSearch.excludeKeywords', { language: languageName(code) })}
            description={t('candidateSearch.excludeHint')}
            inputWrapperOrder={['label', 'input', 'description']}
            className={classes.input}
            dir="auto"
            lang={code}
            value={draft.exclude_keywords[code] ?? ''}
            onChange={({ currentTarget }) => setKeywords('exclude_keywords', code, currentTarget.value)}
          />,
        ])}
      </div>
    </fieldset>
  );
}
