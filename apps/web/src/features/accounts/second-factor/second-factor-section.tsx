import '@mantine/core/styles/Badge.css';
import { Badge, Button, Group, Text } from '@mantine/core';
import { accounts } from '@sayback/contract';
import { IconDeviceMobile, IconLifebuoy } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { queryFor } from '../../../api/query.ts';
import { useTranslation } from '../../../locales/translation.ts';
import { Dialog } from '../../../ui/dialog/dialog.tsx';
import { Failure } from '../../../ui/feedback/failure.tsx';
import { useTimeText } from '../../../ui/use-time-text.ts';
import { ItemRow, ItemRows } from '../item-row.tsx';
import { Section, SectionSkeleton } from '../section.tsx';
import { OtherSessions } from './other-sessions.tsx';
import { PasskeyList } from './passkey-list.tsx';
import { RemoveAppDialog, TurnOffDialog } from './removal-dialog.tsx';
import { SessionConfirmation } from './session-confirmation.tsx';
import { NewCodesDialog, PasskeyDialog } from './set-up-dialog.tsx';
import { TotpDialog } from './totp-dialog.tsx';

type OpenDialog = 'app' | 'removeApp' | 'passkey' | 'codes' | 'turnOff' | 'confirm';

/** Two-step sign-in in the settings: the authenticator app, passkeys, recovery codes. */
export function SecondFactorSection({ profile }: { profile: accounts.Profile }) {
  const { t } = useTranslation();
  const { formatDate } = useTimeText();
  const { data, isError, refetch } = useQuery(queryFor(accounts.getSecondFactor, {}));
  const [openDialog, setOpenDialog] = useState<OpenDialog | null>(null);
  const [isChanged, setChanged] = useState(false);
  const close = () => setOpenDialog(null);

  if (!data && isError) {
    return <Failure message={t('secondFactor.loadFailed')} onRetry={() => refetch()} />;
  }
  if (!data) return <SectionSkeleton />;
  const { totp_added_at, passkeys, recovery_codes_left, is_confirmed, is_required } = data;
  const isOn = totp_added_at !== null || passkeys.length > 0;
  const canChange = !isOn || is_confirmed;
  const onChanged = () => setChanged(true);
  const dialog = { profile, onChanged, onClose: close };

  return (
    <Section title={t('secondFactor.title')}>
      <Group justify="space-between" gap="sm">
        <Text c="dimmed" flex="1 1 16rem">
          {is_required && !isOn ? t('secondFactor.required') : t('secondFactor.hint')}
        </Text>
        {isOn && <Badge variant="light">{t('secondFactor.on')}</Badge>}
      </Group>
      {!canChange && (
        <Group justify="space-between" gap="sm">
          <Text>{t('secondFactor.confirmFirst')}</Text>
          <Button size="md" onClick={() => setOpenDialog('confirm')}>
            {t('secondFactor.confirmNow')}
          </Button>
        </Group>
      )}
      {isChanged && <OtherSessions />}
      <ItemRows>
        <ItemRow
          testId="factor"
          icon={IconDeviceMobile}
          name={t('secondFactor.app')}
          about={
            totp_added_at
              ? t('secondFactor.addedOn', { date: formatDate(totp_added_at) })
              : t('secondFactor.appHint')
          }
        >
          {canChange && (
            <Button
              variant={totp_added_at ? 'quiet' : 'default'}
              aria-label={totp_added_at ? t('secondFactor.removeApp') : t('secondFactor.setUpApp')}
              onClick={() => setOpenDialog(totp_added_at ? 'removeApp' : 'app')}
            >
              {totp_added_at ? t('secondFactor.remove') : t('secondFactor.setUp')}
            </Button>
          )}
        </ItemRow>
        <PasskeyList
          passkeys={passkeys}
          canChange={canChange}
          hasPassword={profile.has_password}
          onAdd={() => setOpenDialog('passkey')}
          onChanged={onChanged}
        />
        {isOn && (
          <ItemRow
            testId="factor"
            icon={IconLifebuoy}
            name={t('secondFactor.recoveryCodes')}
            about={t('secondFactor.codesLeft', { count: recovery_codes_left })}
          >
            {canChange && (
              <Button variant="default" onClick={() => setOpenDialog('codes')}>
                {t('secondFactor.renewCodes')}
              </Button>
            )}
          </ItemRow>
        )}
      </ItemRows>
      {isOn && canChange && (
        <div>
          <Button variant="outline" color="red" size="md" onClick={() => setOpenDialog('turnOff')}>
            {t('secondFactor.turnOff')}
          </Button>
        </div>
      )}
      {openDialog === 'app' && <TotpDialog {...dialog} />}
      {openDialog === 'passkey' && <PasskeyDialog {...dialog} />}
      {openDialog === 'codes' && <NewCodesDialog {...dialog} />}
      {openDialog === 'removeApp' && <RemoveAppDialog {...dialog} />}
      {openDialog === 'turnOff' && <TurnOffDialog {...dialog} />}
      {openDialog === 'confirm' && (
        <Dialog onClose={close} title={t('secondFactor.stepTitle')} closeOnClickOutside={false}>
          <SessionConfirmation onDone={close} onBack={close} />
        </Dialog>
      )}
    </Section>
  );
}
