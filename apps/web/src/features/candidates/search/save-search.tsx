import '@mantine/core/styles/InlineInput.css';
import '@mantine/core/styles/Checkbox.css';
import { Button, Checkbox, TextInput } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from '../../../locales/translation.ts';
import { AskBeforeClosing } from '../../../ui/dialog/ask-before-closing.tsx';
import { useSaveSearch } from './saved-search-mutations.ts';
import classes from './search-dialog.module.css';
import type { SearchDraft } from './search-settings.ts';

/** Saves the search under a name, to repeat it manually or every day. */
export function SaveSearch({ draft }: { draft: SearchDraft }) {
  const { t } = useTranslation();
  const { mutate: save, isPending } = useSaveSearch();
  const [name, setName] = useState('');
  const [isDaily, setDaily] = useState(false);
  return (
    <form
      className={classes.save}
      onSubmit={(event) => {
        event.preventDefault();
        if (name.trim()) save({ name: name.trim(), draft, isDaily }, { onSuccess: () => setName('') });
      }}
    >
      <TextInput
        label={t('candidateSearch.name')}
        className={classes.input}
        dir="auto"
        maxLength={150}
        value={name}
        onChange={({ currentTarget }) => setName(currentTarget.value)}
      />
      <Checkbox
        label={t('candidateSearch.repeat')}
        classNames={{ body: classes.language }}
        checked={isDaily}
        onChange={({ currentTarget }) => setDaily(currentTarget.checked)}
      />
      <AskBeforeClosing when={name !== ''} />
      <Button type="submit" variant="default" disabled={name.trim() === ''} loading={isPending}>
        {t('candidateSearch.save')}
      </Button>
    </form>
  );
}
