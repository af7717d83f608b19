import '@mantine/core/styles/PasswordInput.css';
import { Alert, Button, PasswordInput, Stack, TextInput } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { type SubmitEvent, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import classes from './auth-page.module.css';
import { formFailure, NO_FAILURE } from './form-failure.ts';

export type Credentials = { username: string; password: string };

type Props = {
  submitLabel: string;
  passwordKind: 'current-password' | 'new-password';
  /** Once it has succeeded the form stays busy: what follows leaves it. */
  onSubmit: (credentials: Credentials) => Promise<void>;
};

const FIELDS = ['username', 'password'] as const;

/** Username and password, for logging in and for registering. */
export function AuthForm({ submitLabel, passwordKind, onSubmit }: Props) {
  const { t } = useTranslation();
  const [typed, setTyped] = useState<Credentials>({ username: '', password: '' });
  const [missing, setMissing] = useState<Partial<Credentials>>({});
  const inputs = { username: useRef<HTMLInputElement>(null), password: useRef<HTMLInputElement>(null) };
  const wording = { offline: t('app.offline'), otherwise: t('auth.somethingWrong') };
  const readFailure = (error: unknown) => formFailure(error, FIELDS, wording);
  const focusFirst = (messages: Record<string, string | undefined>) => {
    const faulty = FIELDS.find((name) => messages[name]);
    if (faulty) inputs[faulty].current?.focus();
  };

  const { mutate, isPending, isSuccess, error } = useMutation({
    mutationFn: onSubmit,
    // Without a network it fails at once, and says so, instead of waiting in silence.
    onError: (failed) => focusFirst(readFailure(failed).fields),
  });
  const isBusy = isPending || isSuccess;
  const { message, fields } = error ? readFailure(error) : NO_FAILURE;

  function submit(event: SubmitEvent) {
    event.preventDefault();
    if (isBusy) return;
    const absent = Object.fromEntries(
      FIELDS.filter((name) => typed[name].trim() === '').map((name) => [name, t('auth.required')]),
    );
    setMissing(absent);
    if (Object.keys(absent).length === 0) mutate(typed);
    else focusFirst(absent);
  }

  const field = (name: keyof Credentials) => {
    const problem = missing[name] ?? fields[name];
    return {
      ref: inputs[name],
      name,
      label: t(`auth.${name}`),
      size: 'lg',
      required: true,
      withAsterisk: false,
      value: typed[name],
      error: problem,
      'aria-invalid': problem !== undefined,
      readOnly: isBusy,
      onChange: ({ currentTarget: { value } }: { currentTarget: HTMLInputElement }) => {
        setTyped((kept) => ({ ...kept, [name]: value }));
        setMissing((kept) => ({ ...kept, [name]: undefined }));
      },
    } as const;
  };

  return (
    <form noValidate onSubmit={submit}>
      <Stack gap="md">
        {message && (
          <Alert color="red" variant="light" icon={<IconAlertTriangle aria-hidden />} role="alert">
            {message}
          </Alert>
        )}
        <TextInput
          {...field('username')}
          autoComplete="username"
          autoCapitalize="none"
          spellCheck={false}
          dir="auto"
        />
        <PasswordInput
          {...field('password')}
          autoComplete={passwordKind}
          description={passwordKind === 'new-password' ? t('auth.passwordHint') : undefined}
          visibilityToggleFocusable
          visibilityToggleButtonProps={{ 'aria-label': t('auth.showCharacters'), className: classes.toggle }}
        />
        <Button type="submit" size="lg" fullWidth mt="xs" loading={isBusy}>
          {submitLabel}
        </Button>
      </Stack>
    </form>
  );
}
