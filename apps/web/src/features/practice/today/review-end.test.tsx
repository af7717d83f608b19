import { practice } from '@sayback/contract';
import { screen } from '@testing-library/react';
import { beforeAll, expect, it } from 'vitest';
import { loadTodayWording } from '../../../locales/i18n.ts';
import { startI18n } from '../../../locales/testing/start-i18n.ts';
import { openPage } from '../../../testing/open-page.tsx';
import { ReviewEnd } from './review-end.tsx';
import { addAnswer, createReviewSession } from './review-session.ts';

beforeAll(async () => {
  await startI18n();
  await loadTodayWording();
});

const SESSION = addAnswer(createReviewSession([]), 'id', 'good');
const End = () => <ReviewEnd session={SESSION} gone={[]} onMore={() => undefined} />;

it.each([
  { waiting: 0, title: 'Done for today', hasMore: false },
  { waiting: 3, title: 'Well done!', hasMore: true },
])('a session ends with “$title” if $waiting lines are waiting', async ({ waiting, title, hasMore }) => {
  const body: practice.Today = { waiting, fresh: 0, minutes: 1, done: 1, goal_minutes: null, days: [] };
  await openPage({ path: '/today', component: End }, '/today', ({ path }) =>
    path === practice.getToday.path ? { status: 200, body } : undefined,
  );
  expect(await screen.findByRole('heading', { name: title })).toBeTruthy();
  expect((await screen.findAllByRole('link', { name: 'Back to videos' })).length).toBe(1);
  if (hasMore) expect(await screen.findByRole('button', { name: 'More lines' })).toBeTruthy();
  else expect(screen.queryByRole('button', { name: 'More lines' })).toBeNull();
});
