import { ActionIcon, Button } from '@mantine/core';
import { accounts } from '@sayback/contract';
import { IconFingerprint, IconKey, IconPencil, IconTrash } from '@tabler/icons-react';
import { useState } from 'react';
import { call } from '../../../api/call.ts';
import { useTranslation } from '../../../locales/translation.ts';
import { useTimeText } from '../../../ui/use-time-text.ts';
import { ItemRow } from '../item-row.tsx';
import { hasPasskeys } from './passkey.ts';
import { RemovalDialog } from './removal-dialog.tsx';
import { RenameDialog } from './rename-dialog.tsx';

type Props = {
  passkeys: accounts.Passkey[];
  canChange: boolean;
  hasPassword: boolean;
  onAdd: () => void;
  onChanged: () => void;
};

/** The account's passkeys with their last use, and a button to add one. */
export function PasskeyList({ passkeys, canChange, hasPassword, onAdd, onChanged }: Props) {
  const { t } = useTranslation();
  const { formatTime } = useTimeText();
  const [openDialog, setOpenDialog] = useState<{
    passkey: accounts.Passkey;
    action: 'rename' | 'remove';
  } | null>(null);
  const close = () => setOpenDialog(null);
  const formatLastUse = ({ last_used_at }: accounts.Passkey) =>
    last_used_at ? t('settings.lastUsed', { date: formatTime(last_used_at) }) : t('secondFactor.notUsed');

  return (
    <>
      <ItemRow
        testId="factor"
        icon={IconFingerprint}
        name={t('secondFactor.passkeys')}
        about={hasPasskeys() ? t('secondFactor.passkeysHint') : t('secondFactor.passkeysUnavailable')}
      >
        {canChange && hasPasskeys() && (
          <Button variant="default" onClick={onAdd}>
            {t('secondFactor.addPasskey')}
          </Button>
        )}
      </ItemRow>
      {passkeys.map((passkey) => (
        <ItemRow
          testId="factor"
          key={passkey.id}
          icon={IconKey}
          name={passkey.name}
          about={formatLastUse(passkey)}
        >
          {canChange && (
            <>
              <ActionIcon
                variant="quiet"
                aria-label={t('secondFactor.renamePasskey', { name: passkey.name })}
                onClick={() => setOpenDialog({ passkey, action: 'rename' })}
              >
                <IconPencil size={20} aria-hidden />
              </ActionIcon>
              <ActionIcon
                variant="quiet"
                aria-label={t('secondFactor.removePasskey', { name: passkey.name })}
                onClick={() => setOpenDialog({ passkey, action: 'remove' })}
              >
                <IconTrash size={20} aria-hidden />
              </ActionIcon>
            </>
          )}
        </ItemRow>
      ))}
      {openDialog?.action === 'rename' && <RenameDialog passkey={openDialog.passkey} onClose={close} />}
      {openDialog?.action === 'remove' && (
        <RemovalDialog
          title={t('secondFactor.removePasskey', { name: openDialog.passkey.name })}
          text={t('secondFactor.removePasskeyText')}
          confirmLabel={t('secondFactor.remove')}
          done={t('secondFactor.removed')}
          hasPassword={hasPassword}
          remove={(body) => call(accounts.removePasskey, { params: { id: openDialog.passkey.id }, body })}
          onChanged={onChanged}
          onClose={close}
        />
      )}
    </>
  );
}
