import type { Page, Request } from '@playwright/test';
import { accounts, practice as contract } from '@sayback/contract';
import { addClip, adminApi, apiAs, clipFile, ENGLISH_CLIP, makeLearner } from '../support/api.ts';
import { hasFfmpeg, hesitatingTake, launchWithMicrophone } from '../support/fake-microphone.ts';
import { practiceOf } from '../support/practice.ts';
import { expect, test } from '../support/test.ts';

// The line 'Oh dear. Did you look in the garden?', with a pause after 'look'.
const TAKE = { from: 14.0, to: 16.9, pauseAt: 15.95, pause: 0.8 };
const LINE = 4;

if (hasFfmpeg) {
  test.use({
    launchOptions: launchWithMicrophone(hesitatingTake(clipFile(ENGLISH_CLIP.slug, 'clip.mp4'), TAKE)),
  });
}
test.skip(!hasFfmpeg, 'takes are made by ffmpeg');

let address: string;
test.beforeAll(async ({ server }) => {
  address = `/video/${await addClip(await adminApi(server.url), ENGLISH_CLIP)}`;
});

const turnOf = (page: Page) => ({
  record: page.getByRole('button', { name: 'Record yourself' }),
  allow: page.getByRole('button', { name: 'Use the microphone' }),
  again: page.getByRole('button', { name: 'Again', exact: true }),
  mine: page.getByRole('button', { name: 'Me', exact: true }),
  original: page.getByRole('button', { name: 'Original', exact: true }),
  figure: page.locator('figcaption'),
});

/** A learner without pauses between lines, at a line of the clip. */
async function open(
  page: Page,
  url: string,
  signIn: (page: Page, who: Awaited<ReturnType<typeof makeLearner>>) => Promise<unknown>,
) {
  const learner = await makeLearner(url);
  const api = await apiAs(url, learner);
  await api(accounts.updatePreferences, { body: { player: { line_pause: 0, speed: 2 } } });
  await signIn(page, learner);
  await page.goto(address);
  await expect(practiceOf(page).play).toBeEnabled();
  for (let line = 1; line < LINE; line++) await practiceOf(page).next.click();
}

test('a learner records a line, compares it, and goes through five lines hands-free, online and off', async ({
  page,
  context,
  server,
  signIn,
}) => {
  const sent: Request[] = [];
  page.on('request', (request) => {
    if (request.method() !== 'GET') sent.push(request);
  });
  await open(page, server.url, signIn);
  const practice = practiceOf(page);
  const turn = turnOf(page);

  await turn.record.click();
  await expect(page.getByText('Recordings stay on this device.')).toBeVisible();
  await turn.allow.click();
  await expect(page.getByText('Speak now')).toBeVisible();
  await expect(turn.again).toBeVisible({ timeout: 20_000 });
  await expect(turn.figure).toContainText('Original: ');
  await expect(turn.figure).toContainText('You: ');
  await expect(page.getByText('1 pause more than the original')).toBeVisible();

  await page.keyboard.press('c');
  await expect(turn.mine).toHaveAttribute('aria-pressed', 'true');
  await expect(turn.mine).toHaveAttribute('aria-pressed', 'false');
  await page.keyboard.press('c');
  await expect(turn.original).toHaveAttribute('aria-pressed', 'true');
  await expect(turn.original).toHaveAttribute('aria-pressed', 'false');

  await page.getByRole('button', { name: 'Player settings' }).click();
  await page.getByRole('combobox', { name: 'When I have spoken' }).click();
  await page.getByRole('option', { name: /hands-free/ }).click();
  await page.keyboard.press('Escape');
  await practice.next.click();
  await expect(practice.count).toHaveText(/^Line 6 /);
  await context.setOffline(true);
  for (const line of [7, 8, 9]) {
    await expect(practice.count).toHaveText(new RegExp(`^Line ${line} `));
  }
  const counted = page.waitForResponse(
    (answer) => answer.url().endsWith(contract.saveAttempts.path) && answer.ok(),
  );
  await context.setOffline(false);
  await counted;

  // Nothing that was spoken has left the device.
  const sizes = sent.map((request) => request.postDataBuffer()?.length ?? 0);
  expect(Math.max(...sizes)).toBeLessThan(8000);
  const types = sent.map((request) => request.headers()['content-type']).filter((type) => type !== undefined);
  expect([...new Set(types)]).toEqual(['application/json']);
});

test('a learner whose browser refuses the microphone practises on, and is told what to do', async ({
  page,
  server,
  signIn,
}) => {
  await page.addInitScript(() => {
    navigator.mediaDevices.getUserMedia = () => Promise.reject(new DOMException('No.', 'NotAllowedError'));
  });
  await open(page, server.url, signIn);
  const turn = turnOf(page);
  await turn.record.click();
  await turn.allow.click();
  await expect(page.getByText(/Your browser blocks the microphone/)).toBeVisible();
  await practiceOf(page).next.click();
  await expect(practiceOf(page).count).toHaveText(/^Line 5 /);
  await expect(page.getByTestId('announcement')).toContainText('Your turn:');
});
