import { setTimeout as sleep } from 'node:timers/promises';
import type { DrivenBrowser } from '../../../e2e/support/driven-browser.ts';
import { recordedStops, recordStops } from '../../../e2e/support/media-watch.ts';
import type { Practice } from './practise.ts';
import { type ResumedStop, recordResumed } from './resumed-clock.ts';

/** Longer than a line and the pause before it. */
const TIMEOUT_MS = 30_000;
const POLL_MS = 100;

async function waitFor(condition: () => Promise<boolean>, label: string): Promise<void> {
  const timeout = Date.now() + TIMEOUT_MS;
  while (!(await condition())) {
    if (Date.now() > timeout) throw new Error(`timed out waiting for ${label}`);
    await sleep(POLL_MS);
  }
}

/**
 * Practises a video in a browser other than Chromium, with the learner's tokens. `movesInSteps`: on pause, the media clock is
 * up to one step behind the audio.
 */
export async function practiseDriven(
  browser: DrivenBrowser,
  url: string,
  videoId: number,
  tokens: { access: string; refresh: string },
  movesInSteps: boolean,
): Promise<Practice> {
  await browser.navigate(`${url}/icon.svg`);
  await browser.run(({ access, refresh }) => {
    localStorage.setItem('access_token', access);
    localStorage.setItem('refresh_token', refresh);
  }, tokens);
  await browser.navigate(`${url}/video/${videoId}`);
  await waitFor(async () => (await browser.text('[data-testid=segment-count]')) !== null, 'the page');
  if (movesInSteps) await browser.run(recordResumed);
  await browser.run(recordStops);
  const stops = async () => {
    const recorded = (await browser.run(recordedStops)) as ResumedStop[];
    return recorded.flatMap(({ at, resumedAt }) => (movesInSteps ? (resumedAt ?? []) : at));
  };
  return {
    async start() {
      await browser.click('button', 'Play Segment');
      const announcement = '[data-testid=announcement]';
      await waitFor(
        async () => ((await browser.text(announcement)) ?? '').startsWith('Your turn:'),
        'the first turn',
      );
      await waitFor(async () => (await stops()).length > 0, 'the first stop');
    },
    press: browser.press,
    async nextStop() {
      const { length } = await stops();
      await waitFor(async () => (await stops()).length > length, 'a stop');
    },
    stops,
  };
}
