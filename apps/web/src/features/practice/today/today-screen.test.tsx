import { accounts, hashLine, practice } from '@sayback/contract';
import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { beforeAll, describe, expect, it } from 'vitest';
import { preferencesQuery } from '../../../api/preferences.ts';
import { DEFAULT_PREFERENCES } from '../../../api/testing/default-preferences.ts';
import { LENA } from '../../../api/testing/profiles.ts';
import { sampleVideo } from '../../../api/testing/samples.ts';
import { en } from '../../../locales/en/index.ts';
import { loadTodayWording } from '../../../locales/i18n.ts';
import { startI18n } from '../../../locales/testing/start-i18n.ts';
import { type OpenedPage, openPage } from '../../../testing/open-page.tsx';
import { LINE } from '../turn/testing/turn-props.ts';
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

  it('ends without more lines once the last grade is saved, although its request arrived late', async () => {
    let waiting = 1;
    let saveReviews: (() => void) | undefined;
    const line: practice.QueuedLine = {
      ...LINE,
      text_hash: hashLine(LINE.text_original),
      skill: 'say',
      reason: 'due',
      intervals: { again: 1, hard: 2, good: 4 },
      before: null,
    };
    const video = sampleVideo({ id: line.video_id, media_url: '/media/clip.mp4', media_type: 'video/mp4' });
    const bodies: Record<string, unknown> = {
      [accounts.getProfile.path]: LENA,
      [accounts.getPreferences.path]: DEFAULT_PREFERENCES,
      [practice.getQueue.path]: { lines: [line], videos: [video], gone: [] } satisfies practice.Queue,
    };
    page = await openPage({ path: '/today', component: Today }, '/today', ({ path }) => {
      if (path === practice.getToday.path)
        return {
          status: 200,
          body: {
            waiting,
            fresh: 0,
            minutes: 1,
            done: 1,
            goal_minutes: null,
            days: [],
          } satisfies practice.Today,
        };
      if (path === practice.saveReviews.path)
        return new Promise((resolve) => {
          saveReviews = () => {
            waiting = 0;
            resolve({ status: 200, body: { counted: 1, refused: [], due: [] } });
          };
        });
      return path in bodies ? { status: 200, body: bodies[path] } : undefined;
    });
    await screen.findByRole('button', { name: en.app.stop });
    const medium = document.querySelector('video') as HTMLVideoElement;
    for (const type of ['loadedmetadata', 'seeked', 'playing', 'ended'])
      act(() => void medium.dispatchEvent(new Event(type)));
    fireEvent.click(await screen.findByRole('button', { name: en.modes.reveal }));
    fireEvent.click(await screen.findByRole('button', { name: /Well/ }));
    await screen.findByRole('button', { name: en.today.more });
    await waitFor(() => expect(saveReviews).toBeDefined());
    saveReviews?.();
    expect(await screen.findByRole('heading', { name: en.today.ended })).toBeTruthy();
    expect(screen.queryByRole('button', { name: en.today.more })).toBeNull();
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
