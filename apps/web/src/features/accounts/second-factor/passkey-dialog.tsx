import { accounts } from '@sayback/contract';
import { useTranslation } from 'react-i18next';
import { call } from '../../../api/call.ts';
import { ConfirmForm } from './confirm-form.tsx';
import { createPasskey } from './passkey.ts';
import { SetUpDialog, type SetUpProps } from './set-up-dialog.tsx';

/** Adds a passkey: its name, who it is, what the browser asks, the recovery codes. */
export function PasskeyDialog(props: SetUpProps) {
  const { t } = useTranslation();
  return (
    <SetUpDialog {...props} title={t('secondFactor.addPasskey')} done={t('secondFactor.passkeyAdded')}>
      {(onAdded) => (
        <ConfirmForm
          text={t('secondFactor.passkeysHint')}
          confirmLabel={t('secondFactor.continue')}
          hasPassword={props.profile.has_password}
          asksName
          onConfirm={async (body, name) => {
            const { ticket, options } = await call(accounts.startPasskey, { body });
            const passkey = await createPasskey(options);
            onAdded((await call(accounts.addPasskey, { body: { ticket, name, passkey } })).recovery_codes);
          }}
          onCancel={props.onClose}
        />
      )}
    </SetUpDialog>
  );
}
