import { useMantineColorScheme } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useRouterState } from '@tanstack/react-router';
import { useEffect } from 'react';
import { preferencesQuery } from '../api/preferences.ts';
import { useProfile } from '../api/session.ts';
import { chooseLanguage } from '../locales/i18n.ts';

/** Shows the interface as the signed-in person chose it, on whatever device that was. */
export function useAccountPreferences(): void {
  // Who is leaving shall leave nothing behind: preferences that arrive now would be kept in this browser.
  const isLeaving = useRouterState({ select: ({ location }) => location.pathname === '/logout' });
  const signedIn = useProfile() !== null && !isLeaving;
  const { data } = useQuery({ ...preferencesQuery, enabled: signedIn });
  const { setColorScheme } = useMantineColorScheme();
  const theme = data?.theme;
  const language = data?.interface_language;

  useEffect(() => {
    if (theme) setColorScheme(theme);
  }, [theme, setColorScheme]);

  useEffect(() => {
    if (language !== undefined) void chooseLanguage(language);
  }, [language]);
}
