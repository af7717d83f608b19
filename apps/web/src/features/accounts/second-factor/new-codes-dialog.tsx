import { accounts } from '@sayback/contract';
import { useTranslation } from 'react-i18next';
import { call } from '../../../api/call.ts';
import { ConfirmForm } from './confirm-form.tsx';
import { SetUpDialog, type SetUpProps } from './set-up-dialog.tsx';

/** Makes new recovery codes in place of the present ones. */
export function NewCodesDialog(props: SetUpProps) {
  const { t } = useTranslation();
  return (
    <SetUpDialog {...props} title={t('secondFactor.renewCodes')} done={t('secondFactor.renewed')}>
      {(onAdded) => (
        <ConfirmForm
          text={t('secondFactor.renewText')}
          confirmLabel={t('secondFactor.renewCodes')}
          hasPassword={props.profile.has_password}
          onConfirm={async (body) =>
            onAdded((await call(accounts.renewRecoveryCodes, { body })).recovery_codes)
          }
          onCancel={props.onClose}
        />
      )}
    </SetUpDialog>
  );
}
