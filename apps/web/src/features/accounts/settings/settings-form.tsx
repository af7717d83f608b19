import { Button, Group, TextInput } from '@mantine/core';
import { useTimeout } from '@mantine/hooks';
import type { accounts } from '@sayback/contract';
import { IconCheck } from '@tabler/icons-react';
import { type SubmitEvent, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLanguages } from '../../../api/languages.ts';
import { fieldTextOf, findLanguage } from './find-language.ts';
import { formFailure, NO_FAILURE } from '../forms/form-failure.ts';
import { LanguageInput } from './language-input.tsx';
import { FailureMessage } from '../../../ui/form-message.tsx';
import { PasswordField } from '../passwords/password-field.tsx';
import { useSaveSettings } from '../profile/queries.ts';
import classes from './settings-screen.module.css';
import { UnconfirmedAddress } from '../verification/unconfirmed-address.tsx';

/** How long success is shown, in milliseconds. */
const SAVED_MS = 3000;

type Props = {
  profile: accounts.Profile;
  /** Returns true if there is still a token to save with. */
  checkToken: () => boolean;
};

/** Native language and e-mail address. A new address needs the password, if there is one. */
export function SettingsForm({ profile, checkToken }: Props) {
  const { t } = useTranslation();
  const { languages, isBuiltIn } = useLanguages();
  const [isSaved, setIsSaved] = useState(false);
  const hideSaved = useTimeout(() => setIsSaved(false), SAVED_MS);
  /** Null until something is typed: then the field shows the saved language's name. */
  const [typedLanguage, setTypedLanguage] = useState<string | null>(null);
  const [typedEmail, setTypedEmail] = useState<string | null>(null);
  const [password, setPassword] = useState('');
  const [isPasswordMissing, setIsPasswordMissing] = useState(false);
  const [isUnknown, setIsUnknown] = useState(false);
  const languageInput = useRef<HTMLInputElement>(null);
  const emailInput = useRef<HTMLInputElement>(null);
  const passwordInput = useRef<HTMLInputElement>(null);
  const wording = { offline: t('app.offline'), otherwise: t('settings.saveFailed') };
  const readFailure = (error: unknown) =>
    formFailure(error, ['native_language', 'email', 'current_password'], wording);

  const { mutate, isPending, error } = useSaveSettings({
    onSaved: () => {
      setTypedLanguage(null);
      setTypedEmail(null);
      setPassword('');
      setIsSaved(true);
      hideSaved.clear();
      hideSaved.start();
    },
    onFailed: (failed) => {
      checkToken();
      const { fields } = readFailure(failed);
      if (fields.native_language) languageInput.current?.focus();
      else if (fields.email) emailInput.current?.focus();
      else if (fields.current_password) passwordInput.current?.focus();
    },
  });
  const { message, fields } = error ? readFailure(error) : NO_FAILURE;
  const saved = profile.native_language;
  const language = typedLanguage ?? (saved ? fieldTextOf(saved, languages) : '');
  const email = typedEmail ?? profile.email;
  const needsPassword = profile.has_password && email.trim() !== profile.email;

  function save(event: SubmitEvent) {
    event.preventDefault();
    if (isPending || !checkToken()) return;
    const code = typedLanguage === null ? saved : findLanguage(typedLanguage, languages);
    const unknown = code === null && language.trim() !== '';
    const lacksPassword = needsPassword && password === '';
    setIsUnknown(unknown);
    setIsPasswordMissing(lacksPassword);
    setIsSaved(false);
    if (unknown) languageInput.current?.focus();
    else if (lacksPassword) passwordInput.current?.focus();
    else {
      const current_password = needsPassword ? password : undefined;
      mutate({ native_language: code, email: email.trim(), current_password });
    }
  }

  return (
    <form noValidate onSubmit={save} className={classes.form}>
      <FailureMessage message={message} />
      <LanguageInput
        ref={languageInput}
        label={t('settings.nativeLanguage')}
        description={isBuiltIn ? t('languages.loadFailed') : t('settings.nativeHint')}
        error={isUnknown ? t('settings.unknownLanguage') : fields.native_language}
        languages={languages}
        value={language}
        onChange={(text) => {
          setTypedLanguage(text);
          setIsUnknown(false);
        }}
      />
      <TextInput
        ref={emailInput}
        type="email"
        autoComplete="email"
        dir="ltr"
        size="md"
        label={t('settings.email')}
        description={t('settings.emailHint')}
        inputWrapperOrder={['label', 'input', 'description', 'error']}
        error={fields.email}
        aria-invalid={fields.email !== undefined}
        value={email}
        onChange={({ currentTarget }) => setTypedEmail(currentTarget.value)}
      />
      {profile.email && !profile.email_verified && email.trim() === profile.email && <UnconfirmedAddress />}
      {needsPassword && (
        <PasswordField
          ref={passwordInput}
          size="md"
          label={t('settings.addressPassword')}
          autoComplete="current-password"
          error={isPasswordMissing ? t('auth.required') : fields.current_password}
          aria-invalid={isPasswordMissing || fields.current_password !== undefined}
          value={password}
          onChange={({ currentTarget }) => {
            setPassword(currentTarget.value);
            setIsPasswordMissing(false);
          }}
        />
      )}
      <Group gap="md">
        <Button type="submit" size="md" loading={isPending}>
          {t('settings.save')}
        </Button>
        {/* The region stays: its text alone comes and goes. */}
        <div role="status" className={classes.saved}>
          {isSaved && (
            <>
              <IconCheck size={20} aria-hidden />
              {t('settings.saved')}
            </>
          )}
        </div>
      </Group>
    </form>
  );
}
