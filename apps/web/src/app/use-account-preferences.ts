import { useMantineColorScheme } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { preferencesQuery } from '../api/preferences.ts';
import { useProfile } from '../api/session.ts';
import { chooseLanguage } from '../locales/i18n.ts';

/** Shows the interface as the signed-in person chose it, on whatever device that was. */
export function useAccountPreferences(): void {
  const signedIn = useProfile() !== null;
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
