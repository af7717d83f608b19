import '@mantine/core/styles/Badge.css';
import { Badge, Button } from '@mantine/core';
import type { accounts } from '@sayback/contract';
import { IconDeviceDesktop, IconDeviceMobile } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { describeBrowser } from './describe-browser.ts';
import { useTimeText } from '../use-time-text.ts';
import { useEndSession } from './queries.ts';
import classes from './settings-sections.module.css';

/** A place where the person is signed in, and a way to end that. */
export function Device({ session }: { session: accounts.Session }) {
  const { t } = useTranslation();
  const { timeOf } = useTimeText();
  const { mutate, isPending } = useEndSession();
  const { browser, system, isHandheld } = describeBrowser(session.user_agent);
  const known = browser ?? t('settings.unknownBrowser');
  const device = system ? t('settings.browserOn', { browser: known, system }) : known;
  const Icon = isHandheld ? IconDeviceMobile : IconDeviceDesktop;
  return (
    <li className={classes.device} data-testid="device">
      <Icon size={24} stroke={1.5} aria-hidden className={classes.icon} />
      <div className={classes.facts}>
        <span className={classes.name} title={session.user_agent}>
          {device}
        </span>
        <span className={classes.quiet}>
          {t('settings.lastUsed', { date: timeOf(session.last_used_at) })}
        </span>
      </div>
      {session.is_current ? (
        <Badge variant="light" className={classes.badge}>
          {t('settings.thisDevice')}
        </Badge>
      ) : (
        <Button
          variant="subtle"
          color="gray"
          loading={isPending}
          onClick={() => mutate(session.id)}
          aria-label={t('settings.endSessionOf', { device })}
        >
          {t('settings.endSession')}
        </Button>
      )}
    </li>
  );
}
