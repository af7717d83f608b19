import '@mantine/core/styles/Badge.css';
import { Badge, Button, Group } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import type { accounts } from '@sayback/contract';
import { IconDeviceDesktop, IconDeviceMobile } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from '../../../locales/translation.ts';
import { ConfirmDialog } from '../../../ui/dialog/confirm-dialog.tsx';
import { Failure } from '../../../ui/feedback/failure.tsx';
import { useFocusAfterRemoval } from '../../../ui/focus/use-focus-after-removal.ts';
import { useTimeText } from '../../../ui/use-time-text.ts';
import { ItemRow, ItemRows } from '../item-row.tsx';
import { Section, SectionSkeleton } from '../section.tsx';
import { describeBrowser } from './describe-browser.ts';
import { sessionsQuery, useEndAllSessions, useEndSession } from './queries.ts';

/** Devices listed before 'Show all'. */
const MAX_LISTED = 3;

/** The user's sessions. `onEverywhere` runs once all of them have ended, including this one. */
export function DevicesSection({ onEverywhere }: { onEverywhere: () => void }) {
  const { t } = useTranslation();
  const { data, isError, refetch } = useQuery(sessionsQuery);
  const [isDialogOpen, { open, close }] = useDisclosure();
  const [isAllShown, setAllShown] = useState(false);
  const endAll = useEndAllSessions(onEverywhere);
  useFocusAfterRemoval(data?.length);

  if (!data && isError) {
    return <Failure message={t('settings.devicesFailed')} onRetry={() => refetch()} />;
  }
  if (!data) return <SectionSkeleton />;
  // The current session comes first.
  const sorted = [...data].sort((a, b) => Number(b.is_current) - Number(a.is_current));
  const visible = isAllShown ? sorted : sorted.slice(0, MAX_LISTED);
  return (
    <Section title={t('settings.devices')}>
      <ItemRows>
        {visible.map((session) => (
          <Device key={session.id} session={session} />
        ))}
      </ItemRows>
      <Group gap="sm">
        {visible.length < data.length && (
          <Button variant="subtle" size="md" onClick={() => setAllShown(true)}>
            {t('settings.showAllDevices', { count: data.length })}
          </Button>
        )}
        <Button variant="default" size="md" onClick={open}>
          {t('settings.logOutEverywhere')}
        </Button>
      </Group>
      {isDialogOpen && (
        <ConfirmDialog
          title={t('settings.logOutEverywhere')}
          text={t('settings.logOutEverywhereText')}
          confirmLabel={t('settings.logOutEverywhere')}
          isPending={endAll.isPending || endAll.isSuccess}
          onConfirm={endAll.mutate}
          onClose={close}
        />
      )}
    </Section>
  );
}

function Device({ session }: { session: accounts.Session }) {
  const { t } = useTranslation();
  const { formatTime } = useTimeText();
  const { mutate, isPending } = useEndSession();
  const { browser, system, isHandheld } = describeBrowser(session.user_agent);
  const browserName = browser ?? t('settings.unknownBrowser');
  const device = system ? t('settings.browserAndSystem', { browser: browserName, system }) : browserName;
  return (
    <ItemRow
      testId="device"
      icon={isHandheld ? IconDeviceMobile : IconDeviceDesktop}
      name={device}
      title={session.user_agent}
      about={t('settings.lastUsed', { date: formatTime(session.last_used_at) })}
    >
      {session.is_current ? (
        <Badge variant="light">{t('settings.thisDevice')}</Badge>
      ) : (
        <Button
          variant="quiet"
          loading={isPending}
          onClick={() => mutate(session.id)}
          aria-label={t('settings.endSessionLabel', { device })}
        >
          {t('settings.endSession')}
        </Button>
      )}
    </ItemRow>
  );
}
