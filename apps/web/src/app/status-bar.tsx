import { Link, useRouterState } from '@tanstack/react-router';
import { useSyncExternalStore } from 'react';
import { sessionEnd } from '../api/session-end.ts';
import { useTranslation } from '../locales/translation.ts';
import { useIsOnline } from '../ui/use-is-online.ts';
import classes from './status-bar.module.css';

const PUBLIC_SCREENS = /^\/(?:login|logout|register|password-reset|reset-password|verify-email)(?:\/|$)/;

const LEARNER_SCREENS = /^\/(?:$|video\/|today|progress|profile|settings)/;

/** Shows above the screen why work can't be saved: an expired session, or no network. */
export function StatusBar() {
  const { t } = useTranslation();
  const isOnline = useIsOnline();
  const hasEnded = useSyncExternalStore(sessionEnd.subscribe, sessionEnd.getSnapshot);
  const { pathname, href } = useRouterState({ select: ({ location }) => location });
  // The editor has its own note about stored rows.
  const isEditor = useRouterState({
    select: ({ matches }) => matches.at(-1)?.routeId === '/subtitles/$alignmentId/edit',
  });
  const isLoggedOut = hasEnded && !PUBLIC_SCREENS.test(pathname);
  if (isLoggedOut) {
    return (
      <p role="alert" className={classes.bar} data-status-bar="logged-out">
        {t('app.loggedOut')}{' '}
        <Link to="/login" search={{ next: href }}>
          {t('app.logInAgain')}
        </Link>
      </p>
    );
  }
  return isOnline || isEditor ? null : (
    <p role="status" className={classes.bar} data-status-bar="offline">
      {t(LEARNER_SCREENS.test(pathname) ? 'app.offlineNotice' : 'app.cannotSaveOffline')}
    </p>
  );
}
