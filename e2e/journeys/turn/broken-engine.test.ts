import type { Page } from '@playwright/test';
import { practice as contract } from '@sayback/contract';
import { clipFile, ENGLISH_CLIP } from '../../support/api.ts';
import {
  createSpeech,
  hasFfmpeg,
  launchWithMicrophone,
  setMicrophoneSound,
} from '../../support/fake-microphone.ts';
import { practicePage } from '../../support/practice.ts';
import { allowMicrophone, openAtLine, turnPage, watchSounds } from '../../support/recorded-turn.ts';
import { sharedClipId } from '../../support/sayback-server.ts';
import { expect, test } from '../../support/test.ts';

// The worker's script is replaced with a route, which a service worker would bypass.
test.use({ launchOptions: launchWithMicrophone(), serviceWorkers: 'block' });
test.skip(!hasFfmpeg, 'takes are made by ffmpeg');

const path = `/video/${sharedClipId()}`;
test.beforeAll(() => {
  setMicrophoneSound(createSpeech(clipFile(ENGLISH_CLIP.slug, 'clip.mp4'), [{ from: 1.7, to: 5.3 }]));
});
test.beforeEach(({ context }) => context.grantPermissions(['microphone']));

/** Prepends code to the first worker's script only. */
async function breakFirstWorker(page: Page, code: string): Promise<void> {
  let servedCount = 0;
  await page.route('**/speech-worker*.js', async (route) => {
    const response = await route.fetch();
    servedCount += 1;
    await route.fulfill({
      response,
      body: servedCount === 1 ? `${code};${await response.text()}` : await response.text(),
    });
  });
}

/** Returns code that ends the worker on this call, without notifying the page. */
const crashOn = (call: string) =>
  `addEventListener('message', (event) => { if (event.data.request.call === '${call}') { close(); event.stopImmediatePropagation(); } })`;

type Attempt = { id: string; what: string; start_ms: number };

/** Collects the attempts that the page sends, by id, since a closing page may send one twice. */
function watchAttempts(page: Page): Map<string, Attempt> {
  const attemptsById = new Map<string, Attempt>();
  page.on('request', (request) => {
    if (request.method() !== 'POST' || !request.url().endsWith(contract.saveAttempts.path)) return;
    for (const attempt of request.postDataJSON().attempts as Attempt[]) attemptsById.set(attempt.id, attempt);
  });
  return attemptsById;
}

/** Expects one attempt for each of the two lines, both counted as said. */
async function expectTwoLines(attemptsById: Map<string, Attempt>): Promise<void> {
  await expect.poll(() => attemptsById.size).toBe(2);
  const attempts = [...attemptsById.values()];
  expect(attempts.map(({ what }) => what)).toEqual(['said', 'said']);
  expect(new Set(attempts.map(({ start_ms }) => start_ms)).size).toBe(2);
}

const CRASHES: Record<string, string> = {
  'on start': 'close()',
  'while listening': crashOn('block'),
  'while comparing': crashOn('compare'),
};

for (const [when, code] of Object.entries(CRASHES)) {
  test(`if the speech engine crashes ${when}, the recording still counts as said, and the next one is compared`, async ({
    page,
    server,
    signIn,
  }) => {
    await breakFirstWorker(page, code);
    const attemptsById = watchAttempts(page);
    const playedSounds = await watchSounds(page);
    await openAtLine(page, path, { url: server.url, line: 1, signIn });
    await practicePage(page).play.click();
    await allowMicrophone(page);
    const turn = turnPage(page);
    await expect(turn.speak).toBeVisible();
    await expect(page.getByText("Your recording is kept, but it couldn't be compared.")).toBeVisible();
    await expect(page.getByText(/Another program may be using it/)).toBeHidden();
    await expect(page.getByText('Measuring…')).toBeHidden();
    // Played automatically; a click would stop it.
    await expect.poll(playedSounds).toEqual(['Original', 'Me']);
    await expect(turn.mine).toHaveAttribute('aria-pressed', 'false');
    await turn.mine.click();
    await expect.poll(playedSounds).toEqual(['Original', 'Me', 'Me']);

    await practicePage(page).next.click();
    await expect(practicePage(page).count).toHaveText(/^Line 2 /);
    await expect(turn.speak).toBeVisible();
    await expect(turn.figure).toContainText('You: ');
    await expect(page.getByText(/couldn't be compared/)).toBeHidden();

    await page.goto('/profile');
    await expectTwoLines(attemptsById);
  });
}

test('a recording counts for its line, even if the learner leaves the line or the page while it is measured', async ({
  page,
  server,
  signIn,
}) => {
  // Slows down measuring, so that the learner can leave the line meanwhile.
  await page.route('**/speech-worker*.js', async (route) => {
    const response = await route.fetch();
    const slow = `const wait = (ms) => { const end = Date.now() + ms; while (Date.now() < end); };
      addEventListener('message', (event) => { if (event.data.request.call === 'finish') wait(1500); });`;
    await route.fulfill({ response, body: `${slow}${await response.text()}` });
  });
  await openAtLine(page, path, { url: server.url, line: 1, signIn });
  await practicePage(page).play.click();
  await allowMicrophone(page);
  const turn = turnPage(page);
  await expect(turn.speak).toBeVisible();
  await expect(page.getByText('Measuring…')).toBeVisible();
  await practicePage(page).next.click();
  await expect(practicePage(page).count).toHaveText(/^Line 2 /);
  await expect(turn.speak).toBeVisible();
  await expect(page.getByText('Measuring…')).toBeVisible();
  // A closing page loses an intercepted request that Playwright notices too late.
  await page.unroute('**/speech-worker*.js');
  // Closes the page while the second recording is measured.
  await page.goto('about:blank');
  await page.goto('/profile');
  // Asks the server, since Playwright doesn't see all requests of a closing page.
  const fetchAttempts = () =>
    page.evaluate(async () => {
      const headers = { authorization: `Bearer ${localStorage.getItem('access_token')}` };
      const { attempts = [] } = await (await fetch('/api/accounts/export/', { headers })).json();
      return (attempts as Attempt[]).map(({ what, start_ms }) => ({ what, start_ms }));
    });
  await expect.poll(async () => (await fetchAttempts()).length, { intervals: [1000] }).toBe(2);
  const attempts = await fetchAttempts();
  expect(attempts.map(({ what }) => what)).toEqual(['said', 'said']);
  expect(new Set(attempts.map(({ start_ms }) => start_ms)).size).toBe(2);
});
