import { Button, Group, TextInput } from '@mantine/core';
import { useTimeout } from '@mantine/hooks';
import type { accounts } from '@sayback/contract';
import { IconCheck } from '@tabler/icons-react';
import { type SubmitEvent, useState } from 'react';
import { useLanguages } from '../../../api/languages.ts';
import { useTranslation } from '../../../locales/translation.ts';
import { FailureMessage } from '../../../ui/feedback/form-message.tsx';
import { useTextForm } from '../forms/use-text-form.ts';
import { PasswordField } from '../passwords/password-field.tsx';
import { useSaveSettings } from '../profile/queries.ts';
import { UnconfirmedAddress } from '../verification/unconfirmed-address.tsx';
import { fieldTextOf, findLanguage } from './find-language.ts';
import { LanguageInput } from './language-input.tsx';
import classes from './settings-screen.module.css';

/** How long success is shown, in milliseconds. */
const SAVED_MS = 3000;

const FIELDS = ['native_language', 'email', 'current_password'] as const;

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
  const save = useSaveSettings();
  const savedLanguage = profile.native_language;
  const savedText = savedLanguage ? fieldTextOf(savedLanguage, languages) : '';
  const codeOf = (text: string) => (text === savedText ? savedLanguage : findLanguage(text, languages));
  const needsPassword = (email: string) => profile.has_password && email.trim() !== profile.email;

  const { field, submit, type, typedIn, reset, message, isBusy } = useTextForm<(typeof FIELDS)[number]>({
    names: FIELDS,
    optional: FIELDS,
    initial: { native_language: savedText, email: profile.email },
    otherwise: t('settings.saveFailed'),
    isRepeatable: true,
    validate: ({ native_language, email, current_password }) => ({
      ...(native_language.trim() !== '' &&
        codeOf(native_language) === null && { native_language: t('settings.unknownLanguage') }),
      ...(needsPassword(email) && current_password === '' && { current_password: t('auth.required') }),
    }),
    send: async ({ native_language, email, current_password }) => {
      try {
        await save({
          native_language: codeOf(native_language),
          email: email.trim(),
          current_password: needsPassword(email) ? current_password : undefined,
        });
      } catch (error) {
        checkToken();
        throw error;
      }
      reset();
      setIsSaved(true);
      hideSaved.clear();
      hideSaved.start();
    },
  });

  function submitIfSignedIn(event: SubmitEvent) {
    setIsSaved(false);
    if (checkToken()) submit(event);
    else event.preventDefault();
  }

  const email = typedIn('email').trim();
  return (
    <form noValidate onSubmit={submitIfSignedIn} className={classes.form}>
      <FailureMessage message={message} />
      <LanguageInput
        {...field('native_language')}
        onChange={(text) => type('native_language', text)}
        label={t('settings.nativeLanguage')}
        description={isBuiltIn ? t('languages.loadFailed') : t('settings.nativeHint')}
        languages={languages}
      />
      <TextInput
        {...field('email')}
        type="email"
        autoComplete="email"
        dir="ltr"
        size="md"
        label={t('settings.email')}
        description={t('settings.emailHint')}
        inputWrapperOrder={['label', 'input', 'description', 'error']}
      />
      {profile.email && !profile.email_verified && email === profile.email && <UnconfirmedAddress />}
      {needsPassword(email) && (
        <PasswordField
          {...field('current_password')}
          size="md"
          label={t('settings.addressPassword')}
          autoComplete="current-password"
        />
      )}
      <Group gap="md">
        <Button type="submit" size="md" loading={isBusy}>
          {t('settings.save')}
        </Button>
        {/* The region stays in the page: only its text changes. */}
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
