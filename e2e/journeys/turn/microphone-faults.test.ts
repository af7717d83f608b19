import type { Page } from '@playwright/test';
import { clipFile, ENGLISH_CLIP } from '../../support/api.ts';
import {
  hasFfmpeg,
  launchWithMicrophone,
  speak,
  takeOf,
  watchMicrophone,
} from '../../support/fake-microphone.ts';
import { practiceOf } from '../../support/practice.ts';
import { allowMicrophone, openAtLine, turnOf } from '../../support/recorded-turn.ts';
import { sharedClip } from '../../support/sayback-server.ts';
import { expect, test } from '../../support/test.ts';

test.use({ launchOptions: launchWithMicrophone() });
test.skip(!hasFfmpeg, 'takes are made by ffmpeg');

const address = `/video/${sharedClip()}`;
test.beforeAll(() => {
  speak(takeOf(clipFile(ENGLISH_CLIP.slug, 'clip.mp4'), [{ from: 1.7, to: 5.3 }]));
});

/** Checks that practice continues as without a microphone. */
async function expectPractice(page: Page): Promise<void> {
  await practiceOf(page).next.click();
  await expect(practiceOf(page).count).toHaveText(/^Line 2 /);
  await expect(practiceOf(page).announcement).toContainText('Your turn:');
}

test('practice continues if the browser blocks the microphone, with a hint', async ({
  page,
  server,
  signIn,
}) => {
  await openAtLine(page, address, { url: server.url, line: 1, signIn });
  await practiceOf(page).play.click();
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
  await openAtLine(page, address, { url: server.url, line: 1, signIn });
  await practiceOf(page).play.click();
  await allowMicrophone(page);
  await expect(page.getByText(/Another program may be using it/)).toBeVisible();
  await expectPractice(page);
});

test('a microphone unplugged mid-turn ends the turn, and works again once it is back', async ({
  page,
  context,
  server,
  signIn,
}) => {
  await context.grantPermissions(['microphone']);
  const microphone = await watchMicrophone(page);
  await openAtLine(page, address, { url: server.url, line: 1, signIn });
  await practiceOf(page).play.click();
  await allowMicrophone(page);
  const turn = turnOf(page);
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
