import { accounts } from '@sayback/contract';
import { useTranslation } from 'react-i18next';
import { call } from '../../../api/call.ts';
import { RemovalDialog } from './removal-dialog.tsx';
import type { SetUpProps } from './set-up-dialog.tsx';

/** Asks before the authenticator app is removed. */
export function RemoveAppDialog({ profile, onClose }: SetUpProps) {
  const { t } = useTranslation();
  return (
    <RemovalDialog
      title={t('secondFactor.removeApp')}
      text={t('secondFactor.removeAppText')}
      confirmLabel={t('secondFactor.remove')}
      done={t('secondFactor.removed')}
      hasPassword={profile.has_password}
      remove={(body) => call(accounts.removeTotp, { body })}
      onClose={onClose}
    />
  );
}

/** Asks before two-step sign-in is turned off. */
export function TurnOffDialog({ profile, onClose }: SetUpProps) {
  const { t } = useTranslation();
  return (
    <RemovalDialog
      title={t('secondFactor.turnOff')}
      text={t('secondFactor.turnOffText')}
      confirmLabel={t('secondFactor.turnOff')}
      done={t('secondFactor.turnedOff')}
      hasPassword={profile.has_password}
      remove={(body) => call(accounts.turnOffSecondFactor, { body })}
      onClose={onClose}
    />
  );
}
