import { expect, test } from '@playwright/test';
import { addClip, adminApi, createLearner, ENGLISH_CLIP, logInForTokens } from '../support/api.ts';
import type { DrivenBrowser } from '../support/driven-browser.ts';
import { startFirefox } from '../support/firefox.ts';
import { startSayback } from '../support/sayback-server.ts';
import { startWebKit } from '../support/webkit.ts';

const ANNOUNCEMENT = '[data-testid=announcement]';

let cleanups: (() => Promise<void>)[] = [];
test.afterEach(async () => {
  for (const close of cleanups.reverse()) await close();
  cleanups = [];
});

/** Opens a learner's first turn, with the microphone enabled. */
async function openTurn(start: () => Promise<DrivenBrowser>) {
  const server = await startSayback();
  cleanups.push(server.stop);
  const videoId = await addClip(await adminApi(server.url), ENGLISH_CLIP);
  const tokens = await logInForTokens(server.url, await createLearner(server.url));
  const browser = await start();
  cleanups.push(browser.close);
  await browser.navigate(`${server.url}/icon.svg`);
  await browser.run(({ access, refresh }) => {
    localStorage.setItem('access_token', access);
    localStorage.setItem('refresh_token', refresh);
  }, tokens);
  await browser.navigate(`${server.url}/video/${videoId}`);
  await browser.click('button', 'Play Segment');
  await browser.click('button', 'Record yourself');
  await browser.click('button', 'Use the microphone');
  return browser;
}

const pageText = (browser: DrivenBrowser) => browser.run(() => document.body.innerText);

/** Replaces the microphone's sound with a part of the clip (seconds). */
function useClipAsMicrophone(from: number, to: number): void {
  const media = document.querySelector('video') as HTMLVideoElement;
  navigator.mediaDevices.getUserMedia = async () => {
    const context = new AudioContext();
    const sound = await (await fetch(media.currentSrc)).arrayBuffer();
    const source = new AudioBufferSourceNode(context, { buffer: await context.decodeAudioData(sound) });
    const destination = context.createMediaStreamDestination();
    source.connect(destination);
    source.start(context.currentTime + 0.6, from, to - from);
    return destination.stream;
  };
}

test('in Firefox a learner records a line and compares it', async () => {
  const browser = await openTurn(() => startFirefox({ hasMicrophone: true }));
  await expect.poll(() => pageText(browser)).toContain('Speak now');
  // The turn also ends after a tone without speech.
  await expect.poll(() => pageText(browser)).not.toContain('Speak now');

  await browser.run(useClipAsMicrophone, 1.7, 5.3);
  await browser.click('button', 'Again');
  await expect.poll(() => pageText(browser)).toContain('Speak now');
  await expect.poll(() => browser.text('figcaption')).toContain('You: ');
  expect(await browser.text('figcaption')).toContain('Original: ');
  await browser.press('c');
  await expect.poll(() => browser.text('[aria-pressed=true]')).toBe('Me');
  await expect.poll(() => browser.text('[aria-pressed=true]')).toBeNull();
});

test('in WebKit without a microphone, practice continues and explains why nothing is recorded', async () => {
  const browser = await openTurn(startWebKit);
  await expect
    .poll(() => pageText(browser))
    .toMatch(/This browser can't record|No microphone found|blocks the microphone/);
  await browser.press('ArrowRight');
  await expect.poll(() => browser.text('[data-testid=segment-count]')).toContain('Line 2 of');
  await expect.poll(() => browser.text(ANNOUNCEMENT)).toContain('Your turn:');
});
