import { TextInput } from '@mantine/core';
import type { accounts } from '@sayback/contract';
import { useTranslation } from '../../../locales/translation.ts';
import { FailureMessage } from '../../../ui/feedback/form-message.tsx';
import { PasswordField } from '../passwords/password-field.tsx';
import { useSaveEmail } from '../profile/queries.ts';
import { Section } from '../section.tsx';
import { UnconfirmedEmail } from '../verification/unconfirmed-email.tsx';
import { SaveButton } from './save-button.tsx';
import classes from './settings-screen.module.css';
import { type CheckToken, useSettingsForm } from './use-settings-form.ts';

const NAMES = ['email', 'current_password'] as const;

type Props = CheckToken & { profile: accounts.Profile };

/** The email address. A new one requires the password, if there is one. */
export function EmailSection({ profile, checkToken }: Props) {
  const { t } = useTranslation();
  const save = useSaveEmail();
  const needsPassword = (email: string) => profile.has_password && email.trim() !== profile.email;

  const { field, submit, fieldValue, message, isBusy, isSaved } = useSettingsForm<(typeof NAMES)[number]>({
    checkToken,
    names: NAMES,
    initial: { email: profile.email },
    validate: ({ email, current_password }) =>
      needsPassword(email) && current_password === '' ? { current_password: t('app.required') } : {},
    send: ({ email, current_password }) =>
      save({
        email: email.trim(),
        current_password: needsPassword(email) ? current_password : undefined,
      }),
  });

  const email = fieldValue('email').trim();
  return (
    <Section title={t('settings.email')}>
      <form noValidate onSubmit={submit} className={classes.form}>
        <FailureMessage message={message} />
        <TextInput
          {...field('email')}
          type="email"
          autoComplete="email"
          dir="ltr"
          label={t('settings.emailAddress')}
          description={t('auth.emailHint')}
          inputWrapperOrder={['label', 'input', 'description', 'error']}
        />
        {profile.email && !profile.email_verified && email === profile.email && <UnconfirmedEmail />}
        {needsPassword(email) && (
          <PasswordField
            {...field('current_password')}
            size="md"
            label={t('settings.emailPassword')}
            autoComplete="current-password"
          />
        )}
        <SaveButton label={t('settings.saveEmail')} isBusy={isBusy} isSaved={isSaved} />
      </form>
    </Section>
  );
}
