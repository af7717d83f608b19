import { type Browser, type BrowserContext, chromium, type Page } from '@playwright/test';
import { addClip, adminApi, clipFile, createLearner, ENGLISH_CLIP } from '../../../e2e/support/api.ts';
import {
  createSpeech,
  launchWithMicrophone,
  setMicrophoneSound,
} from '../../../e2e/support/fake-microphone.ts';
import { startSayback } from '../../../e2e/support/sayback-server.ts';
import { newVisitor } from '../browser.ts';
import { inKilobytes, inMilliseconds, median } from '../metrics.ts';
import { atMost, type Report, type Row } from '../report.ts';
import { recordLoadedFiles } from '../weight/first-visit.ts';
import { MAX_JS } from '../weight/measure-weight.ts';
import { measureSentBytes } from '../weight/sent-bytes.ts';

/** CPU throttling that simulates a phone. */
const CPU_SLOWDOWN = 4;
const TAKES = 8;
/** Time for rendering after the comparison. */
const DRAWN_MS = 500;
const TURN_MS = 60_000;
const TRACED = 'toplevel devtools.timeline disabled-by-default-devtools.timeline blink.user_timing'.split(
  ' ',
);
/** A line of the clip, and the sound of its take, slowed down to five seconds. */
const LINE = 5;
const TAKE = [{ from: 17.2, to: 20.72 }];
const TEMPO = 0.69;

/** Performance marks at the start of a take's analysis, and some time after its comparison. */
const BEGIN = 'analysis begins';
const END = 'take is shown';

/** Sets the performance marks. Runs in the page, before its scripts. */
function recordAnalysisTimes(marks: { begin: string; end: string; drawnMs: number }): void {
  const { postMessage } = Worker.prototype;
  Worker.prototype.postMessage = function (this: Worker, ...rest: Parameters<typeof postMessage>) {
    const [{ id, request } = { id: -1, request: { call: '' } }] = rest;
    if (request?.call === 'finish') performance.mark(marks.begin);
    if (request?.call === 'compare') {
      this.addEventListener('message', ({ data }) => {
        if (data.id === id) setTimeout(() => performance.mark(marks.end), marks.drawnMs);
      });
    }
    return postMessage.apply(this, rest);
  } as typeof postMessage;
}

type TraceEvent = {
  name: string;
  pid: number;
  tid: number;
  ts: number;
  tdur?: number;
  args?: { name?: string };
};
type Analysed = {
  /** Processor time of the worker, in milliseconds. */
  analysis: number;
  /** Longest task of the page's main thread, in milliseconds. */
  held: number;
};

/** Sums the workers' processor time between each pair of marks, and finds the page's longest task. */
function readTrace(events: readonly TraceEvent[]): Analysed[] {
  const workers = new Set(
    events.flatMap(({ name, pid, tid, args }) =>
      name === 'thread_name' && args?.name === 'DedicatedWorker thread' ? [`${pid} ${tid}`] : [],
    ),
  );
  const tasks = events.filter(({ name, tdur }) => name.endsWith('RunTask') && tdur !== undefined);
  const ends = events.filter(({ name }) => name === END);
  return events
    .filter(({ name }) => name === BEGIN)
    .map((begin) => {
      const end = ends.find(({ ts }) => ts > begin.ts)?.ts ?? Number.POSITIVE_INFINITY;
      const within = tasks.filter(({ pid, ts }) => pid === begin.pid && ts >= begin.ts && ts < end);
      const sumTimes = (isOf: (task: TraceEvent) => boolean) =>
        within.filter(isOf).map(({ tdur = 0 }) => tdur / 1000);
      return {
        analysis: sumTimes(({ pid, tid }) => workers.has(`${pid} ${tid}`)).reduce(
          (sum, time) => sum + time,
          0,
        ),
        held: Math.max(0, ...sumTimes(({ tid }) => tid === begin.tid)),
      };
    });
}

/**
 * Measures the bytes that a practice page loads before a recording, the processor time of analysing a take of five seconds in
 * the browser, and the page's longest task meanwhile.
 */
export async function measureTurn(): Promise<Report> {
  const server = await startSayback();
  const browser = await chromium.launch(launchWithMicrophone());
  try {
    const videoId = await addClip(await adminApi(server.url), ENGLISH_CLIP);
    setMicrophoneSound(createSpeech(clipFile(ENGLISH_CLIP.slug, 'clip.mp4'), TAKE, { tempo: TEMPO }));
    const path = `/video/${videoId}`;
    const learner = await createLearner(server.url);
    const scripts = await measureFirstScripts(
      server.url,
      await newVisitor(browser, server.url, learner),
      path,
    );
    const analysed = await record(browser, await newVisitor(browser, server.url, learner), path);
    return {
      rows: [
        ...buildRows(analysed),
        atMost('first-visit JavaScript of a practice page', scripts, MAX_JS.practice, inKilobytes),
      ],
      notes: [
        `${analysed.length} takes of a line, five seconds each, played into Chromium's microphone. Processor time of each thread from ` +
          `Chromium's trace, times ${CPU_SLOWDOWN}, from the end of the turn until ${DRAWN_MS} ms after the comparison is shown: the ` +
          'page is blocked for its longest task, including drawing.',
      ],
    };
  } finally {
    await browser.close();
    await server.stop();
  }
}

/** Returns the bytes of JavaScript that a first visit to a page loads. */
async function measureFirstScripts(url: string, visitor: BrowserContext, path: string): Promise<number> {
  const waitUntilSeen = (page: Page) => page.getByText('Ready', { exact: true }).waitFor();
  const files = await recordLoadedFiles(visitor, { path, waitUntilSeen });
  const sent = await Promise.all(files.map((file) => measureSentBytes(url, file)));
  return sent.filter(({ kind }) => kind === 'js').reduce((sum, { bytes }) => sum + bytes, 0);
}

async function record(browser: Browser, visitor: BrowserContext, address: string): Promise<Analysed[]> {
  await visitor.grantPermissions(['microphone']);
  const page = await visitor.newPage();
  await page.addInitScript(recordAnalysisTimes, { begin: BEGIN, end: END, drawnMs: DRAWN_MS });
  await page.goto(address);
  for (let line = 1; line < LINE; line++) await page.getByRole('button', { name: 'Next' }).click();
  await page.getByRole('button', { name: 'Record yourself' }).click({ timeout: TURN_MS });
  await browser.startTracing(page, { categories: TRACED });
  await page.getByRole('button', { name: 'Use the microphone' }).click();
  for (let take = 1; take <= TAKES; take++) {
    await page.waitForFunction(
      ({ name, count }) => performance.getEntriesByName(name).length >= count,
      { name: END, count: take },
      { timeout: TURN_MS },
    );
    if (take < TAKES) await page.getByRole('button', { name: 'Again', exact: true }).click();
  }
  const { traceEvents } = JSON.parse(String(await browser.stopTracing()));
  return readTrace(traceEvents);
}

function buildRows(analysed: readonly Analysed[]): Row[] {
  const held = analysed.map((turn) => CPU_SLOWDOWN * turn.held);
  const analysis = analysed.map((turn) => CPU_SLOWDOWN * turn.analysis);
  const row = (what: string, value: number, floor: number, aim: number): Row =>
    atMost(`${CPU_SLOWDOWN} × slower: ${what}`, value, floor, inMilliseconds, aim);
  return [
    row('the page is blocked, median', median(held), 50, 16),
    row('the page is blocked, maximum', Math.max(...held), 50, 16),
    row('analysis and comparison, median', median(analysis), 400, 200),
    row('analysis and comparison, maximum', Math.max(...analysis), 400, 200),
  ];
}
