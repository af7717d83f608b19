import { accounts } from '@sayback/contract';
import { useQueryClient } from '@tanstack/react-query';
import { call } from '../../../api/call.ts';
import { invalidate } from '../../../api/query.ts';
import { useTranslation } from '../../../locales/translation.ts';
import { Dialog } from '../../../ui/dialog/dialog.tsx';
import { toast } from '../../../ui/feedback/toast.ts';
import { ConfirmForm, type Reauthentication } from './confirm-form.tsx';
import type { SetUpProps } from './set-up-dialog.tsx';

type Props = {
  title: string;
  text: string;
  confirmLabel: string;
  done: string;
  hasPassword: boolean;
  remove: (reauthentication: Reauthentication) => Promise<unknown>;
  onChanged: () => void;
  onClose: () => void;
};

export function RemovalDialog(props: Props) {
  const { title, text, confirmLabel, done, hasPassword, remove, onChanged, onClose } = props;
  const client = useQueryClient();
  async function confirm(reauthentication: Reauthentication): Promise<void> {
    await remove(reauthentication);
    await invalidate(client, accounts.getSecondFactor);
    toast.success(done);
    onChanged();
    onClose();
  }
  return (
    <Dialog onClose={onClose} title={title} closeOnClickOutside={false}>
      <ConfirmForm
        text={text}
        confirmLabel={confirmLabel}
        isDestructive
        hasPassword={hasPassword}
        onConfirm={confirm}
        onCancel={onClose}
      />
    </Dialog>
  );
}

export function RemoveAppDialog({ profile, ...events }: SetUpProps) {
  const { t } = useTranslation();
  return (
    <RemovalDialog
      title={t('secondFactor.removeApp')}
      text={t('secondFactor.removeAppText')}
      confirmLabel={t('secondFactor.remove')}
      done={t('secondFactor.removed')}
      hasPassword={profile.has_password}
      remove={(body) => call(accounts.removeTotp, { body })}
      {...events}
    />
  );
}

export function TurnOffDialog({ profile, ...events }: SetUpProps) {
  const { t } = useTranslation();
  return (
    <RemovalDialog
      title={t('secondFactor.turnOff')}
      text={t('secondFactor.turnOffText')}
      confirmLabel={t('secondFactor.turnOff')}
      done={t('secondFactor.turnedOff')}
      hasPassword={profile.has_password}
      remove={(body) => call(accounts.turnOffSecondFactor, { body })}
      {...events}
    />
  );
}
