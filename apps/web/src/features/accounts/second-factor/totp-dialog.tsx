import '@mantine/core/styles/Anchor.css';
import { Anchor, Button, Flex, Group, Stack, Text, TextInput } from '@mantine/core';
import { accounts } from '@sayback/contract';
import { useState } from 'react';
import { encode } from 'uqr';
import { call } from '../../../api/call.ts';
import { useTranslation } from '../../../locales/translation.ts';
import { useHoldOpen } from '../../../ui/dialog/dialog-closing.ts';
import { FailureMessage } from '../../../ui/feedback/form-message.tsx';
import { useTextForm } from '../forms/use-text-form.ts';
import { ConfirmForm } from './confirm-form.tsx';
import { CopyButton } from './recovery-codes.tsx';
import classes from './second-factor.module.css';
import { SetUpDialog, type SetUpProps } from './set-up-dialog.tsx';

type Secret = { secret: string; uri: string };

/** Makes a secret easier to type into another device. */
const groupByFour = (secret: string) => secret.replaceAll(/(.{4})(?=.)/g, '$1 ');

/** Sets up the authenticator app: re-authentication, the app's key, a code from it, recovery codes. */
export function TotpDialog(props: SetUpProps) {
  const { t } = useTranslation();
  const [totp, setTotp] = useState<Secret | null>(null);
  return (
    <SetUpDialog {...props} title={t('secondFactor.app')} done={t('secondFactor.appAdded')}>
      {(onAdded) =>
        totp ? (
          <Stack gap="lg">
            <Text>{t('secondFactor.scan')}</Text>
            <Flex wrap="wrap" align="center" gap="1.5rem">
              <QrCode text={totp.uri} label={t('secondFactor.qrLabel')} />
              <div className={classes.manual}>
                <Text>{t('secondFactor.orEnterKey')}</Text>
                <code className={classes.key}>{groupByFour(totp.secret)}</code>
                <CopyButton text={totp.secret} label={t('secondFactor.copyKey')} />
                <Anchor href={totp.uri}>{t('secondFactor.openInApp')}</Anchor>
              </div>
            </Flex>
            <TotpCodeForm secret={totp.secret} onAdded={onAdded} />
          </Stack>
        ) : (
          <ConfirmForm
            text={t('secondFactor.startText')}
            confirmLabel={t('secondFactor.continue')}
            hasPassword={props.profile.has_password}
            onConfirm={async (body) => setTotp(await call(accounts.startTotp, { body }))}
            onCancel={props.onClose}
          />
        )
      }
    </SetUpDialog>
  );
}

/** A QR code, dark on white in both colour schemes for the cameras. */
function QrCode({ text, label }: { text: string; label: string }) {
  const { data, size } = encode(text, { border: 2 });
  const path = data
    .flatMap((row, y) => row.map((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : '')))
    .join('');
  return (
    <svg className={classes.qr} viewBox={`0 0 ${size} ${size}`} role="img" aria-label={label}>
      <rect width={size} height={size} fill="#fff" />
      <path d={path} fill="#000" shapeRendering="crispEdges" />
    </svg>
  );
}

type CodeProps = { secret: string; onAdded: (codes: string[] | null) => void };

function TotpCodeForm({ secret, onAdded }: CodeProps) {
  const { t } = useTranslation();
  const { field, submit, message, isBusy } = useTextForm<'code'>({
    names: ['code'],
    fallback: t('secondFactor.failed'),
    send: async ({ code }) =>
      onAdded((await call(accounts.confirmTotp, { body: { code, secret } })).recovery_codes),
  });
  useHoldOpen(isBusy);
  return (
    <form noValidate onSubmit={submit}>
      <Stack gap="lg">
        <FailureMessage message={message} />
        <TextInput
          {...field('code')}
          label={t('secondFactor.code')}
          description={t('secondFactor.appCodeHint')}
          autoComplete="one-time-code"
          inputMode="numeric"
          dir="ltr"
          autoFocus
        />
        <Group justify="flex-end">
          <Button type="submit" loading={isBusy}>
            {t('secondFactor.confirmCode')}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
