import type { Request } from '@playwright/test';
import { practice as contract } from '@sayback/contract';
import { clipFile, ENGLISH_CLIP } from '../../support/api.ts';
import {
  createRoomSound,
  createSpeech,
  hasFfmpeg,
  launchWithMicrophone,
  ROOM_SOUNDS,
  setMicrophoneSound,
  watchMicrophone,
} from '../../support/fake-microphone.ts';
import { practicePage } from '../../support/practice.ts';
import { allowMicrophone, openAtLine, turnPage } from '../../support/recorded-turn.ts';
import { sharedClipId } from '../../support/sayback-server.ts';
import { expect, test } from '../../support/test.ts';

const CLIP = clipFile(ENGLISH_CLIP.slug, 'clip.mp4');
/** 'Oh dear. Did you look | in the garden?' with a hesitation. */
const WITH_HESITATION = [
  { from: 14.0, to: 15.95, pause: 0.8 },
  { from: 15.95, to: 16.9 },
];
/** 'I looked in the garden, under the car, everywhere.' without the car. */
const WITHOUT_THE_CAR = [
  { from: 17.2, to: 18.72 },
  { from: 19.95, to: 20.72 },
];

test.use({ launchOptions: launchWithMicrophone() });
test.skip(!hasFfmpeg, 'takes are made by ffmpeg');

const path = `/video/${sharedClipId()}`;
test.beforeEach(({ context }) => context.grantPermissions(['microphone']));

test('a learner records a line, compares it, and goes through five lines hands-free, online and offline', async ({
  page,
  context,
  server,
  signIn,
}) => {
  const sent: Request[] = [];
  page.on('request', (request) => {
    if (request.method() !== 'GET') sent.push(request);
  });
  setMicrophoneSound(createSpeech(CLIP, WITH_HESITATION));
  await openAtLine(page, path, { url: server.url, line: 4, signIn });
  const practice = practicePage(page);
  const turn = turnPage(page);

  await turn.record.click();
  await expect(page.getByText('Recordings stay on this device.')).toBeVisible();
  await turn.allow.click();
  await expect(turn.speak).toBeVisible();
  await expect(turn.again).toBeVisible();
  await expect(turn.figure).toContainText('Original: ');
  await expect(turn.figure).toContainText('You: ');
  await expect(page.getByText(/You paused after .*\. Try it in one breath\./)).toBeVisible();

  await page.keyboard.press('c');
  await expect(turn.mine).toHaveAttribute('aria-pressed', 'true');
  await expect(turn.mine).toHaveAttribute('aria-pressed', 'false');
  await page.keyboard.press('c');
  await expect(turn.original).toHaveAttribute('aria-pressed', 'true');
  await expect(turn.original).toHaveAttribute('aria-pressed', 'false');

  await page.getByRole('button', { name: 'Player settings' }).click();
  await page.getByRole('combobox', { name: 'After I speak' }).click();
  await page.getByRole('option', { name: /hands-free/ }).click();
  await page.keyboard.press('Escape');
  await practice.next.click();
  await expect(practice.count).toHaveText(/^Line 6 /);
  await context.setOffline(true);
  for (const line of [7, 8, 9]) {
    await expect(practice.count).toHaveText(new RegExp(`^Line ${line} `));
  }
  // Closes the tab while offline: another page sends the attempts later.
  await page.close();
  await context.setOffline(false);
  const newTab = await context.newPage();
  const attemptsSaved = newTab.waitForResponse(
    (response) => response.url().endsWith(contract.saveAttempts.path) && response.ok(),
  );
  await newTab.goto('/profile');
  await attemptsSaved;

  // Recordings never leave the device.
  const sizes = sent.map((request) => request.postDataBuffer()?.length ?? 0);
  expect(Math.max(...sizes)).toBeLessThan(8000);
  const types = sent.map((request) => request.headers()['content-type']).filter((type) => type !== undefined);
  expect([...new Set(types)]).toEqual(['application/json']);
});

test('a hint names omitted words, even if the learner pauses', async ({ page, server, signIn }) => {
  setMicrophoneSound(createSpeech(CLIP, WITHOUT_THE_CAR));
  await openAtLine(page, path, { url: server.url, line: 5, signIn });
  const turn = turnPage(page);
  await allowMicrophone(page);
  await expect(page.getByText('under the car is missing, or sounded different.')).toBeVisible();
  setMicrophoneSound(
    createSpeech(CLIP, [
      { from: 17.2, to: 17.75, pause: 0.7 },
      { from: 17.75, to: 18.72 },
      ...WITHOUT_THE_CAR.slice(1),
    ]),
  );
  await turn.again.click();
  await expect(turn.speak).toBeVisible();
  await expect(turn.speak).toBeHidden();
  await expect(page.getByText('under the car is missing, or sounded different.')).toBeVisible();
});

test('every turn ends in silence, in noise, and near a humming machine', async ({ page, server, signIn }) => {
  setMicrophoneSound(createRoomSound('silence'));
  await openAtLine(page, path, { url: server.url, line: 1, signIn });
  await practicePage(page).play.click();
  await allowMicrophone(page);
  for (const name of Object.keys(ROOM_SOUNDS) as (keyof typeof ROOM_SOUNDS)[]) {
    await expect(turnPage(page).speak, name).toBeVisible();
    await expect(turnPage(page).again, name).toBeVisible();
    if (name !== 'noise') await expect(page.getByText(/I couldn't hear you/), name).toBeVisible();
    setMicrophoneSound(createRoomSound(name === 'silence' ? 'noise' : 'hum'));
    await turnPage(page).again.click();
  }
});

test('the test of the chosen microphone isn’t interrupted by a headset key, and reports silence', async ({
  page,
  server,
  signIn,
}) => {
  const microphone = await watchMicrophone(page);
  await page.addInitScript(() => {
    const keys = new Map<string, (() => void) | null>();
    Object.assign(window, { headset: (key: string) => keys.get(key)?.() });
    navigator.mediaSession.setActionHandler = (key, run) => void keys.set(key, run as (() => void) | null);
  });
  setMicrophoneSound(createSpeech(CLIP, WITH_HESITATION));
  await openAtLine(page, path, { url: server.url, line: 1, signIn });
  await page.getByRole('button', { name: 'Player settings' }).click();
  await page.getByRole('switch', { name: 'Record me in my turn' }).click({ force: true });
  await page.getByRole('combobox', { name: 'Microphone' }).click();
  await page.getByRole('option').nth(2).click();
  await page.getByRole('button', { name: 'Test my microphone' }).click();
  await expect(page.getByRole('button', { name: 'Say something…' })).toBeVisible();
  await page.evaluate(() => (window as unknown as { headset: (key: string) => void }).headset('play'));
  await expect.poll(microphone.liveTracks).toBe(1);
  await expect(page.getByRole('button', { name: 'This is how you sound' })).toBeVisible();
  expect(await microphone.liveTracks()).toBe(0);
  await expect(page.getByRole('button', { name: 'Test my microphone' })).toBeVisible();
  expect((await microphone.devices()).at(-1)).toMatch(/\w/);
  await expect(practicePage(page).announcement).toBeEmpty();

  setMicrophoneSound(createRoomSound('silence'));
  await page.getByRole('button', { name: 'Test my microphone' }).click();
  await expect(page.getByText(/No sound came/)).toBeVisible();
  await page.keyboard.press('Escape');
  await practicePage(page).play.click();
  await expect(turnPage(page).speak).toBeVisible();
  // A headset key ends the turn, like Space.
  await page.evaluate(() => (window as unknown as { headset: (key: string) => void }).headset('play'));
  await expect(turnPage(page).speak).toBeHidden();
  await expect(practicePage(page).count).toHaveText(/^Line 1 /);
});

test('a turn waits for a learner who pauses in a line, and later turns wait longer', async ({
  page,
  server,
  signIn,
}) => {
  const microphone = await watchMicrophone(page);
  // Half of the line every 4 s, so the next half starts within a second after the wait of 2.5 s.
  const halfLine = { from: 14.0, to: 15.3, pause: 2.8 };
  setMicrophoneSound(createSpeech(CLIP, Array(6).fill(halfLine)));
  await openAtLine(page, path, { url: server.url, line: 4, signIn });
  const turn = turnPage(page);
  await allowMicrophone(page);
  await expect(turn.again).toBeVisible();
  expect(await microphone.liveTracks()).toBe(0);
  const patience = await page.evaluate(() => {
    const key = Object.keys(localStorage).find((name) => name.endsWith(':recording:'));
    return key && (JSON.parse(localStorage.getItem(key) ?? '{}').patience as number);
  });
  expect(patience).toBeCloseTo(0.7);
});
