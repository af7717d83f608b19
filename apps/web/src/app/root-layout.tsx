import { useMantineColorScheme } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Outlet, useRouter, useRouterState } from '@tanstack/react-router';
import { useCallback, useEffect, useMemo } from 'react';
import { preferencesQuery } from '../api/preferences.ts';
import { useAccount, useProfile } from '../api/session.ts';
import { sendUnsent } from '../features/practice/unsent/send-unsent.ts';
import { chooseLanguage } from '../locales/i18n.ts';
import { useTranslation } from '../locales/translation.ts';
import { setHighContrast } from '../ui/contrast.ts';
import { Toasts } from '../ui/feedback/toasts.tsx';
import { useOnReconnect, usePreload } from '../ui/lazy-part.tsx';
import { useRemoveFirstPicture } from '../ui/use-remove-first-picture.ts';
import classes from './root-layout.module.css';
import { StatusBar } from './status-bar.tsx';
import { TopBar } from './top-bar.tsx';

/** The frame of every screen. The practice player has no top bar. */
export function RootLayout() {
  const { t } = useTranslation();
  const pathname = useRouterState({ select: ({ location }) => location.pathname });
  const isPractice = pathname === '/today' || pathname.startsWith('/video/');
  useAccountPreferences();
  usePreloadedScreens();
  useUnsentAttempts();
  useRemoveFirstPicture({ when: !pathname.startsWith('/video/') });
  return (
    <>
      <a href="#content" className={classes.skip}>
        {t('app.skip')}
      </a>
      <StatusBar />
      {!isPractice && <TopBar />}
      <main id="content" tabIndex={-1} className={isPractice ? classes.player : classes.page}>
        <Outlet />
      </main>
      <Toasts isAtTop={isPractice} />
    </>
  );
}

/** Screens that learners often open next, preloaded so that they also work offline. */
const NEXT_SCREENS = ['/', '/video/$videoId', '/profile', '/settings', '/logout'] as const;

function usePreloadedScreens(): void {
  const { routesByPath } = useRouter();
  const isSignedIn = useProfile() !== null;
  const screens = useMemo(
    () => (isSignedIn ? NEXT_SCREENS.map((path) => routesByPath[path].options.component) : []),
    [isSignedIn, routesByPath],
  );
  usePreload(screens);
}

/** Sends stored turns after each navigation, and when back online. */
function useUnsentAttempts(): void {
  const router = useRouter();
  const account = useAccount();
  const send = useCallback(async () => {
    // If its code can't be loaded now, the next call retries.
    if (account) await sendUnsent(account).catch(() => undefined);
  }, [account]);
  useEffect(() => {
    void send();
    return router.subscribe('onResolved', send);
  }, [router, send]);
  useOnReconnect(send);
}

/** Applies the signed-in user's interface preferences, chosen on any device. */
function useAccountPreferences(): void {
  // Preferences that arrive during a logout would stay in this browser.
  const isLeaving = useRouterState({ select: ({ location }) => location.pathname === '/logout' });
  const isSignedIn = useProfile() !== null && !isLeaving;
  const { data, refetch } = useQuery({ ...preferencesQuery, enabled: isSignedIn });
  // Saves changes that couldn't be saved offline.
  useOnReconnect(useCallback(() => void (isSignedIn && refetch()), [isSignedIn, refetch]));
  const { setColorScheme } = useMantineColorScheme();
  const theme = data?.theme;
  const language = data?.interface_language;

  useEffect(() => {
    if (!theme) return;
    setColorScheme(theme === 'contrast' ? 'auto' : theme);
    setHighContrast(theme === 'contrast');
  }, [theme, setColorScheme]);

  useEffect(() => {
    if (language !== undefined) void chooseLanguage(language);
  }, [language]);
}
