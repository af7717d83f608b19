import type { Page } from '@playwright/test';
import { clipFile, ENGLISH_CLIP } from '../../support/api.ts';
import {
  createSpeech,
  hasFfmpeg,
  launchWithMicrophone,
  setMicrophoneSound,
  watchMicrophone,
} from '../../support/fake-microphone.ts';
import { practicePage } from '../../support/practice.ts';
import { allowMicrophone, openAtLine, turnPage } from '../../support/recorded-turn.ts';
import { sharedClipId } from '../../support/sayback-server.ts';
import { expect, test } from '../../support/test.ts';

test.use({ launchOptions: launchWithMicrophone() });
test.skip(!hasFfmpeg, 'takes are made by ffmpeg');

const path = `/video/${sharedClipId()}`;
test.beforeAll(() => {
  setMicrophoneSound(createSpeech(clipFile(ENGLISH_CLIP.slug, 'clip.mp4'), [{ from: 1.7, to: 5.3 }]));
});

/** Expects that practice continues without recording. */
async function expectPractice(page: Page): Promise<void> {
  await practicePage(page).next.click();
  await expect(practicePage(page).count).toHaveText(/^Line 2 /);
  await expect(practicePage(page).announcement).toContainText('Your turn:');
}

test('practice continues if the browser blocks the microphone, with a hint', async ({
  page,
  server,
  signIn,
}) => {
  await openAtLine(page, path, { url: server.url, line: 1, signIn });
  await practicePage(page).play.click();
  await allowMicrophone(page);
  await expect(page.getByText(/Your browser blocks the microphone/)).toBeVisible();
  await expectPractice(page);
});

test('practice continues if another program uses the microphone, with a hint', async ({
  page,
  server,
  signIn,
}) => {
  await page.addInitScript(() => {
    const error = new DOMException('Could not start audio source', 'NotReadableError');
    navigator.mediaDevices.getUserMedia = () => Promise.reject(error);
  });
  await openAtLine(page, path, { url: server.url, line: 1, signIn });
  await practicePage(page).play.click();
  await allowMicrophone(page);
  await expect(page.getByText(/Another program may be using it/)).toBeVisible();
  await expectPractice(page);
});

test('unplugging the microphone ends the turn, and a retry works once it is plugged in again', async ({
  page,
  context,
  server,
  signIn,
}) => {
  await context.grantPermissions(['microphone']);
  const microphone = await watchMicrophone(page);
  await openAtLine(page, path, { url: server.url, line: 1, signIn });
  await practicePage(page).play.click();
  await allowMicrophone(page);
  const turn = turnPage(page);
  await expect(turn.speak).toBeVisible();
  await microphone.unplug();
  await expect(page.getByText(/The microphone was disconnected/)).toBeVisible();
  await expect(turn.speak).toBeHidden();
  expect(await microphone.liveTracks()).toBe(0);
  await turn.retry.click();
  await expect(turn.speak).toBeVisible();
  await expect(turn.figure).toContainText('You: ');
  expect(await microphone.liveTracks()).toBe(0);
});
