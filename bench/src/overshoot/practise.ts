import { setTimeout as sleep } from 'node:timers/promises';
import type { Page } from '@playwright/test';

/** Time for the page to draw the turn. */
const TURN_DELAY_MS = 100;

export type Practice = {
  /** Presses Play Segment and waits for the learner's turn. */
  start: () => Promise<void>;
  press: (key: string) => Promise<void>;
  /** Call it before the key that plays: the promise resolves when that playback has stopped. */
  nextStop: () => Promise<void>;
  /** The positions of all stops so far, in seconds. */
  stops: () => Promise<number[]>;
};

/** Practises in a Playwright page. */
export const createPractice = (page: Page): Pick<Practice, 'start' | 'press'> => ({
  async start() {
    await page.getByRole('button', { name: 'Play Segment' }).click();
    await page.getByTestId('announcement').getByText('Your turn:').waitFor();
  },
  press: (key) => page.keyboard.press(key),
});

export type StopPosition = { segment: number; at: number };

/**
 * Practises segments from the first on, each several times, and returns where each stopped. A segment is repeated with the key
 * for Play Segment, which has no delay, unlike moving to another (2 s).
 */
export async function practise(
  { start, press, nextStop, stops }: Practice,
  segments: number,
  times: number,
): Promise<StopPosition[]> {
  // The first play isn't counted, since the browser's first start causes stops of its own.
  await start();
  const previousCount = (await stops()).length;
  const played: number[] = [];
  for (let segment = 0; segment < segments; segment += 1) {
    for (let time = 0; time < times; time += 1) {
      await sleep(TURN_DELAY_MS);
      const stopped = nextStop();
      await press(segment > 0 && time === 0 ? 'ArrowRight' : 'r');
      await stopped;
      played.push(segment);
    }
  }
  const positions = (await stops()).slice(previousCount);
  if (positions.length !== played.length) {
    throw new Error(`${played.length} segments were played, but ${positions.length} stops recorded`);
  }
  return positions.map((at, index) => ({ segment: played[index] ?? 0, at }));
}
