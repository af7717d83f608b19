import { accounts } from '@sayback/contract';
import { useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { call } from '../../../api/call.ts';
import { invalidate } from '../../../api/query.ts';
import { useTranslation } from '../../../locales/translation.ts';
import { Dialog } from '../../../ui/dialog/dialog.tsx';
import { toast } from '../../../ui/feedback/toast.ts';
import { ConfirmForm } from './confirm-form.tsx';
import { createPasskey } from './passkey.ts';
import { RecoveryCodes } from './recovery-codes.tsx';

export type SetUpProps = {
  profile: accounts.Profile;
  onChanged: () => void;
  onClose: () => void;
};

type Props = SetUpProps & {
  title: string;
  done: string;
  /** Renders the steps; `onAdded` gets the recovery codes that the first factor creates, or null. */
  children: (onAdded: (codes: string[] | null) => void) => ReactNode;
};

/** Dialog for setting up a second factor. Its last step shows new recovery codes, and can't be closed by accident. */
export function SetUpDialog({ profile, title, done, children, onChanged, onClose }: Props) {
  const { t } = useTranslation();
  const client = useQueryClient();
  const [codes, setCodes] = useState<string[] | null>(null);

  function onAdded(newCodes: string[] | null) {
    void invalidate(client, accounts.getSecondFactor);
    if (newCodes) setCodes(newCodes);
    else finish();
  }

  // Shows the toast last: it would cover the codes.
  function finish() {
    toast.success(done);
    onChanged();
    onClose();
  }

  return (
    <Dialog
      onClose={onClose}
      size="lg"
      title={codes ? t('secondFactor.codesTitle') : title}
      closeOnClickOutside={false}
      closeOnEscape={!codes}
      withCloseButton={!codes}
    >
      {codes ? (
        <RecoveryCodes codes={codes} username={profile.username} onDone={finish} />
      ) : (
        children(onAdded)
      )}
    </Dialog>
  );
}

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

/** Adds a passkey: name, re-authentication, the browser's prompt, recovery codes. */
export function PasskeyDialog(props: SetUpProps) {
  const { t } = useTranslation();
  return (
    <SetUpDialog {...props} title={t('secondFactor.addPasskey')} done={t('secondFactor.passkeyAdded')}>
      {(onAdded) => (
        <ConfirmForm
          text={t('secondFactor.passkeysHint')}
          confirmLabel={t('secondFactor.continue')}
          hasPassword={props.profile.has_password}
          asksForName
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
