import { accounts, DEFAULT_PLAYER_SETTINGS, type jobs, practice } from '@sayback/contract';
import { screen, waitFor, within } from '@testing-library/react';
import { afterEach, expect, it, onTestFinished, vi } from 'vitest';
import { type OpenedPage, openPage } from '../../../testing/open-page.tsx';
import { ProgressScreen } from './progress-screen.tsx';

let page: OpenedPage;
afterEach(() => page.close());

const days = Array.from({ length: 28 }, (_, at) => ({
  day: `2026-11-${String(at + 1).padStart(2, '0')}`,
  minutes: at === 20 ? 12 : 0,
  spoken_ms: at === 20 ? 250_000 : 0,
  said: at === 20 ? 40 : 0,
  written: at === 20 ? 3 : 0,
  recalled: at === 20 ? 9 : 0,
}));
const none = { value: null, cases: 0 };
const compared = { now: none, before: none };
const FIGURES: practice.Figures = {
  days,
  kept: { now: { value: 0.875, cases: 40 }, before: { value: 0.8, cases: 25 } },
  hears: { now: { value: null, cases: 7 }, before: none },
  extra_pauses: { now: { value: 0.35, cases: 31 }, before: none },
  length_off: { now: { value: 18, cases: 31 }, before: none },
};

type Deck = { job: Pick<jobs.Job, 'status' | 'done' | 'total' | 'message'>; url: string | null };

async function open(figures: practice.Figures | null, deck: (reading: number) => Deck | null = () => null) {
  let reading = 0;
  let preferences: accounts.Preferences = {
    interface_language: null,
    theme: 'auto',
    player: DEFAULT_PLAYER_SETTINGS,
    review: accounts.DEFAULT_REVIEW,
  };
  page = await openPage(
    { path: '/progress', component: ProgressScreen },
    '/progress',
    ({ path, method, body }) => {
      if (path === practice.getFigures.path)
        return figures ? { status: 200, body: figures } : { status: 500, body: {} };
      if (path === practice.getOwnDeck.path && method === 'GET') {
        reading += 1;
        return { status: 200, body: deck(reading) };
      }
      if (path === practice.prepareOwnDeck.path && deck(0)) return { status: 200, body: { url: null } };
      if (path === practice.prepareOwnDeck.path)
        return { status: 409, body: { detail: 'You have no lines with a card or a mark yet.' } };
      if (path !== accounts.getPreferences.path) return;
      if (method === 'PATCH') {
        const { review } = body as { review: Partial<accounts.Preferences['review']> };
        preferences = { ...preferences, review: { ...preferences.review, ...review } };
      }
      return { status: 200, body: preferences };
    },
  );
  return () => preferences;
}

it('progress shows figures with their number of cases, and none with fewer than 20', async () => {
  await open(FIGURES);
  const card = within(await screen.findByRole('article', { name: 'Kept' }));
  expect(card.getByText('88%')).toBeTruthy();
  expect(card.getByText('from 40 cases · 80% in the four weeks before')).toBeTruthy();
  const hears = within(screen.getByRole('article', { name: 'Hears more' }));
  expect(hears.getByText('7 of 20 cases so far')).toBeTruthy();
  expect(within(screen.getByRole('article', { name: 'Difference in length' })).getByText('18%')).toBeTruthy();
});

it('progress lists its days as a table, without days off', async () => {
  await open(FIGURES);
  await page.user.click(await screen.findByText('As a table'));
  const rows = within(screen.getByRole('table')).getAllByRole('row');
  expect(rows.map((row) => row.textContent)).toEqual(['DayMinutesSaidWrittenRecalled', 'Nov 21124039']);
});

it('progress shows how to start when there is no practice yet', async () => {
  const empty = days.map((day) => ({ ...day, minutes: 0, spoken_ms: 0, said: 0, written: 0, recalled: 0 }));
  await open({ days: empty, kept: compared, hears: compared, extra_pauses: compared, length_off: compared });
  expect(await screen.findByText('Say a line, and your minutes appear here.')).toBeTruthy();
  expect(screen.queryByRole('table')).toBeNull();
});

it('progress shows less than half a minute of speech as less than one minute', async () => {
  const short = days.map((day) => ({ ...day, spoken_ms: day.minutes > 0 ? 14_000 : 0 }));
  await open({ ...FIGURES, days: short });
  const name = await screen.findByText('minutes spoken');
  expect(name.nextElementSibling?.textContent).toBe('<1');
});

it('progress shows an error when it can’t be loaded', async () => {
  await open(null);
  expect(await screen.findByText("Your progress couldn't be loaded.")).toBeTruthy();
});

it('the number of new lines per day can be changed', async () => {
  const saved = await open(FIGURES);
  const field = await screen.findByLabelText('New lines a day');
  await page.user.clear(field);
  await page.user.type(field, '15');
  // Not 1, which is typed first.
  expect(saved().review.new_a_day).toBe(20);
  await page.user.tab();
  await waitFor(() => expect(saved().review.new_a_day).toBe(15));
});

it('progress downloads the learner’s own lines, and shows why it failed', async () => {
  await open(FIGURES);
  await page.user.click(await screen.findByRole('button', { name: 'Anki package' }));
  expect(await screen.findByText(/no lines with a card or a mark/)).toBeTruthy();
});

it('progress shows how far the Anki package is, and downloads it when ready', async () => {
  const saved: string[] = [];
  const click = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (
    this: HTMLAnchorElement,
  ) {
    saved.push(this.href);
  });
  onTestFinished(() => click.mockRestore());
  const job = { done: 3, total: 12, message: '' };
  await open(FIGURES, (reading) =>
    reading < 2
      ? { job: { ...job, status: 'running' }, url: null }
      : { job: { ...job, status: 'completed' }, url: 'https://example.org/sayback.apkg' },
  );
  await page.user.click(await screen.findByRole('button', { name: 'Anki package' }));
  expect(await screen.findByText(/3 of 12/)).toBeTruthy();
  await waitFor(() => expect(saved).toEqual(['https://example.org/sayback.apkg']), { timeout: 5000 });
  expect(screen.queryByText('Making the package')).toBeNull();
});

it('progress shows why the Anki package failed', async () => {
  const job = { status: 'failed' as const, done: 0, total: null, message: 'The disk is full.' };
  await open(FIGURES, () => ({ job, url: null }));
  await page.user.click(await screen.findByRole('button', { name: 'Anki package' }));
  expect(await screen.findByText('The disk is full.')).toBeTruthy();
});
