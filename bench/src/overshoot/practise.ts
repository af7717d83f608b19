import { setTimeout as sleep } from 'node:timers/promises';
import type { Page } from '@playwright/test';

/** Time for the page to render the turn. */
const TURN_DELAY_MS = 100;

export type Practice = {
  /** Presses Play Segment and waits for the learner's turn. */
  start: () => Promise<void>;
  press: (key: string) => Promise<void>;
  /** Waits until the next playback has stopped. Call it before pressing the key that starts it. */
  nextStop: () => Promise<void>;
  /** Returns the positions of all stops so far, in seconds. */
  stops: () => Promise<number[]>;
};

/** Creates the actions of practice in a Playwright page. */
export const createPractice = (page: Page): Pick<Practice, 'start' | 'press'> => ({
  async start() {
    await page.getByRole('button', { name: 'Play Segment' }).click();
    await page.getByTestId('announcement').getByText('Your turn:').waitFor();
  },
  press: (key) => page.keyboard.press(key),
});

export type StopPosition = { segment: number; at: number };

/**
 * Practises `segments` segments from the first on, each `times` times, and returns the positions of all stops. Repeats a
 * segment with the key for Play Segment, which has no delay, unlike moving to the next segment (2 s).
 */
export async function practise(
  { start, press, nextStop, stops }: Practice,
  segments: number,
  times: number,
): Promise<StopPosition[]> {
  // The first playback isn't counted, since a browser's first start causes additional stops.
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
