import { expect, test } from '@playwright/test';
import { addClip, adminApi, ENGLISH_CLIP, makeLearner, tokensOf } from '../support/api.ts';
import type { DrivenBrowser } from '../support/driven-browser.ts';
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
  const tokens = await tokensOf(server.url, await makeLearner(server.url));
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

test('in WebKit, which has no microphone here, practice goes on and says why', async () => {
  const browser = await openTurn(startWebKit);
  await expect
    .poll(() => pageText(browser))
    .toMatch(/This browser can't record|No microphone found|blocks the microphone/);
  await browser.press('ArrowRight');
  await expect.poll(() => browser.text('[data-testid=segment-count]')).toContain('Line 2 of');
  await expect.poll(() => browser.text(ANNOUNCEMENT)).toContain('Your turn:');
});
