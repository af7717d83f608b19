import { accounts, practice } from '@sayback/contract';
import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, it } from 'vitest';
import { DEFAULT_PREFERENCES } from '../../../api/testing/default-preferences.ts';
import { type OpenedPage, openPage } from '../../../testing/open-page.tsx';
import { useToday } from './use-today.tsx';

let page: OpenedPage;

const DAY = { spoken_ms: 0, said: 0, written: 0, recalled: 0 };
const days = [0, 12, 0, 0, 7, 0, 1].map((minutes, index) => ({
  ...DAY,
  minutes,
  day: `2026-11-${18 + index}`,
}));
const TODAY: practice.Today = { waiting: 8, fresh: 2, minutes: 5, done: 0, goal_minutes: null, days };
const EMPTY: practice.Today = {
  ...TODAY,
  waiting: 0,
  fresh: 0,
  minutes: 0,
  days: days.map((day) => ({ ...day, minutes: 0 })),
};

let preferences: accounts.Preferences;
beforeEach(() => {
  preferences = DEFAULT_PREFERENCES;
});

function Home() {
  const { card, isLoading } = useToday();
  return isLoading ? null : <main>{card || 'no card'}</main>;
}

async function openCard(today: practice.Today) {
  page = await openPage({ path: '/', component: Home }, '/', ({ path, method, body }) => {
    if (path === practice.getToday.path) return { status: 200, body: today };
    if (path !== accounts.getPreferences.path) return;
    if (method === 'PATCH') {
      const { review } = body as { review: Partial<accounts.Preferences['review']> };
      preferences = { ...preferences, review: { ...preferences.review, ...review } };
    }
    return { status: 200, body: preferences };
  });
}

it('Today shows the number of due lines and their duration, with a link to start', async () => {
  await openCard(TODAY);
  expect(await screen.findByText('8 lines are waiting · 5 minutes')).toBeTruthy();
  expect(screen.getByRole('link', { name: 'Start' }).getAttribute('href')).toBe('/today');
});

it('Today describes each of the last seven days for screen readers', async () => {
  await openCard(TODAY);
  const week = within(await screen.findByRole('list', { name: 'The last seven days' }));
  const titles = week.getAllByRole('listitem').map(({ title }) => title);
  expect(titles).toHaveLength(7);
  expect(titles[1]).toBe('Thursday: 12 minutes');
  expect(titles[2]).toBe('Friday: day off');
  expect(titles[6]).toBe('Today: 1 minute');
});

it('home has no Today card before the first practice', async () => {
  await openCard(EMPTY);
  expect(await screen.findByText('no card')).toBeTruthy();
});

it('Today shows the number of finished lines if none is due', async () => {
  await openCard({ ...TODAY, waiting: 0, done: 3 });
  expect(
    await screen.findByText('You did 3 lines today. The next ones come tomorrow or later.'),
  ).toBeTruthy();
  expect(screen.queryByRole('link', { name: 'Start' })).toBeNull();
});

it('Today saves a weekly goal, and counts the minutes of the last seven days', async () => {
  await openCard(TODAY);
  const goal = await screen.findByRole<HTMLButtonElement>('button', { name: 'Set a weekly goal' });
  await waitFor(() => expect(goal.disabled).toBe(false));
  await page.user.click(goal);
  await page.user.click(await screen.findByRole('menuitemradio', { name: '30 minutes a week' }));
  expect(await screen.findByRole('button', { name: '20 of 30 minutes this week' })).toBeTruthy();
  await waitFor(() => expect(preferences.review.goal_minutes).toBe(30));
});
