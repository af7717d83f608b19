import { type BrowserContext, chromium } from '@playwright/test';
import { addClip, adminApi, clipFile, ENGLISH_CLIP, makeLearner } from '../../../e2e/support/api.ts';
import { launchWithMicrophone, speak, takeOf } from '../../../e2e/support/fake-microphone.ts';
import { startSayback } from '../../../e2e/support/sayback-server.ts';
import { newVisitor } from '../browser.ts';
import { inMilliseconds, median, quantile } from '../metrics.ts';
import { info, type Report, type Row } from '../report.ts';

/** A telephone's processor: as many times slower than this one. */
const CPU_SLOWDOWN = 4;
const TAKES = 8;
/** After the comparison: the page draws. */
const DRAWN_MS = 500;
const TURN_MS = 60_000;
/** A line of the clip, said so slowly that it takes five seconds. */
const LINE = 5;
const TAKE = [{ from: 17.2, to: 20.72 }];
const TEMPO = 0.69;

type Analysed = {
  /** Milliseconds from the last block to the comparison's answer, in the worker. */
  analysis: number;
  /** The longest time in which the page ran nothing else, milliseconds. */
  held: number;
};
type Watched = { analysed: Analysed[] };

/** Notes how long each take is analysed, and for how long the page stands still meanwhile. Runs in the page, before its scripts. */
function watchAnalysis(drawnMs: number): void {
  const watched: Watched = { analysed: [] };
  Object.assign(window, watched);
  const { postMessage } = Worker.prototype;
  let began: number | null = null;
  let held = 0;
  let last = 0;
  let isWatching = false;
  const channel = new MessageChannel();
  channel.port1.onmessage = () => {
    const now = performance.now();
    held = Math.max(held, now - last);
    last = now;
    if (isWatching) channel.port2.postMessage(0);
  };
  Worker.prototype.postMessage = function (this: Worker, ...rest: Parameters<typeof postMessage>) {
    const [{ id, request } = { id: -1, request: { call: '' } }] = rest;
    if (request?.call === 'finish') {
      began = performance.now();
      last = began;
      held = 0;
      isWatching = true;
      channel.port2.postMessage(0);
    }
    if (request?.call === 'compare') {
      const start = began ?? 0;
      this.addEventListener('message', ({ data }) => {
        if (data.id !== id || began === null) return;
        began = null;
        const analysis = performance.now() - start;
        setTimeout(() => {
          isWatching = false;
          watched.analysed.push({ analysis, held });
        }, drawnMs);
      });
    }
    return postMessage.apply(this, rest);
  } as typeof postMessage;
}

/** How long a recorded line of five seconds is analysed in the browser, and for how long its page is held meanwhile. */
export async function measureTurn(): Promise<Report> {
  const server = await startSayback();
  const browser = await chromium.launch(launchWithMicrophone());
  try {
    const videoId = await addClip(await adminApi(server.url), ENGLISH_CLIP);
    speak(takeOf(clipFile(ENGLISH_CLIP.slug, 'clip.mp4'), TAKE, { tempo: TEMPO }));
    const visitor = await newVisitor(browser, server.url, await makeLearner(server.url));
    const rows: Row[] = [];
    for (const slowdown of [1, CPU_SLOWDOWN]) {
      const analysed = await record(visitor, `/video/${videoId}`, slowdown);
      rows.push(...rowsOf(analysed, slowdown));
    }
    return {
      rows,
      notes: [
        `${TAKES} takes of five seconds each, played into Chromium's microphone. The page is held from the end of the turn until ` +
          `${DRAWN_MS} ms after the comparison is there, by the largest gap between messages that it sends to itself: all ` +
          'that runs meanwhile counts, drawing too.',
        `Chromium slows down the page alone, not its workers: the analysis is multiplied by ${CPU_SLOWDOWN}.`,
      ],
    };
  } finally {
    await browser.close();
    await server.stop();
  }
}

async function record(visitor: BrowserContext, address: string, slowdown: number): Promise<Analysed[]> {
  await visitor.grantPermissions(['microphone']);
  const page = await visitor.newPage();
  await page.addInitScript(watchAnalysis, DRAWN_MS);
  await page.addInitScript(() => {
    for (const key of Object.keys(localStorage))
      if (key.startsWith('recording:')) localStorage.removeItem(key);
  });
  await page.goto(address);
  for (let line = 1; line < LINE; line++) await page.getByRole('button', { name: 'Next' }).click();
  await page.getByRole('button', { name: 'Record yourself' }).click({ timeout: TURN_MS });
  const devtools = await visitor.newCDPSession(page);
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: slowdown });
  await page.getByRole('button', { name: 'Use the microphone' }).click();
  for (let take = 1; take <= TAKES; take++) {
    await page.waitForFunction((count) => (window as unknown as Watched).analysed.length >= count, take, {
      timeout: TURN_MS,
    });
    if (take < TAKES) await page.getByRole('button', { name: 'Again', exact: true }).click();
  }
  const analysed = await page.evaluate(() => (window as unknown as Watched).analysed);
  await page.close();
  return analysed;
}

function rowsOf(analysed: readonly Analysed[], slowdown: number): Row[] {
  const held = analysed.map((one) => one.held);
  const analysis = analysed.map((one) => one.analysis);
  if (slowdown === 1) {
    return [
      info('the page is held, most', inMilliseconds(Math.max(...held))),
      info('analysis and comparison, median', inMilliseconds(median(analysis))),
    ];
  }
  const times = analysis.map((one) => CPU_SLOWDOWN * one);
  const row = (what: string, value: number, floor: number, aim: number): Row => ({
    what: `${slowdown} × slower: ${what}`,
    measured: inMilliseconds(value),
    aim: `≤ ${inMilliseconds(floor)}; better ${inMilliseconds(aim)}`,
    met: value <= floor,
  });
  return [
    row('the page is held, median', median(held), 50, 16),
    row('the page is held, most', Math.max(...held), 50, 16),
    row('analysis and comparison, median', median(times), 400, 200),
    row('analysis and comparison, 95th percentile', quantile(times, 0.95), 400, 200),
  ];
}
