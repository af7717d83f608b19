import { loadavg } from 'node:os';
import type { BrowserContext, Page } from '@playwright/test';
import { ADMIN } from '../../../e2e/support/sayback-server.ts';
import { newVisitor, openBrowser } from '../browser.ts';
import { inMilliseconds, inSeconds, quantile } from '../metrics.ts';
import { info, type Report, type Row } from '../report.ts';
import { addAlignment, fill, withServer } from './long-alignment.ts';
import { type Expected, measureUntilPainted, startClock, watchProcessorTime } from './paint-clock.ts';

const MAX_ROWS = 10_000;
const SIZES = [1000, MAX_ROWS];
const OPENING_COUNT = 9;
/** Rounds of replacing and undoing. */
const REPLACEMENTS = 6;
/** Words that occur in a third of the lines, in a few, and in one. */
const SEARCHES = ['water', 'station', 'quiet hundred', 'es ', 'garden summer', 'Green'];
const SENTENCE = 'A person writes this line anew, with a comma, at the speed of a quick hand ';
/** Interval between two keystrokes of a fast typist, not a multiple of a frame. */
const KEY_PAUSE_MS = 47;
/** Time for the work after a change to finish, such as checking the rows. */
const SETTLE_MS = 2500;

/** Time from the event to the paint, and the page's processor time during it, in milliseconds. */
type Duration = { ms: number; processorMs: number };
type Times = Record<'opened' | 'typed' | 'found' | 'replaced' | 'undone', Duration[]> & { read: number[] };
type Tab = { page: Page; readProcessorMs: () => Promise<number> };

const buildEditorPath = (id: number, page = 1) => `/subtitles/${id}/edit?page=${page}`;

/** Opens the editor in a new tab. The browser has already cached its scripts. */
async function openEditor(
  context: BrowserContext,
  path: string,
): Promise<{ tab: Tab; opened: Duration; read: number }> {
  const page = await context.newPage();
  await page.addInitScript(startClock);
  const readProcessorMs = await watchProcessorTime(page);
  const before = await readProcessorMs();
  await page.goto(path, { waitUntil: 'commit' });
  const ms = await measureUntilPainted(page, { selector: '[data-segment] textarea' });
  const read = await page.evaluate(() => {
    const calls = performance.getEntriesByType('resource') as PerformanceResourceTiming[];
    return calls.find(({ name }) => name.includes('/segments/'))?.responseEnd ?? Number.NaN;
  });
  return {
    tab: { page, readProcessorMs },
    opened: { ms, processorMs: (await readProcessorMs()) - before },
    read,
  };
}

/** Runs `act`, which triggers an event of that type, and waits until the result is painted. */
async function measureAction(
  { page, readProcessorMs }: Tab,
  type: 'keydown' | 'click',
  act: () => Promise<void>,
  expected: Expected,
): Promise<Duration> {
  await page.evaluate((event) => window.paintClock.start(event), type);
  const before = await readProcessorMs();
  await act();
  const ms = await measureUntilPainted(page, expected);
  return { ms, processorMs: (await readProcessorMs()) - before };
}

const press = ({ page }: Tab, key = '') => page.keyboard.press(key === ' ' ? 'Space' : key);

/** Types a sentence into a row, and returns the time from each keystroke to the paint. */
async function typeInRow(tab: Tab, number: number): Promise<Duration[]> {
  const { page } = tab;
  await page.getByLabel(`Segment ${number}, Target Subtitle`, { exact: true }).focus();
  await page.keyboard.press('End');
  const durations: Duration[] = [];
  for (const key of SENTENCE) {
    durations.push(await measureAction(tab, 'keydown', () => press(tab, key), {}));
    await page.waitForTimeout(KEY_PAUSE_MS);
  }
  return durations;
}

/** Types each search, and returns the time from each keystroke to the first matches of the text so far. */
async function search(tab: Tab): Promise<Duration[]> {
  const field = tab.page.getByRole('textbox', { name: 'Find', exact: true });
  const durations: Duration[] = [];
  for (const query of SEARCHES) {
    await field.fill('');
    await tab.page.waitForTimeout(SETTLE_MS);
    for (let length = 1; length <= query.length; length += 1) {
      const matches = { selector: '[data-segment] mark', text: query.slice(0, length) };
      durations.push(await measureAction(tab, 'keydown', () => press(tab, query[length - 1]), matches));
      await tab.page.waitForTimeout(KEY_PAUSE_MS);
    }
  }
  return durations;
}

/** Replaces the full stops in all translations, and undoes that, several times. */
async function replace(tab: Tab, count: number): Promise<{ replaced: Duration[]; undone: Duration[] }> {
  const { page } = tab;
  const replaced: Duration[] = [];
  const undone: Duration[] = [];
  const found = { selector: 'search output', text: `${count} matches in ${count} rows` };
  // Don't wait for the success message, since the previous round's may still be there.
  const done = { selector: 'search output', text: 'No matches' };
  await page.getByRole('combobox', { name: 'In which texts' }).click();
  await page.getByRole('option', { name: 'Translation' }).click();
  await page.getByRole('textbox', { name: 'Find', exact: true }).fill('.');
  await page.getByRole('textbox', { name: 'Replace with' }).fill(' !');
  await measureUntilPainted(page, found);
  for (let round = 0; round < REPLACEMENTS; round += 1) {
    await page.waitForTimeout(SETTLE_MS);
    const replaceAll = page.getByRole('button', { name: 'Replace all' });
    replaced.push(await measureAction(tab, 'click', () => replaceAll.click(), done));
    await page.waitForTimeout(SETTLE_MS);
    const undo = page.getByRole('button', { name: 'Undo', exact: true }).first();
    undone.push(await measureAction(tab, 'click', () => undo.click(), found));
  }
  return { replaced, undone };
}

async function measure(context: BrowserContext, id: number, count: number): Promise<Times> {
  await (await openEditor(context, buildEditorPath(id))).tab.page.close();
  const openings = [];
  for (let round = 0; round < OPENING_COUNT; round += 1) {
    const opening = await openEditor(context, buildEditorPath(id));
    openings.push(opening);
    await opening.tab.page.close();
  }
  const { tab } = await openEditor(context, buildEditorPath(id, count / 40));
  const typed = await typeInRow(tab, count / 2 - 10);
  await tab.page.keyboard.press('Control+h');
  const found = await search(tab);
  const changes = await replace(tab, count);
  await tab.page.close();
  return {
    opened: openings.map(({ opened }) => opened),
    read: openings.map(({ read }) => read),
    typed,
    found,
    ...changes,
  };
}

const QUANTILES = [0.5, 0.75, 0.95];
const formatQuantiles = (values: readonly number[], format: (ms: number) => string) =>
  QUANTILES.map((share) => format(quantile(values, share))).join(', ');

type Aim = { limit: number; share: number; format: (ms: number) => string };

function buildRows(count: number, times: Times): Row[] {
  const rowCount = `${count.toLocaleString('en')} rows`;
  const rows = (what: string, durations: readonly Duration[], { limit, share, format }: Aim): Row[] => {
    const ms = durations.map((duration) => duration.ms);
    const value = quantile(ms, share);
    const hasAim = count === MAX_ROWS;
    return [
      {
        what: `${what}, ${rowCount}`,
        measured: formatQuantiles(ms, format),
        aim: hasAim ? `≤ ${format(limit)} (${share === 0.5 ? 'median' : `${share * 100} %`})` : '',
        met: hasAim ? value <= limit : null,
      },
      info(
        `of which the page’s processor time, ${rowCount}`,
        formatQuantiles(
          durations.map(({ processorMs }) => processorMs),
          format,
        ),
      ),
    ];
  };
  const long = { share: 0.5, format: inSeconds };
  return [
    ...rows('key to paint in a row', times.typed, { limit: 16, share: 0.75, format: inMilliseconds }),
    ...rows('opening', times.opened, { limit: 1500, ...long }),
    info(`until the rows are shown, ${rowCount}`, formatQuantiles(times.read, inSeconds)),
    ...rows('key to first matches', times.found, { limit: 200, share: 0.5, format: inMilliseconds }),
    ...rows('replaced in all rows', times.replaced, { limit: 1000, ...long }),
    ...rows('undone in all rows', times.undone, { limit: 1000, ...long }),
  ];
}

/** Measures the editor's latencies in a real browser, at 1,000 and at 10,000 rows. */
export const measureEditor = (): Promise<Report> =>
  withServer(async (bench) => {
    const browser = await openBrowser();
    try {
      const rows: Row[] = [];
      for (const count of SIZES) {
        const { id } = await addAlignment(bench, 20);
        await fill(bench, id, count);
        const context = await newVisitor(browser, bench.url, ADMIN);
        rows.push(...buildRows(count, await measure(context, id, count)));
        await context.close();
      }
      return {
        rows,
        notes: [
          'Median, 75th and 95th percentile. From the event’s own time stamp until the browser has drawn the frame that shows what it brought: a frame begins every 16.7 ms, and waiting for it is part of the time.',
          `${SENTENCE.length} keys in a row in the middle; each key of ${SEARCHES.length} searches; a full stop replaced in each row ${REPLACEMENTS} times, and undone; ${OPENING_COUNT} openings in a new tab, from the start of the navigation until the first rows are drawn.`,
          `Load average at the end ${loadavg()[0]?.toFixed(1)}.`,
        ],
      };
    } finally {
      await browser.close();
    }
  });
