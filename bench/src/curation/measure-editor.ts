import { loadavg } from 'node:os';
import type { BrowserContext, Page } from '@playwright/test';
import { ADMIN } from '../../../e2e/support/sayback-server.ts';
import { newVisitor, openBrowser } from '../browser.ts';
import { inMilliseconds, inSeconds, median, quantile } from '../metrics.ts';
import { info, type Report, type Row } from '../report.ts';
import { addAlignment, fill, withServer } from './long-alignment.ts';
import { startClock, whenPainted } from './paint-clock.ts';

const MANY = 10_000;
const SIZES = [1000, MANY];
const OPENINGS = 9;
/** Replacing and undoing it, there and back. */
const REPLACEMENTS = 6;
/** A word in a third of the lines, one in a few, and one in one. */
const SEARCHES = ['water', 'station', 'quiet hundred', 'es ', 'garden summer', 'Green'];
const SENTENCE = 'A person writes this line anew, with a comma, at the speed of a quick hand. ';
/** Between two keys of a quick typist: no multiple of a frame. */
const KEY_PAUSE_MS = 47;

type Times = {
  opened: number[];
  read: number[];
  typed: number[];
  found: number[];
  replaced: number[];
  undone: number[];
};

const editorOf = (id: number, page = 1) => `/subtitles/${id}/edit?page=${page}`;

/** Opens the editor in a tab of its own; the browser has its scripts already. */
async function open(
  context: BrowserContext,
  path: string,
): Promise<{ page: Page; openedMs: number; read: number }> {
  const page = await context.newPage();
  await page.addInitScript(startClock);
  await page.goto(path);
  const openedMs = await whenPainted(page, { selector: '[data-segment] textarea' });
  const read = await page.evaluate(() => {
    const calls = performance.getEntriesByType('resource') as PerformanceResourceTiming[];
    return calls.find(({ name }) => name.includes('/segments/'))?.responseEnd ?? Number.NaN;
  });
  return { page, openedMs, read };
}

/** Key to paint, for each key. */
async function typeInRow(page: Page, number: number): Promise<number[]> {
  await page.getByLabel(`Segment ${number}, Target Subtitle`, { exact: true }).click();
  await page.keyboard.press('End');
  const took: number[] = [];
  for (const key of SENTENCE) {
    await page.evaluate(() => window.paintClock.start('keydown'));
    await page.keyboard.press(key === ' ' ? 'Space' : key);
    took.push(await whenPainted(page, {}));
    await page.waitForTimeout(KEY_PAUSE_MS);
  }
  return took;
}

/** Key to the first matches of what has been typed so far, for each key. */
async function search(page: Page): Promise<number[]> {
  const field = page.getByRole('textbox', { name: 'Find', exact: true });
  const took: number[] = [];
  for (const query of SEARCHES) {
    await field.fill('');
    await page.waitForTimeout(300);
    for (let at = 1; at <= query.length; at += 1) {
      await page.evaluate(() => window.paintClock.start('keydown'));
      await page.keyboard.press(query[at - 1] === ' ' ? 'Space' : (query[at - 1] ?? ''));
      took.push(await whenPainted(page, { selector: '[data-segment] mark', text: query.slice(0, at) }));
      await page.waitForTimeout(KEY_PAUSE_MS);
    }
  }
  return took;
}

/** Replaces the full stop of each translation, and back, and undoes it each time. */
async function replace(page: Page, count: number): Promise<{ replaced: number[]; undone: number[] }> {
  const replaced: number[] = [];
  const undone: number[] = [];
  await page.getByRole('combobox', { name: 'In which texts' }).click();
  await page.getByRole('option', { name: 'Translation' }).click();
  for (let round = 0; round < REPLACEMENTS; round += 1) {
    await page.getByRole('textbox', { name: 'Find', exact: true }).fill('.');
    await page.getByRole('textbox', { name: 'Replace with' }).fill(' !');
    await page.getByText(`${count} matches in ${count} rows`).waitFor();
    await page.waitForTimeout(500);
    await page.evaluate(() => window.paintClock.start('click'));
    await page.getByRole('button', { name: 'Replace all' }).click();
    replaced.push(
      await whenPainted(page, { selector: '[role=status], [role=alert]', text: `${count} rows changed.` }),
    );
    await page.waitForTimeout(2500);
    await page.evaluate(() => window.paintClock.start('click'));
    await page.getByRole('button', { name: 'Undo', exact: true }).first().click();
    undone.push(
      await whenPainted(page, { selector: 'search output', text: `${count} matches in ${count} rows` }),
    );
    await page.waitForTimeout(2500);
  }
  return { replaced, undone };
}

async function measure(context: BrowserContext, id: number, count: number): Promise<Times> {
  await (await open(context, editorOf(id))).page.close();
  const opened: number[] = [];
  const read: number[] = [];
  for (let round = 0; round < OPENINGS; round += 1) {
    const { page, ...times } = await open(context, editorOf(id));
    opened.push(times.openedMs);
    read.push(times.read);
    await page.close();
  }
  const { page } = await open(context, editorOf(id, count / 40));
  const typed = await typeInRow(page, count / 2 + 3);
  await page.keyboard.press('Control+z');
  await page.keyboard.press('Control+h');
  const searchTimes = await search(page);
  const changes = await replace(page, count);
  await page.close();
  return { opened, read, typed, found: searchTimes, ...changes };
}

const rowOf =
  (count: number) =>
  (
    what: string,
    times: readonly number[],
    aim: number,
    share: number,
    format: (ms: number) => string,
  ): Row => {
    const value = quantile(times, share);
    const isMany = count === MANY;
    return {
      what: `${what}, ${count.toLocaleString('en')} rows: median, 75th and 95th percentile`,
      measured: [0.5, 0.75, 0.95].map((at) => format(quantile(times, at))).join(', '),
      aim: isMany ? `≤ ${format(aim)} (${share === 0.5 ? 'median' : `${share * 100}th`})` : '',
      met: isMany ? value <= aim : null,
    };
  };

function rowsOf(count: number, times: Times): Row[] {
  const row = rowOf(count);
  return [
    row('key to paint in a row', times.typed, 16, 0.75, inMilliseconds),
    row('opening', times.opened, 1500, 0.5, inSeconds),
    row('key to first matches', times.found, 200, 0.5, inMilliseconds),
    row('replaced in all rows', times.replaced, 1000, 0.5, inSeconds),
    info(`undone in all rows, ${count.toLocaleString('en')} rows: median`, inSeconds(median(times.undone))),
    info(
      `of the opening, until the rows are read, ${count.toLocaleString('en')} rows: median`,
      inSeconds(median(times.read)),
    ),
  ];
}

/** What a person at the editor waits for, in a real browser, at 1,000 and at 10,000 rows. */
export const measureEditor = (): Promise<Report> =>
  withServer(async (bench) => {
    const browser = await openBrowser();
    try {
      const rows: Row[] = [];
      for (const count of SIZES) {
        const { id } = await addAlignment(bench, 20);
        await fill(bench, id, count);
        const context = await newVisitor(browser, bench.url, ADMIN);
        rows.push(...rowsOf(count, await measure(context, id, count)));
        await context.close();
      }
      return {
        rows,
        notes: [
          'From the event’s own time stamp until the browser has drawn the frame that shows what it brought: a frame begins every 16.7 ms, and waiting for it is part of the time.',
          `${SENTENCE.length} keys in a row in the middle; each key of ${SEARCHES.length} searches; a full stop replaced in each row ${REPLACEMENTS} times, and undone; ${OPENINGS} openings in a new tab, from the start of the navigation until the first rows are drawn.`,
          `Load average at the end ${loadavg()[0]?.toFixed(1)}.`,
        ],
      };
    } finally {
      await browser.close();
    }
  });
