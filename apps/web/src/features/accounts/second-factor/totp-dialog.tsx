import '@mantine/core/styles/Anchor.css';
import { Anchor, Stack, Text } from '@mantine/core';
import { accounts } from '@sayback/contract';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '../../../api/call.ts';
import { ConfirmForm } from './confirm-form.tsx';
import { CopyButton } from './copy-button.tsx';
import { QrCode } from './qr-code.tsx';
import classes from './second-factor.module.css';
import { SetUpDialog, type SetUpProps } from './set-up-dialog.tsx';
import { TotpCodeForm } from './totp-code-form.tsx';

type Secret = { secret: string; uri: string };

/** In groups of four: it is typed from one screen into another. */
const grouped = (secret: string) => secret.replaceAll(/(.{4})(?=.)/g, '$1 ');

/** Sets up the authenticator app: who it is, the key for the app, a code of it, the recovery codes. */
export function TotpDialog(props: SetUpProps) {
  const { t } = useTranslation();
  const [made, setMade] = useState<Secret | null>(null);
  return (
    <SetUpDialog {...props} title={t('secondFactor.app')} done={t('secondFactor.appAdded')}>
      {(onAdded) =>
        made ? (
          <Stack gap="lg">
            <Text>{t('secondFactor.scan')}</Text>
            <div className={classes.enrolment}>
              <QrCode text={made.uri} label={t('secondFactor.qrLabel')} />
              <div className={classes.manual}>
                <Text>{t('secondFactor.orType')}</Text>
                <code className={classes.key}>{grouped(made.secret)}</code>
                <CopyButton text={made.secret} label={t('secondFactor.copyKey')} />
                <Anchor href={made.uri}>{t('secondFactor.openInApp')}</Anchor>
              </div>
            </div>
            <TotpCodeForm onAdded={onAdded} />
          </Stack>
        ) : (
          <ConfirmForm
            text={t('secondFactor.startText')}
            confirmLabel={t('secondFactor.continue')}
            hasPassword={props.profile.has_password}
            onConfirm={async (body) => setMade(await call(accounts.startTotp, { body }))}
            onCancel={props.onClose}
          />
        )
      }
    </SetUpDialog>
  );
}
