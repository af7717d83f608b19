import { accounts, type jobs, practice } from '@sayback/contract';
import { screen, waitFor, within } from '@testing-library/react';
import { expect, it, onTestFinished, vi } from 'vitest';
import { DEFAULT_PREFERENCES } from '../../../api/testing/default-preferences.ts';
import { type OpenedPage, openPage } from '../../../testing/open-page.tsx';
import { ProgressScreen } from './progress-screen.tsx';

let page: OpenedPage;

const days = Array.from({ length: 28 }, (_, index) => ({
  day: `2026-11-${String(index + 1).padStart(2, '0')}`,
  minutes: index === 20 ? 12 : 0,
  spoken_ms: index === 20 ? 250_000 : 0,
  said: index === 20 ? 40 : 0,
  written: index === 20 ? 3 : 0,
  recalled: index === 20 ? 9 : 0,
}));
const noCases = { value: null, cases: 0 };
const noFigure = { now: noCases, before: noCases };
const FIGURES: practice.Figures = {
  days,
  kept: { now: { value: 0.875, cases: 40 }, before: { value: 0.8, cases: 25 } },
  hears: { now: { value: null, cases: 7 }, before: noCases },
  extra_pauses: { now: { value: 0.35, cases: 31 }, before: noCases },
  length_off: { now: { value: 18, cases: 31 }, before: noCases },
};

type Deck = { job: Pick<jobs.Job, 'status' | 'done' | 'total' | 'message'>; url: string | null };

async function openProgress(
  figures: practice.Figures | null,
  deck: (requestCount: number) => Deck | null = () => null,
) {
  let requestCount = 0;
  let preferences = DEFAULT_PREFERENCES;
  page = await openPage(
    { path: '/progress', component: ProgressScreen },
    '/progress',
    ({ path, method, body }) => {
      if (path === practice.getFigures.path)
        return figures ? { status: 200, body: figures } : { status: 500, body: {} };
      if (path === practice.getOwnDeck.path && method === 'GET') {
        requestCount += 1;
        return { status: 200, body: deck(requestCount) };
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
  await openProgress(FIGURES);
  const card = within(await screen.findByRole('article', { name: 'Kept' }));
  expect(card.getByText('88%')).toBeTruthy();
  expect(card.getByText('from 40 cases · 80% in the four weeks before')).toBeTruthy();
  const hears = within(screen.getByRole('article', { name: 'Hears more' }));
  expect(hears.getByText('7 of 20 cases so far')).toBeTruthy();
  expect(within(screen.getByRole('article', { name: 'Difference in length' })).getByText('18%')).toBeTruthy();
});

it('progress lists its days as a table, without days off', async () => {
  await openProgress(FIGURES);
  await page.user.click(await screen.findByText('As a table'));
  const rows = within(screen.getByRole('table')).getAllByRole('row');
  expect(rows.map((row) => row.textContent)).toEqual(['DayMinutesSaidWrittenRecalled', 'Nov 21124039']);
});

it('progress shows how to start when there is no practice yet', async () => {
  const empty = days.map((day) => ({ ...day, minutes: 0, spoken_ms: 0, said: 0, written: 0, recalled: 0 }));
  await openProgress({
    days: empty,
    kept: noFigure,
    hears: noFigure,
    extra_pauses: noFigure,
    length_off: noFigure,
  });
  expect(await screen.findByText('Say a line, and your minutes appear here.')).toBeTruthy();
  expect(screen.queryByRole('table')).toBeNull();
});

it('progress shows less than half a minute of speech as less than one minute', async () => {
  const short = days.map((day) => ({ ...day, spoken_ms: day.minutes > 0 ? 14_000 : 0 }));
  await openProgress({ ...FIGURES, days: short });
  const name = await screen.findByText('minutes spoken');
  expect(name.nextElementSibling?.textContent).toBe('<1');
});

it('progress shows an error when it can’t be loaded', async () => {
  await openProgress(null);
  expect(await screen.findByText("Your progress couldn't be loaded.")).toBeTruthy();
});

it('progress saves the number of new lines per day on blur', async () => {
  const saved = await openProgress(FIGURES);
  const field = await screen.findByLabelText('New lines a day');
  await page.user.clear(field);
  await page.user.type(field, '15');
  // The first digit isn't saved.
  expect(saved().review.new_a_day).toBe(20);
  await page.user.tab();
  await waitFor(() => expect(saved().review.new_a_day).toBe(15));
});

it('progress shows the server’s reason when the learner’s lines can’t be downloaded', async () => {
  await openProgress(FIGURES);
  await page.user.click(await screen.findByRole('button', { name: 'Anki package' }));
  expect(await screen.findByText(/no lines with a card or a mark/)).toBeTruthy();
});

it('progress shows the progress of the Anki package, and downloads it when it is ready', async () => {
  const saved: string[] = [];
  const click = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (
    this: HTMLAnchorElement,
  ) {
    saved.push(this.href);
  });
  onTestFinished(() => click.mockRestore());
  const job = { done: 3, total: 12, message: '' };
  await openProgress(FIGURES, (requestCount) =>
    requestCount < 2
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
  await openProgress(FIGURES, () => ({ job, url: null }));
  await page.user.click(await screen.findByRole('button', { name: 'Anki package' }));
  expect(await screen.findByText('The disk is full.')).toBeTruthy();
});
