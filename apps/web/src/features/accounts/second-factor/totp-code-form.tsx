import { Button, Group, Stack, TextInput } from '@mantine/core';
import { accounts } from '@sayback/contract';
import { useTranslation } from 'react-i18next';
import { call } from '../../../api/call.ts';
import { FailureMessage } from '../forms/form-message.tsx';
import { useTextForm } from '../forms/use-text-form.ts';

/** Confirms the authenticator app by a code. */
export function TotpCodeForm({ onAdded }: { onAdded: (codes: string[] | null) => void }) {
  const { t } = useTranslation();
  const { field, submit, message, isBusy } = useTextForm<'code'>({
    names: ['code'],
    otherwise: t('secondFactor.failed'),
    send: async ({ code }) => onAdded((await call(accounts.confirmTotp, { body: { code } })).recovery_codes),
  });
  return (
    <form noValidate onSubmit={submit}>
      <Stack gap="lg">
        <FailureMessage message={message} />
        <TextInput
          {...field('code')}
          size="md"
          label={t('secondFactor.code')}
          description={t('secondFactor.codeOfApp')}
          autoComplete="one-time-code"
          inputMode="numeric"
          dir="ltr"
          autoFocus
        />
        <Group justify="flex-end">
          <Button type="submit" mih={44} loading={isBusy}>
            {t('secondFactor.confirmCode')}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
