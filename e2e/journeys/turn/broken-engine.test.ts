import type { Page } from '@playwright/test';
import { practice as contract } from '@sayback/contract';
import { clipFile, ENGLISH_CLIP } from '../../support/api.ts';
import { hasFfmpeg, launchWithMicrophone, speak, takeOf } from '../../support/fake-microphone.ts';
import { practiceOf } from '../../support/practice.ts';
import { allowMicrophone, openAtLine, turnOf, watchSounds } from '../../support/recorded-turn.ts';
import { sharedClip } from '../../support/sayback-server.ts';
import { expect, test } from '../../support/test.ts';

// The worker's file is replaced in transit, which a service worker would hide.
test.use({ launchOptions: launchWithMicrophone(), serviceWorkers: 'block' });
test.skip(!hasFfmpeg, 'takes are made by ffmpeg');

const address = `/video/${sharedClip()}`;
test.beforeAll(() => {
  speak(takeOf(clipFile(ENGLISH_CLIP.slug, 'clip.mp4'), [{ from: 1.7, to: 5.3 }]));
});
test.beforeEach(({ context }) => context.grantPermissions(['microphone']));

/** Prepends code to the first worker only; later workers are intact. */
async function breakFirstWorker(page: Page, code: string): Promise<void> {
  let served = 0;
  await page.route('**/speech-worker*.js', async (route) => {
    const response = await route.fetch();
    served += 1;
    await route.fulfill({
      response,
      body: served === 1 ? `${code};${await response.text()}` : await response.text(),
    });
  });
}

/** Returns code that ends the worker, without notifying the page, on this call. */
const endsAt = (call: string) =>
  `addEventListener('message', (event) => { if (event.data.request.call === '${call}') { close(); event.stopImmediatePropagation(); } })`;

type Attempt = { id: string; what: string; start_ms: number };

/** Collects the attempts that the page sends, by id: a closing page may send one again. */
function watchAttempts(page: Page): Map<string, Attempt> {
  const counted = new Map<string, Attempt>();
  page.on('request', (request) => {
    if (request.method() !== 'POST' || !request.url().endsWith(contract.saveAttempts.path)) return;
    for (const attempt of request.postDataJSON().attempts as Attempt[]) counted.set(attempt.id, attempt);
  });
  return counted;
}

/** Checks that both lines were said, and each counts once. */
async function expectTwoLines(counted: Map<string, Attempt>): Promise<void> {
  await expect.poll(() => counted.size).toBe(2);
  const attempts = [...counted.values()];
  expect(attempts.map(({ what }) => what)).toEqual(['said', 'said']);
  expect(new Set(attempts.map(({ start_ms }) => start_ms)).size).toBe(2);
}

const DEATHS: Record<string, string> = {
  'as it starts': 'close()',
  'while it listens': endsAt('block'),
  'after it has measured': endsAt('compare'),
};

for (const [when, code] of Object.entries(DEATHS)) {
  test(`a take is kept, and counts as said, if the speech engine crashes ${when}; the next line is compared`, async ({
    page,
    server,
    signIn,
  }) => {
    await breakFirstWorker(page, code);
    const counted = watchAttempts(page);
    const playedSounds = await watchSounds(page);
    await openAtLine(page, address, { url: server.url, line: 1, signIn });
    await practiceOf(page).play.click();
    await allowMicrophone(page);
    const turn = turnOf(page);
    await expect(turn.speak).toBeVisible();
    await expect(page.getByText("Your recording is kept, but it couldn't be compared.")).toBeVisible();
    await expect(page.getByText(/Another program may be using it/)).toBeHidden();
    await expect(page.getByText('Measuring…')).toBeHidden();
    // Played automatically; a click would stop it.
    await expect.poll(playedSounds).toEqual(['Original', 'Me']);
    await expect(turn.mine).toHaveAttribute('aria-pressed', 'false');
    await turn.mine.click();
    await expect.poll(playedSounds).toEqual(['Original', 'Me', 'Me']);

    await practiceOf(page).next.click();
    await expect(practiceOf(page).count).toHaveText(/^Line 2 /);
    await expect(turn.speak).toBeVisible();
    await expect(turn.figure).toContainText('You: ');
    await expect(page.getByText(/couldn't be compared/)).toBeHidden();

    await page.goto('/profile');
    await expectTwoLines(counted);
  });
}

test('a take counts for its own line, wherever the learner goes while it is measured', async ({
  page,
  server,
  signIn,
}) => {
  // Slow enough to leave the line meanwhile.
  await page.route('**/speech-worker*.js', async (route) => {
    const response = await route.fetch();
    const slow = `const wait = (ms) => { const end = Date.now() + ms; while (Date.now() < end); };
      addEventListener('message', (event) => { if (event.data.request.call === 'finish') wait(1500); });`;
    await route.fulfill({ response, body: `${slow}${await response.text()}` });
  });
  await openAtLine(page, address, { url: server.url, line: 1, signIn });
  await practiceOf(page).play.click();
  await allowMicrophone(page);
  const turn = turnOf(page);
  await expect(turn.speak).toBeVisible();
  await expect(page.getByText('Measuring…')).toBeVisible();
  await practiceOf(page).next.click();
  await expect(practiceOf(page).count).toHaveText(/^Line 2 /);
  await expect(turn.speak).toBeVisible();
  await expect(page.getByText('Measuring…')).toBeVisible();
  // An intercepted request of a closing page is lost if Playwright notices it too late.
  await page.unroute('**/speech-worker*.js');
  // The page is closed while the second take is measured.
  await page.goto('about:blank');
  await page.goto('/profile');
  // Checks on the server: Playwright doesn't see all requests of a closing page.
  const counted = () =>
    page.evaluate(async () => {
      const headers = { authorization: `Bearer ${localStorage.getItem('access_token')}` };
      const { attempts = [] } = await (await fetch('/api/accounts/export/', { headers })).json();
      return (attempts as Attempt[]).map(({ what, start_ms }) => ({ what, start_ms }));
    });
  await expect.poll(async () => (await counted()).length, { intervals: [1000] }).toBe(2);
  const attempts = await counted();
  expect(attempts.map(({ what }) => what)).toEqual(['said', 'said']);
  expect(new Set(attempts.map(({ start_ms }) => start_ms)).size).toBe(2);
});
