import { Button, Stack, Text, TextInput } from '@mantine/core';
import { accounts } from '@sayback/contract';
import { ApiError } from '../../../api/api-error.ts';
import { call } from '../../../api/call.ts';
import { useTranslation } from '../../../locales/translation.ts';
import { FailureMessage, SuccessMessage } from '../../../ui/feedback/form-message.tsx';
import { formFailure } from '../forms/form-failure.ts';
import { useTextForm } from '../forms/use-text-form.ts';
import { AuthPage } from '../login/auth-page.tsx';

/** Requests an email with a link to choose a new password. */
export function ForgotPasswordScreen() {
  const { t } = useTranslation();
  const failed = t('passwordReset.sendFailed');
  const { field, submit, message, isBusy, isSuccess } = useTextForm<'email'>({
    names: ['email'],
    fallback: failed,
    send: ({ email }) => call(accounts.requestPasswordReset, { body: { email: email.trim() } }),
    // More helpful than the server's message about its own failure.
    readFailure: (error) =>
      error instanceof ApiError && error.status >= 500
        ? { message: failed, fields: {} }
        : formFailure(error, ['email'], { offline: failed, fallback: failed }),
    isRepeatable: true,
  });

  return (
    <AuthPage
      title={t('auth.forgotPassword')}
      alternative={{ question: t('passwordReset.rememberedPassword'), label: t('auth.logIn'), to: '/login' }}
    >
      <form noValidate onSubmit={submit}>
        <Stack gap="md">
          <Text c="dimmed">{t('passwordReset.forgotText')}</Text>
          <FailureMessage message={message} />
          <SuccessMessage message={isSuccess ? t('passwordReset.sent') : undefined} />
          <TextInput
            {...field('email')}
            size="lg"
            label={t('settings.email')}
            type="email"
            autoComplete="email"
            dir="ltr"
          />
          <Button type="submit" size="lg" fullWidth mt="xs" loading={isBusy}>
            {t('passwordReset.send')}
          </Button>
        </Stack>
      </form>
    </AuthPage>
  );
}
