import { useMutation } from '@tanstack/react-query';
import { type ChangeEvent, type SubmitEvent, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type FormFailure, formFailure, NO_FAILURE } from './form-failure.ts';

type Settings<Name extends string> = {
  /** In the order of the page. */
  names: readonly Name[];
  optional?: readonly Name[];
  /** What is filled in to begin with. */
  initial?: Partial<Record<Name, string>>;
  send: (typed: Record<Name, string>) => Promise<unknown>;
  /** What is said of a failure of which the server says nothing. */
  otherwise: string;
  /** Where a failure is said in another way than that of all forms. */
  readFailure?: (error: unknown) => FormFailure;
  /** The form can be sent again. Else it stays busy once it has succeeded: what follows leaves it. */
  isRepeatable?: boolean;
};

export type FieldProps = ReturnType<ReturnType<typeof useTextForm>['field']>;

/**
 * A form of text fields: says what is missing at its field, sends once, and shows what the server refused where it
 * belongs. The first faulty field has the focus then.
 */
export function useTextForm<Name extends string>(settings: Settings<Name>) {
  const { names, optional = [], initial = {}, send, otherwise, isRepeatable = false } = settings;
  const { t } = useTranslation();
  const [typed, setTyped] = useState<Partial<Record<Name, string>>>(initial);
  const [missing, setMissing] = useState<Partial<Record<Name, string>>>({});
  const inputs = useRef<Partial<Record<Name, HTMLInputElement | null>>>({});
  const typedIn = (name: Name): string => typed[name] ?? '';
  const readFailure =
    settings.readFailure ??
    ((error: unknown) => formFailure(error, names, { offline: t('app.offline'), otherwise }));
  const focusFirst = (messages: Partial<Record<string, string>>) => {
    const faulty = names.find((name) => messages[name]);
    if (faulty) inputs.current[faulty]?.focus();
  };

  const { mutate, isPending, isSuccess, error } = useMutation({
    mutationFn: send,
    // Without a network it fails at once, and says so, instead of waiting in silence.
    onError: (failed) => focusFirst(readFailure(failed).fields),
  });
  const isBusy = isPending || (isSuccess && !isRepeatable);
  const { message, fields } = error ? readFailure(error) : NO_FAILURE;

  function submit(event: SubmitEvent) {
    event.preventDefault();
    if (isBusy) return;
    const absent = Object.fromEntries(
      names
        .filter((name) => !optional.includes(name) && typedIn(name).trim() === '')
        .map((name) => [name, t('auth.required')]),
    ) as Partial<Record<Name, string>>;
    setMissing(absent);
    if (Object.keys(absent).length > 0) focusFirst(absent);
    else mutate(Object.fromEntries(names.map((name) => [name, typedIn(name)])) as Record<Name, string>);
  }

  const field = (name: Name) => {
    const problem = missing[name] ?? fields[name];
    return {
      ref: (input: HTMLInputElement | null) => {
        inputs.current[name] = input;
      },
      name: name as string,
      required: !optional.includes(name),
      withAsterisk: false,
      value: typedIn(name),
      error: problem,
      'aria-invalid': problem !== undefined,
      readOnly: isBusy,
      onChange: ({ currentTarget: { value } }: ChangeEvent<HTMLInputElement>) => {
        setTyped((previous) => ({ ...previous, [name]: value }));
        setMissing((previous) => ({ ...previous, [name]: undefined }));
      },
    };
  };

  return { field, submit, typedIn, message, isBusy, isSuccess };
}
