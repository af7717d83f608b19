import { accounts, DEFAULT_PLAYER_SETTINGS } from '@sayback/contract';
import { useQuery } from '@tanstack/react-query';
import { screen, waitFor } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { preferencesQuery } from '../../../api/preferences.ts';
import { LENA } from '../../../api/testing/profiles.ts';
import { applyContrast, setHighContrast } from '../../../ui/contrast.ts';
import { openAccountPage } from '../testing/account-page.tsx';
import { ThemeChoice } from './preference-choices.tsx';

const PREFERENCES = {
  interface_language: null,
  theme: 'auto',
  player: DEFAULT_PLAYER_SETTINGS,
  review: accounts.DEFAULT_REVIEW,
};

function Theme() {
  const { data } = useQuery(preferencesQuery);
  return data ? <ThemeChoice preferences={data} /> : null;
}

const isHighContrast = () => document.documentElement.hasAttribute('data-high-contrast');
afterEach(() => setHighContrast(false));

it('Settings offers a high-contrast theme in addition to light and dark', async () => {
  const page = await openAccountPage(LENA, <Theme />, ({ method }) => ({
    status: 200,
    body: method === 'GET' ? PREFERENCES : { ...PREFERENCES, theme: 'contrast' },
  }));
  await page.user.click(await screen.findByRole('radio', { name: 'High contrast' }));
  await waitFor(() =>
    expect(page.changes()).toMatchObject([
      { method: 'PATCH', path: accounts.updatePreferences.path, body: { theme: 'contrast' } },
    ]),
  );
  await page.close();
});

it('high contrast still applies on the next visit, until another theme is chosen', () => {
  setHighContrast(true);
  document.documentElement.removeAttribute('data-high-contrast');
  applyContrast();
  expect(isHighContrast()).toBe(true);
  setHighContrast(false);
  expect(isHighContrast()).toBe(false);
});
