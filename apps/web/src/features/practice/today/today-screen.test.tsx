import { accounts, practice } from '@sayback/contract';
import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { screen } from '@testing-library/react';
import { beforeAll, describe, expect, it } from 'vitest';
import { preferencesQuery } from '../../../api/preferences.ts';
import { DEFAULT_PREFERENCES } from '../../../api/testing/default-preferences.ts';
import { LENA } from '../../../api/testing/profiles.ts';
import { loadTodayWording } from '../../../locales/i18n.ts';
import { startI18n } from '../../../locales/testing/start-i18n.ts';
import { type OpenedPage, openPage } from '../../../testing/open-page.tsx';
import { TodayScreen } from './today-screen.tsx';

beforeAll(async () => {
  await startI18n();
  await loadTodayWording();
});
let page: OpenedPage;

const FAILURE = { status: 400, body: { detail: 'No.' } };

let client: QueryClient;
function Today() {
  client = useQueryClient();
  return <TodayScreen />;
}

/** Opens Today without due lines; requests to the paths in `failing` fail. */
async function openToday(failing: Set<string>) {
  page = await openPage({ path: '/today', component: Today }, '/today', ({ path }) => {
    if (failing.has(path)) return FAILURE;
    if (path === accounts.getProfile.path) return { status: 200, body: LENA };
    if (path === accounts.getPreferences.path) return { status: 200, body: DEFAULT_PREFERENCES };
    if (path === practice.getQueue.path)
      return { status: 200, body: { lines: [], videos: [], gone: [] } satisfies practice.Queue };
    return undefined;
  });
}

describe('Today', () => {
  it.each([
    ['its lines', practice.getQueue.path],
    ['the settings', accounts.getPreferences.path],
  ])('shows an error, and retries on request, if it can’t load %s', async (_, path) => {
    const failing = new Set([path]);
    await openToday(failing);
    expect(await screen.findByRole('alert')).toBeTruthy();
    failing.clear();
    await page.user.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await screen.findByTestId('today-end')).toBeTruthy();
  });

  it('continues if the settings can’t be reloaded', async () => {
    const failing = new Set<string>();
    await openToday(failing);
    await screen.findByTestId('today-end');
    failing.add(accounts.getPreferences.path);
    await client.refetchQueries(preferencesQuery);
    expect(client.getQueryState(preferencesQuery.queryKey)?.status).toBe('error');
    expect(screen.getByTestId('today-end')).toBeTruthy();
  });
});
