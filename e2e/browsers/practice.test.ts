import { expect, test } from '@playwright/test';
import { addClip, adminApi, createLearner, ENGLISH_CLIP, fetchSegments } from '../support/api.ts';
import { startFirefox } from '../support/firefox.ts';
import { recordedStops, recordStops } from '../support/media-watch.ts';
import { expectPlayed } from '../support/practice.ts';
import { startSayback } from '../support/sayback-server.ts';
import { startWebKit } from '../support/webkit.ts';

const LINE_COUNT = 5;
const ANNOUNCEMENT = '[data-testid=announcement]';
const COUNT = '[data-testid=segment-count]';

let cleanups: (() => Promise<void>)[] = [];
test.afterEach(async () => {
  for (const close of cleanups.reverse()) await close();
  cleanups = [];
});

for (const [name, start, step] of [
  ['Firefox', startFirefox, 0.06],
  ['WebKit', startWebKit, 0],
] as const) {
  test(`in ${name} a learner signs in, practises five lines, changes the speed, and resumes at the last line`, async () => {
    const server = await startSayback();
    cleanups.push(server.stop);
    const admin = await adminApi(server.url);
    const videoId = await addClip(admin, ENGLISH_CLIP);
    const segments = await fetchSegments(admin, videoId);
    const { username, password } = await createLearner(server.url);
    const browser = await start();
    cleanups.push(browser.close);
    const expectText = (selector: string, text: string) =>
      expect.poll(() => browser.text(selector), { message: selector }).toContain(text);

    await browser.navigate(`${server.url}/login?next=/video/${videoId}`);
    await browser.click('input[autocomplete=username]');
    await browser.type(username);
    await browser.click('input[type=password]');
    await browser.type(password);
    await browser.press('Enter');
    await expectText(COUNT, `Line 1 of ${segments.length}`);

    await browser.run(recordStops);
    await browser.click('button', 'Play Segment');
    for (const [index, segment] of segments.slice(0, LINE_COUNT).entries()) {
      if (index > 0) await browser.press('ArrowRight');
      await expectText(ANNOUNCEMENT, `Your turn: ${segment.text_original}`);
      expectPlayed((await browser.run(recordedStops)).at(-1), segment, step);
    }

    await browser.click('button', 'Speed: ');
    await browser.click('[role^=menuitem]', '1.5');
    await expect.poll(() => browser.text('button[aria-label^="Speed: "]')).toContain('1.5');
    await browser.navigate(`${server.url}/video/${videoId}`);
    await expectText(COUNT, `Line ${LINE_COUNT} of ${segments.length}`);
    await expect.poll(() => browser.text('button[aria-label^="Speed: "]')).toContain('1.5');
  });
}
