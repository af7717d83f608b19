import '@mantine/core/styles/InlineInput.css';
import '@mantine/core/styles/Checkbox.css';
import { Checkbox, TextInput } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import { useState } from 'react';
import { useLanguages } from '../../../api/languages.ts';
import { useTranslation } from '../../../locales/translation.ts';
import { buttonIcon } from '../../../ui/button-icon.tsx';
import { foldText } from '../../../ui/fold-text.ts';
import classes from './search-dialog.module.css';

/** The languages to search in. Selected ones are always shown. */
export function LanguageChoice(props: { selected: readonly string[]; onChange: (codes: string[]) => void }) {
  const { selected, onChange } = props;
  const { t } = useTranslation();
  const { languages } = useLanguages();
  const [query, setQuery] = useState('');
  // Languages selected when the dialog opened come first; a checkbox doesn't move when it is ticked.
  const [initiallySelected] = useState(new Set(selected));
  const matching = languages.filter(
    ({ code, name }) =>
      selected.includes(code) || foldText(`${name} ${code}`).includes(foldText(query.trim())),
  );
  const sorted = [...matching].sort(
    (a, b) => Number(initiallySelected.has(b.code)) - Number(initiallySelected.has(a.code)),
  );
  return (
    <fieldset>
      <legend className={classes.legend}>{t('candidateSearch.languages')}</legend>
      <TextInput
        type="search"
        aria-label={t('candidateSearch.findLanguage')}
        placeholder={t('candidateSearch.findLanguage')}
        leftSection={buttonIcon(IconSearch)}
        className={`${classes.input} ${classes.find}`}
        dir="auto"
        value={query}
        data-autofocus
        onChange={({ currentTarget }) => setQuery(currentTarget.value)}
        // Enter would submit the search.
        onKeyDown={(event) => event.key === 'Enter' && event.preventDefault()}
      />
      <div className={classes.languages}>
        {sorted.map(({ code, name }) => (
          <Checkbox
            key={code}
            label={name}
            classNames={{ body: classes.language }}
            checked={selected.includes(code)}
            onChange={({ currentTarget: { checked } }) =>
              onChange(
                checked ? [...selected, code] : selected.filter((selectedCode) => selectedCode !== code),
              )
            }
          />
        ))}
      </div>
    </fieldset>
  );
}
