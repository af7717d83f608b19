import type { Browser } from '@playwright/test';
import { type Account, addClip, adminApi, createLearner, ENGLISH_CLIP } from '../../../e2e/support/api.ts';
import { startSayback } from '../../../e2e/support/sayback-server.ts';
import { newVisitor, openBrowser } from '../browser.ts';
import { inKilobytes, inSeconds, median } from '../metrics.ts';
import { atMost, info, type Report, type Row } from '../report.ts';
import { measureSlowVisit, recordLoadedFiles, type Visited } from './first-visit.ts';
import { measureSentBytes, type SentFile } from './sent-bytes.ts';

/** Maximum bytes of JavaScript that a first visit loads. */
export const MAX_JS = { login: 170_000, home: 180_000, practice: 195_000 };
const MAX_CSS = 20_000;
const LATEST_PAINT_MS = 2000;
const VISITS = 5;
const HEAVIEST = 8;

type Target = Visited & {
  name: string;
  /** Text to wait for, and its deadline in milliseconds. */
  seen: string;
  latestMs: number;
  maxJs: number;
  account?: Account;
};

/**
 * Measures the bytes of a first visit to the login page, home and a practice page, and the time until the page is shown on a
 * slow phone.
 */
export async function measureWeight(): Promise<Report> {
  const server = await startSayback();
  const browser = await openBrowser();
  try {
    const videoId = await addClip(await adminApi(server.url), ENGLISH_CLIP);
    const targets: Target[] = [
      {
        name: '/login',
        path: '/login',
        seen: 'the form is usable',
        latestMs: 2500,
        maxJs: MAX_JS.login,
        waitUntilSeen: (page) => page.getByLabel('Username').waitFor({ timeout: 60_000 }),
      },
      {
        name: '/',
        path: '/',
        seen: 'videos with pictures',
        latestMs: 4000,
        maxJs: MAX_JS.home,
        account: await createLearner(server.url),
        waitUntilSeen: async (page) =>
          void (await page.waitForFunction(
            () =>
              [...document.querySelectorAll<HTMLImageElement>('[data-testid=video-card] img')].some(
                ({ complete, naturalWidth }) => complete && naturalWidth > 0,
              ),
            undefined,
            { timeout: 60_000 },
          )),
      },
      {
        name: '/video/…',
        path: `/video/${videoId}`,
        seen: 'ready to play',
        latestMs: 4000,
        maxJs: MAX_JS.practice,
        account: await createLearner(server.url),
        waitUntilSeen: (page) => page.getByText('Ready', { exact: true }).waitFor({ timeout: 60_000 }),
      },
    ];
    const reports: Report[] = [];
    for (const target of targets) reports.push(await weigh(browser, server.url, target));
    return {
      rows: reports.flatMap(({ rows }) => rows),
      notes: [
        'Each file that the page loads is requested again with `accept-encoding: gzip`, and the bytes of its body ' +
          'are counted; a kB has 1000 bytes. Chromium itself takes Brotli where the server offers it.',
        `Times are medians of ${VISITS} first visits at 390×844 with a processor 4 times slower than this one, 1.6 Mbit/s down and ` +
          '150 ms of round trip.',
        ...reports.flatMap(({ notes }) => notes),
      ],
    };
  } finally {
    await browser.close();
    await server.stop();
  }
}

async function weigh(browser: Browser, url: string, target: Target): Promise<Report> {
  const { name, seen, latestMs, maxJs, account } = target;
  const visit = async <T>(inspect: (visitor: Awaited<ReturnType<typeof newVisitor>>) => Promise<T>) => {
    const visitor = await newVisitor(browser, url, account);
    try {
      return await inspect(visitor);
    } finally {
      await visitor.close();
    }
  };
  const paths = await visit((visitor) => recordLoadedFiles(visitor, target));
  const files = await Promise.all(paths.map((path) => measureSentBytes(url, path)));
  const visits = [];
  for (let round = 0; round < VISITS; round += 1) {
    visits.push(await visit((visitor) => measureSlowVisit(visitor, target)));
  }
  const paints = visits.map(({ at }) => at);
  const times = visits.map(({ seenAt }) => seenAt);
  return {
    rows: [
      ...buildWeightRows(name, files, maxJs),
      atMost(`${name}: largest contentful paint`, median(paints), LATEST_PAINT_MS, inSeconds),
      atMost(`${name}: ${seen}`, median(times), latestMs, inSeconds),
      info(`${name}: slowest`, inSeconds(Math.max(...times))),
    ],
    notes: [
      `${name}: heaviest are ${listHeaviest(files)}. The largest thing painted: ‘${visits[0]?.element}’.`,
    ],
  };
}

function buildWeightRows(name: string, files: SentFile[], maxJs: number): Row[] {
  const selectKind = (kind: SentFile['kind']) => files.filter((file) => file.kind === kind);
  const sum = (list: SentFile[]) => list.reduce((total, { bytes }) => total + bytes, 0);
  return [
    atMost(
      `${name}: JavaScript (${selectKind('js').length} files)`,
      sum(selectKind('js')),
      maxJs,
      inKilobytes,
    ),
    atMost(`${name}: CSS (${selectKind('css').length} files)`, sum(selectKind('css')), MAX_CSS, inKilobytes),
    info(`${name}: fonts (${selectKind('font').length} files)`, inKilobytes(sum(selectKind('font')))),
  ];
}

function listHeaviest(files: SentFile[]): string {
  return [...files]
    .sort((a, b) => b.bytes - a.bytes)
    .slice(0, HEAVIEST)
    .map(({ path, bytes }) => `${path.split('/').at(-1)} ${inKilobytes(bytes)}`)
    .join(', ');
}
