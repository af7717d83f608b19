import type { Page } from '@playwright/test';
import { candidates } from '@sayback/contract';
import { API_ERRORS } from '../../../apps/server/src/testing/doubles/youtube/data-api-double.ts';
import { UNPLAYABLE } from '../../../apps/server/src/testing/doubles/youtube/youtube-double.ts';
import { expectAccessible } from '../../support/accessibility.ts';
import { type Api, adminApi } from '../../support/api.ts';
import { ADMIN } from '../../support/sayback-server.ts';
import { expect, test } from './candidate-test.ts';
import { addCandidates, addToYouTube, BUS_FILM, findCandidateId } from './films.ts';
import { openCandidate, searchFor } from './screens.ts';

// YouTube blocks this file's server.
test.use({ world: 'youtube-faults' });

let admin: Api;
test.beforeAll(async ({ server, dataApi, captions }) => {
  admin = await adminApi(server.url);
  await addCandidates(admin, { dataApi, captions });
});
test.beforeEach(async ({ page, signIn }) => {
  await signIn(page, ADMIN);
  await page.goto('/youtube-candidates');
});

/** Formats a time like the page: '3:00 PM', or 'Nov 21, 2026, 3:00 PM' on another day. */
const formatTime = (page: Page, time: string | null) =>
  page.evaluate((time) => {
    const date = new Date(time);
    const isToday = date.toDateString() === new Date().toDateString();
    return date.toLocaleString('en', { timeStyle: 'short', ...(!isToday && { dateStyle: 'medium' }) });
  }, time ?? '');

test('a server that YouTube blocks as a bot shows until when downloads are paused, and can retry earlier', async ({
  page,
  dataApi,
  captions,
}) => {
  captions.videos[BUS_FILM.id] = UNPLAYABLE['bot-blocked'];
  await openCandidate(page, BUS_FILM.title);
  await page.getByRole('button', { name: 'Scan Subtitles' }).click();
  const sentence = 'YouTube thinks this server is a bot and refuses its requests.';
  await expect(page.getByRole('alert').filter({ hasText: 'Failed to scan subtitles' })).toContainText(
    sentence,
  );
  await page.getByRole('link', { name: 'Back to the candidates' }).click();

  const { reopens_at } = await admin(candidates.getCaptionsState);
  const circuit = page.getByTestId('circuit');
  await expect(circuit).toContainText('Subtitle downloads are paused');
  await expect(circuit).toContainText(sentence);
  await expect(circuit).toContainText(
    `Paused until ${await formatTime(page, reopens_at)}. To try sooner, press Try again now.`,
  );
  await expectAccessible(page, undefined, '[data-testid=circuit]');
  const requestCount = captions.requests.length;
  const id = await findCandidateId(admin, BUS_FILM);
  await expect(admin(candidates.scanSubtitles, { params: { id } })).rejects.toThrow(/Paused until/);
  expect(captions.requests).toHaveLength(requestCount);

  addToYouTube({ dataApi, captions }, [BUS_FILM]);
  await circuit.getByRole('button', { name: 'Try again now' }).click();
  await expect(circuit).toBeHidden();
  await openCandidate(page, BUS_FILM.title);
  await page.getByRole('button', { name: 'Scan Subtitles' }).click();
  await expect(page.getByText('Found 3 subtitles (2 manual)')).toBeVisible();
  await expect(page.getByTestId('available-subtitle')).toHaveCount(3);
});

test('an exhausted quota shows when it resets', async ({ page, dataApi }) => {
  dataApi.faults = [API_ERRORS.quota];
  await searchFor(page, ['English']);
  const dialog = page.getByRole('dialog', { name: 'Search YouTube' });
  const { resets_at } = await admin(candidates.getQuota);
  await expect(dialog.getByRole('alert')).toHaveText(
    `Search failed. Please try again. Today's 100 YouTube searches are used up. They reset at ${await formatTime(page, resets_at)}.`,
  );
  await dialog
    .getByRole('contentinfo')
    .or(dialog.getByRole('button', { name: 'Close' }))
    .last()
    .click();
  await expect(page.getByTestId('quota')).toHaveText(
    `0 of 100 searches left today · resets ${await formatTime(page, resets_at)}`,
  );
});
