import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import type { PlayedRange } from './media-watch.ts';

const SCRIPT = new URL('youtube/iframe-api.js', import.meta.url);
const PLAYER = new URL('youtube/embed.js', import.meta.url);
const SCRIPT_URL = 'https://www.youtube.com/iframe_api';
const PLAYER_URL = /^https:\/\/www\.youtube-nocookie\.com\/embed\//;

/** Options of the double. Times are in milliseconds, except the video's duration, in seconds. */
type Options = {
  duration: number;
  /** Interval of time updates while playing. */
  reportInterval: number;
  /** Delay from loading to ready; null: until `becomeReady` is called. */
  readyDelay: number | null;
  /** Reported instead of becoming ready. */
  error: number | null;
  /** `silent`: blocked without an event. A blocked player starts only on a tap. */
  autoplay: 'allowed' | 'blocked' | 'silent';
};

const DEFAULTS: Options = {
  duration: 75,
  reportInterval: 250,
  readyDelay: 50,
  error: null,
  autoplay: 'allowed',
};

type Window = { double: { stops: PlayedRange[]; time: () => number; becomeReady: () => void } };

export type YouTubeDouble = {
  /** Ranges played, in seconds by the player's own clock. */
  stops: () => Promise<PlayedRange[]>;
  /** Current time, in seconds. */
  time: () => Promise<number>;
  becomeReady: () => Promise<void>;
};

/**
 * Replaces YouTube's script and player. Like the real ones, they exchange messages between two pages, so the app receives the
 * time with a realistic delay.
 */
export async function installYouTube(page: Page, options: Partial<Options> = {}): Promise<YouTubeDouble> {
  const [script, player] = await Promise.all([readFile(SCRIPT, 'utf8'), readFile(PLAYER, 'utf8')]);
  const settings = `const OPTIONS = ${JSON.stringify({ ...DEFAULTS, ...options })};`;
  const body = `<!doctype html><title>Player</title><body style="background: #222"><script>${settings}${player}</script>`;
  await page.route(SCRIPT_URL, (route) => route.fulfill({ contentType: 'text/javascript', body: script }));
  await page.route(PLAYER_URL, (route) => route.fulfill({ contentType: 'text/html', body }));
  /** Waits for the frame's script: the frame is inserted before its page loads. */
  const playerFrame = async () => {
    const element = await page.waitForSelector('iframe', { state: 'attached' });
    const frame = await element.contentFrame();
    if (!frame) throw new Error('the player’s frame was removed');
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

/** Blocks YouTube's script. */
export const blockYouTube = (page: Page) => page.route(SCRIPT_URL, (route) => route.abort());
