import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import type { Stop } from './media-watch.ts';

const SCRIPT = new URL('youtube/iframe-api.js', import.meta.url);
const PLAYER = new URL('youtube/embed.js', import.meta.url);
const SCRIPT_ADDRESS = 'https://www.youtube.com/iframe_api';
const PLAYER_ADDRESS = /^https:\/\/www\.youtube-nocookie\.com\/embed\//;

/** Options of the double. Milliseconds, and seconds in the video. */
type Knobs = {
  duration: number;
  /** Interval of time updates while playing. */
  reportEvery: number;
  /** Delay from loading to ready; null: until `becomeReady` is called. */
  readyAfter: number | null;
  /** Reported instead of becoming ready. */
  error: number | null;
  /** `silent`: refused without a word. Only a tap on the player starts it then. */
  autoplay: 'allowed' | 'blocked' | 'silent';
};

const TYPICAL: Knobs = {
  duration: 75,
  reportEvery: 250,
  readyAfter: 50,
  error: null,
  autoplay: 'allowed',
};

type Window = { double: { stops: Stop[]; time: () => number; becomeReady: () => void } };

export type YouTubeDouble = {
  /** Ranges played, by the player's own clock, in seconds. */
  stops: () => Promise<Stop[]>;
  /** Current time, in seconds. */
  time: () => Promise<number>;
  becomeReady: () => Promise<void>;
};

/**
 * Replaces YouTube's script and player. Like the real ones, they are two pages that exchange messages, so the learner's
 * page sees the time with a realistic delay.
 */
export async function installYouTube(page: Page, knobs: Partial<Knobs> = {}): Promise<YouTubeDouble> {
  const [script, player] = await Promise.all([readFile(SCRIPT, 'utf8'), readFile(PLAYER, 'utf8')]);
  const settings = `const KNOBS = ${JSON.stringify({ ...TYPICAL, ...knobs })};`;
  const body = `<!doctype html><title>Player</title><body style="background: #222"><script>${settings}${player}</script>`;
  await page.route(SCRIPT_ADDRESS, (route) =>
    route.fulfill({ contentType: 'text/javascript', body: script }),
  );
  await page.route(PLAYER_ADDRESS, (route) => route.fulfill({ contentType: 'text/html', body }));
  /** The frame is inserted before the player's page and its script load. */
  const playerFrame = async () => {
    const element = await page.waitForSelector('iframe', { state: 'attached' });
    const frame = await element.contentFrame();
    if (!frame) throw new Error('the player’s frame has gone');
    await frame.waitForFunction(() => 'double' in window);
    return frame;
  };
  return {
    stops: async () => (await playerFrame()).evaluate(() => (window as unknown as Window).double.stops),
    time: async () => (await playerFrame()).evaluate(() => (window as unknown as Window).double.time()),
    becomeReady: async () =>
      (await playerFrame()).evaluate(() => (window as unknown as Window).double.becomeReady()),
  };
}

/** A network that blocks YouTube's script. */
export const blockYouTube = (page: Page) => page.route(SCRIPT_ADDRESS, (route) => route.abort());
