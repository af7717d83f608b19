import { useMutation } from '@tanstack/react-query';
import { type ChangeEvent, type SubmitEvent, useRef, useState } from 'react';
import { useTranslation } from '../../../locales/translation.ts';
import { type FormFailure, formFailure, NO_FAILURE } from './form-failure.ts';

type Settings<Name extends string> = {
  /** In visual order. */
  names: readonly Name[];
  optional?: readonly Name[];
  initial?: Partial<Record<Name, string>>;
  /** Returns messages for invalid fields. */
  validate?: (typed: Record<Name, string>) => Partial<Record<Name, string>>;
  send: (typed: Record<Name, string>) => Promise<unknown>;
  /** The message for a failure without one from the server. */
  fallback: string;
  /** Overrides `formFailure`. */
  readFailure?: (error: unknown) => FormFailure;
  /** True if the form can be sent again. Otherwise it stays busy after a success, since the page is then left. */
  isRepeatable?: boolean;
};

export type FieldProps = ReturnType<ReturnType<typeof useTextForm>['field']>;

/**
 * A form of text fields. Shows missing values and the server's messages at their fields, and focuses the first invalid one.
 */
export function useTextForm<Name extends string>(settings: Settings<Name>) {
  const { names, optional = [], initial, validate, send, fallback, isRepeatable = false } = settings;
  const { t } = useTranslation();
  const [typed, setTyped] = useState<Partial<Record<Name, string>>>({});
  const [problems, setProblems] = useState<Partial<Record<Name, string>>>({});
  const inputs = useRef<Partial<Record<Name, HTMLInputElement | null>>>({});
  const fieldValue = (name: Name): string => typed[name] ?? initial?.[name] ?? '';
  const readFailure =
    settings.readFailure ??
    ((error: unknown) => formFailure(error, names, { offline: t('app.offline'), fallback }));
  const focusFirst = (messages: Partial<Record<string, string>>) => {
    const faulty = names.find((name) => messages[name]);
    if (faulty) inputs.current[faulty]?.focus();
  };

  const {
    mutate,
    reset: forgetFailure,
    isPending,
    isSuccess,
    error,
  } = useMutation({
    mutationFn: send,
    onError: (failed) => focusFirst(readFailure(failed).fields),
  });
  const isBusy = isPending || (isSuccess && !isRepeatable);
  const { message, fields } = error ? readFailure(error) : NO_FAILURE;

  function submit(event: SubmitEvent) {
    event.preventDefault();
    if (isBusy) return;
    const values = Object.fromEntries(names.map((name) => [name, fieldValue(name)])) as Record<Name, string>;
    const missing = names.filter((name) => !optional.includes(name) && values[name].trim() === '');
    const newProblems: typeof problems = {
      ...validate?.(values),
      ...Object.fromEntries(missing.map((name) => [name, t('app.required')])),
    };
    setProblems(newProblems);
    if (Object.keys(newProblems).length === 0) mutate(values);
    else {
      forgetFailure();
      focusFirst(newProblems);
    }
  }

  function type(name: Name, value: string) {
    setTyped((previous) => ({ ...previous, [name]: value }));
    setProblems((previous) => ({ ...previous, [name]: undefined }));
  }

  const field = (name: Name) => {
    const problem = problems[name] ?? fields[name];
    return {
      ref: (input: HTMLInputElement | null) => {
        inputs.current[name] = input;
      },
      name: name as string,
      required: !optional.includes(name),
      withAsterisk: false,
      value: fieldValue(name),
      error: problem,
      'aria-invalid': problem !== undefined,
      readOnly: isBusy,
      onChange: ({ currentTarget }: ChangeEvent<HTMLInputElement>) => type(name, currentTarget.value),
    };
  };

  return { field, submit, type, fieldValue, reset: () => setTyped({}), message, isBusy, isSuccess };
}
