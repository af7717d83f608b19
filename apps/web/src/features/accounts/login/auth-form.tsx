import { Button, Stack, TextInput } from '@mantine/core';
import { useEffect, useRef } from 'react';
import { useTranslation } from '../../../locales/translation.ts';
import { FailureMessage } from '../../../ui/feedback/form-message.tsx';
import { useTextForm } from '../forms/use-text-form.ts';
import { PasswordField } from '../passwords/password-field.tsx';

export type Credentials = { username: string; password: string; email?: string };

type Props = {
  submitLabel: string;
  /** 'new-password' is for a new account, and adds the email address. */
  passwordKind: 'current-password' | 'new-password';
  initial?: Partial<Credentials> | undefined;
  /** After a success the form stays busy, since the page is left. */
  onSubmit: (credentials: Credentials) => Promise<void>;
};

const LOGIN_FIELDS = ['username', 'password'] as const;
const REGISTER_FIELDS = ['username', 'email', 'password'] as const;

export function AuthForm({ submitLabel, passwordKind, initial, onSubmit }: Props) {
  const { t } = useTranslation();
  const isNew = passwordKind === 'new-password';
  const { field, submit, message, isBusy } = useTextForm<'username' | 'email' | 'password'>({
    names: isNew ? REGISTER_FIELDS : LOGIN_FIELDS,
    optional: ['email'],
    ...(initial && { initial }),
    fallback: t('auth.failed'),
    send: ({ email, ...typed }) => onSubmit({ ...typed, ...(email?.trim() && { email: email.trim() }) }),
  });

  const form = useRef<HTMLFormElement>(null);
  useEffect(() => {
    // On a touch screen, the keyboard would cover the page.
    if (!matchMedia('(pointer: fine)').matches) return;
    const inputs = [...(form.current?.querySelectorAll('input') ?? [])];
    const isMissing = ({ required, value }: HTMLInputElement) => required && value === '';
    (inputs.find(isMissing) ?? form.current?.querySelector<HTMLElement>('[type="submit"]'))?.focus();
  }, []);

  return (
    <form noValidate onSubmit={submit} ref={form}>
      <Stack gap="md">
        <FailureMessage message={message} />
        <TextInput
          {...field('username')}
          size="lg"
          label={t('auth.username')}
          autoComplete="username"
          autoCapitalize="none"
          spellCheck={false}
          dir="auto"
        />
        {isNew && (
          <TextInput
            {...field('email')}
            size="lg"
            label={t('auth.email')}
            description={t('auth.emailHint')}
            type="email"
            autoComplete="email"
            dir="ltr"
          />
        )}
        <PasswordField
          {...field('password')}
          size="lg"
          label={t('auth.password')}
          description={isNew ? t('auth.passwordHint') : undefined}
          autoComplete={passwordKind}
        />
        <Button type="submit" size="lg" fullWidth mt="xs" loading={isBusy}>
          {submitLabel}
        </Button>
      </Stack>
    </form>
  );
}
