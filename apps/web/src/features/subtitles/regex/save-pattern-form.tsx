import { Button, TextInput } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from '../../../locales/translation.ts';
import { AskBeforeClosing } from '../../../ui/dialog/ask-before-closing.tsx';
import classes from './pattern-dialog.module.css';
import type { Edit } from './search.ts';

const NAME_LIMIT = 150;

type Props = {
  edit: Edit;
  names: readonly string[];
  isPending: boolean;
  onSave: (pattern: Edit & { name: string }) => Promise<unknown>;
};

/** Saves the current pattern under a name; one with the same name is replaced, after a warning. */
export function SavePatternForm({ edit, names, isPending, onSave }: Props) {
  const { t } = useTranslation();
  const [typed, setTyped] = useState('');
  const name = typed.trim();
  const exists = names.includes(name);
  return (
    <form
      className={classes.form}
      onSubmit={(event) => {
        event.preventDefault();
        if (name === '' || isPending) return;
        onSave({ ...edit, name }).then(
          () => setTyped(''),
          () => undefined,
        );
      }}
    >
      <TextInput
        label={t('regexPatterns.name')}
        description={exists ? t('regexPatterns.replaces') : <code dir="ltr">{edit.regex}</code>}
        inputWrapperOrder={['label', 'input', 'description']}
        dir="auto"
        maxLength={NAME_LIMIT}
        autoComplete="off"
        value={typed}
        onChange={({ currentTarget }) => setTyped(currentTarget.value)}
        data-autofocus
      />
      <AskBeforeClosing when={typed !== ''} />
      <Button type="submit" className={classes.save} disabled={name === ''} loading={isPending}>
        {t(exists ? 'regexPatterns.replace' : 'regexPatterns.save')}
      </Button>
    </form>
  );
}
