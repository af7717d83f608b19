import { expect, test } from '@playwright/test';
import { addClip, adminApi, ENGLISH_CLIP, logInForTokens, makeLearner } from '../support/api.ts';
import type { DrivenBrowser } from '../support/driven-browser.ts';
import { startFirefox } from '../support/firefox.ts';
import { startSayback } from '../support/sayback-server.ts';
import { startWebKit } from '../support/webkit.ts';

const ANNOUNCEMENT = '[data-testid=announcement]';

let onEnd: (() => Promise<void>)[] = [];
test.afterEach(async () => {
  for (const close of onEnd.reverse()) await close();
  onEnd = [];
});

/** A learner in their first turn. */
async function openTurn(start: () => Promise<DrivenBrowser>) {
  const server = await startSayback();
  onEnd.push(server.stop);
  const videoId = await addClip(await adminApi(server.url), ENGLISH_CLIP);
  const tokens = await logInForTokens(server.url, await makeLearner(server.url));
  const browser = await start();
  onEnd.push(browser.close);
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

/** From now on the microphone hears the clip from one second to another. */
function speakClip(from: number, to: number): void {
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
  // A tone isn't speech: the turn ends all the same.
  await expect.poll(() => pageText(browser)).not.toContain('Speak now');

  await browser.run(speakClip, 1.7, 5.3);
  await browser.click('button', 'Again');
  await expect.poll(() => pageText(browser)).toContain('Speak now');
  await expect.poll(() => browser.text('figcaption')).toContain('You: ');
  expect(await browser.text('figcaption')).toContain('Original: ');
  await browser.press('c');
  await expect.poll(() => browser.text('[aria-pressed=true]')).toBe('Me');
  await expect.poll(() => browser.text('[aria-pressed=true]')).toBeNull();
});

test('in WebKit, which has no microphone here, practice continues and says why', async () => {
  const browser = await openTurn(startWebKit);
  await expect
    .poll(() => pageText(browser))
    .toMatch(/This browser can't record|No microphone found|blocks the microphone/);
  await browser.press('ArrowRight');
  await expect.poll(() => browser.text('[data-testid=segment-count]')).toContain('Line 2 of');
  await expect.poll(() => browser.text(ANNOUNCEMENT)).toContain('Your turn:');
});
