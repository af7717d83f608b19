import { Button, Text } from '@mantine/core';
import { type SubmitEvent, useState } from 'react';
import { ChoiceSelect } from '../../../ui/choice-select.tsx';
import classes from './profile-screen.module.css';

type Props = {
  label: string;
  submitLabel: string;
  choices: readonly { code: string; name: string }[];
  note?: string | undefined;
  isPending: boolean;
  /** Pass `done` to the mutation: it clears the form after a success. */
  onChoose: (code: string, done: { onSuccess: () => void }) => void;
};

export function LanguageForm({ label, submitLabel, choices, note, isPending, onChoose }: Props) {
  const [code, setCode] = useState<string | null>(null);

  function submit(event: SubmitEvent) {
    event.preventDefault();
    if (code && !isPending) onChoose(code, { onSuccess: () => setCode(null) });
  }

  return (
    <form onSubmit={submit} className={classes.form}>
      <ChoiceSelect label={label} size="md" choices={choices} value={code} onChange={setCode} />
      <Button type="submit" size="md" disabled={!code} loading={isPending}>
        {submitLabel}
      </Button>
      {note && (
        <Text size="sm" c="dimmed" className={classes.note}>
          {note}
        </Text>
      )}
    </form>
  );
}
