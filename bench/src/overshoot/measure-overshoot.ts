import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import type { Browser, Page } from '@playwright/test';
import { accounts, parsePosition } from '@sayback/contract';
import {
  type Api,
  addClip,
  adminApi,
  createApi,
  createLearner,
  fetchSegments,
  logInForTokens,
} from '../../../e2e/support/api.ts';
import type { DrivenBrowser } from '../../../e2e/support/driven-browser.ts';
import { type SaybackServer, startSayback } from '../../../e2e/support/sayback-server.ts';
import { newVisitor, openBrowser } from '../browser.ts';
import { inMilliseconds, median, quantile } from '../metrics.ts';
import { atMost, info, type Report, type Row } from '../report.ts';
import { makeClip } from './clip.ts';
import { practiseDriven } from './driven-practice.ts';
import { watchHosted } from './hosted-practice.ts';
import { type Practice, practise } from './practise.ts';
import { watchYouTube } from './youtube-practice.ts';

const SEGMENTS = 20;
const TIMES = 5;
const TIMER_MS = 20;

type Aims = { median?: number; max: number };
type Case = {
  name: string;
  videoId: number;
  speed: number;
  openPractice: (page: Page) => Promise<Practice>;
  aims: Aims;
};

type Bench = { server: SaybackServer; admin: Api; clip: Parameters<typeof addClip>[1] };

/** Runs work with a server, and a clip to add to it. */
async function withClip(work: (bench: Bench) => Promise<Report>): Promise<Report> {
  const folder = await mkdtemp(path.join(tmpdir(), 'sayback-bench-'));
  await makeClip(folder);
  const server = await startSayback();
  try {
    const admin = await adminApi(server.url);
    // An absolute path, since the clip isn't in the demo's folder.
    const clip = { slug: folder, title: 'A hundred lines', language: 'en', original: 'en.srt' };
    return await work({ server, admin, clip: { ...clip, targets: [['es', 'es.srt']] } });
  } finally {
    await server.stop();
    await rm(folder, { recursive: true, force: true });
  }
}

const readEnds = async (admin: Api, videoId: number) =>
  (await fetchSegments(admin, videoId)).map(({ end_time }) => parsePosition(end_time) ?? 0);

/** A browser other than Chromium, which must be installed. `max` is the limit in milliseconds. */
type OtherBrowser = { start: () => Promise<DrivenBrowser>; max: number; movesInSteps: boolean };

/** Measures the overshoot on hosted media in another browser. */
export const measureOvershootIn = ({ start, max, movesInSteps }: OtherBrowser): Promise<Report> =>
  withClip(async ({ server, admin, clip }) => {
    const videoId = await addClip(admin, clip);
    const tokens = await logInForTokens(server.url, await createLearner(server.url));
    const browser = await start();
    try {
      const practice = await practiseDriven(browser, server.url, videoId, tokens, movesInSteps);
      return {
        rows: await measure('hosted, 1×', practice, await readEnds(admin, videoId), { max }),
        notes: NOTES,
      };
    } finally {
      await browser.close();
    }
  });

/** Measures how far after a segment's end the practice page stops, on hosted media and on a double of YouTube's player. */
export const measureOvershoot = (): Promise<Report> => withClip(measureInChromium);

async function measureInChromium({ server, admin, clip }: Bench): Promise<Report> {
  const browser = await openBrowser();
  try {
    const hosted = await addClip(admin, clip);
    const youtube = await addClip(admin, clip, 'youtube');
    const ends = await readEnds(admin, hosted);
    const cases: Case[] = [
      {
        name: 'hosted, 1×',
        videoId: hosted,
        speed: 1,
        openPractice: watchHosted,
        aims: { median: 2, max: 5 },
      },
      {
        name: 'hosted, 1.5×',
        videoId: hosted,
        speed: 1.5,
        openPractice: watchHosted,
        aims: { median: 2, max: 10 },
      },
      {
        name: 'YouTube’s double, 1×',
        videoId: youtube,
        speed: 1,
        openPractice: watchYouTube,
        aims: { max: 40 },
      },
    ];
    const rows: Row[] = [];
    for (const benchCase of cases) rows.push(...(await play(browser, server.url, benchCase, ends)));
    return { rows, notes: NOTES };
  } finally {
    await browser.close();
  }
}

async function play(browser: Browser, url: string, benchCase: Case, ends: number[]): Promise<Row[]> {
  const { name, videoId, speed, openPractice, aims } = benchCase;
  const learner = await createLearner(url);
  const { access } = await logInForTokens(url, learner);
  await createApi(url, access)(accounts.updatePreferences, { body: { player: { speed } } });
  const visitor = await newVisitor(browser, url, learner);
  try {
    const page = await visitor.newPage();
    const practice = await openPractice(page);
    await page.goto(`/video/${videoId}`);
    return await measure(name, practice, ends, aims);
  } finally {
    await visitor.close();
  }
}

async function measure(name: string, practice: Practice, ends: number[], aims: Aims): Promise<Row[]> {
  const timer = monitorEventLoopDelay({ resolution: TIMER_MS });
  timer.enable();
  const stops = await practise(practice, SEGMENTS, TIMES);
  timer.disable();
  const overshoots = stops.map(({ segment, at }) => at * 1000 - (ends[segment] ?? Number.NaN));
  return [
    ...buildOvershootRows(`${name}: past the end`, overshoots, aims),
    info(`${name}: a plain timer for comparison, 95th percentile`, formatTimerDelay(timer.percentile(95))),
  ];
}

function buildOvershootRows(label: string, overshoots: number[], aims: Aims): Row[] {
  const early = overshoots.filter((overshoot) => overshoot < 0);
  const middle = median(overshoots);
  return [
    aims.median === undefined
      ? info(`${label}, median of ${overshoots.length}`, inMilliseconds(middle))
      : atMost(`${label}, median of ${overshoots.length}`, middle, aims.median, inMilliseconds),
    atMost(`${label}, 95th percentile`, quantile(overshoots, 0.95), aims.max, inMilliseconds),
    info(`${label}, least and most`, overshoots.length ? formatRange(overshoots) : ''),
    atMost(`${label.replace('past the end', 'stops before the end')}`, early.length, 0, String),
  ];
}

/** Formats the delay of a timer of `TIMER_MS`, whose duration is in nanoseconds. */
const formatTimerDelay = (elapsed: number): string => inMilliseconds(Math.max(0, elapsed / 1e6 - TIMER_MS));

const formatRange = (values: number[]): string =>
  `${inMilliseconds(Math.min(...values))}, ${inMilliseconds(Math.max(...values))}`;

const NOTES = [
  `${SEGMENTS} segments of 0.8 to 1.5 s, each played ${TIMES} times: Play Segment repeats a segment at once, while going ` +
    'to another waits for 2 s. Milliseconds on the medium’s own clock, minus the segment’s end: at the `pause` event of ' +
    'the page’s media element, and in the double’s frame when the pause command arrives there.',
  'Firefox’s clock moves in steps of 40 ms, and lags behind the audible sound when paused: there it is the position ' +
    'from which it plays on.',
  'At 1.5× Chromium’s own clock stops for a few milliseconds and then jumps by 10 to 15, some fourteen times a second: ' +
    'an end within such a step can’t be hit more precisely.',
  'The double reports its position every 250 ms, and the page extrapolates in between, like YouTube’s script.',
  `The plain timer is one of ${TIMER_MS} ms in the benchmark’s own process, which is otherwise idle: its delay is ` +
    'the machine’s delay.',
];
