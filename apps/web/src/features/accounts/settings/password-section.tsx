import { Button, Group, Text } from '@mantine/core';
import { accounts } from '@sayback/contract';
import { Link } from '@tanstack/react-router';
import { call } from '../../../api/call.ts';
import { useTranslation } from '../../../locales/translation.ts';
import { FailureMessage } from '../../../ui/feedback/form-message.tsx';
import { useTextForm } from '../forms/use-text-form.ts';
import { isTypedTwice, NewPasswordFields } from '../passwords/new-password-fields.tsx';
import { PasswordField } from '../passwords/password-field.tsx';
import { Section } from '../section.tsx';
import classes from './settings-sections.module.css';

const FIELDS = ['current_password', 'new_password1', 'new_password2'] as const;

/** Changes the password, which ends every session: `onChanged` leaves. */
export function PasswordSection({ onChanged }: { onChanged: () => void }) {
  const { t } = useTranslation();
  const { field, submit, fieldValue, message, isBusy } = useTextForm<(typeof FIELDS)[number]>({
    names: FIELDS,
    fallback: t('settings.changeFailed'),
    send: async (passwords) => {
      await call(accounts.changePassword, { body: passwords });
      onChanged();
    },
  });
  const canSend =
    fieldValue('current_password') !== '' &&
    isTypedTwice(fieldValue('new_password1'), fieldValue('new_password2'));

  return (
    <Section title={t('auth.password')}>
      <form noValidate className={classes.fields} onSubmit={submit}>
        <FailureMessage message={message} />
        <PasswordField
          {...field('current_password')}
          label={t('settings.currentPassword')}
          autoComplete="current-password"
        />
        <NewPasswordFields first={field('new_password1')} second={field('new_password2')} size="md" />
        <Text size="sm" c="dimmed">
          {t('settings.changeHint')}
        </Text>
        <Group gap="xs">
          <Button type="submit" size="md" loading={isBusy} disabled={!canSend}>
            {t('settings.changePassword')}
          </Button>
          <Button component={Link} to="/password-reset" variant="subtle" size="md" className={classes.forgot}>
            {t('auth.forgotPassword')}
          </Button>
        </Group>
      </form>
    </Section>
  );
}
