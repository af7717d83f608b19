import type { Locator, Page } from '@playwright/test';
import { videos } from '@sayback/contract';
import { addClip, adminApi, alignTexts, ENGLISH_CLIP, fetchSubtitle } from '../../support/api.ts';
import { ADMIN } from '../../support/sayback-server.ts';
import { test as base, expect } from '../../support/test.ts';
import { editorPage, openEditor } from './editor.ts';

const ENGLISH = [
  'The train had left before anyone could say goodbye.',
  'So they stood on the platform, the two of them, and waved at what was no longer there to be waved at.',
  'My grandmother used to say that a house without a cat is a house without a clock.',
  'She had neither of the two, and nobody ever saw her come too late for anything at all in her life.',
  'Did you lock the door behind you?',
];
const GERMAN = [
  'Der Zug war abgefahren, ehe sich irgendjemand verabschieden konnte.',
  'So standen sie zu zweit auf dem Bahnsteig und winkten dem nach, was längst nicht mehr zu sehen war.',
  'Meine Großmutter pflegte zu sagen, ein Haus ohne Katze sei wie ein Haus ohne Uhr.',
  'Sie besaß weder das eine noch das andere, und doch kam sie, soweit man weiß, nie im Leben zu spät.',
  'Hast du die Tür hinter dir abgeschlossen?',
];

/** Creates subtitles of 40 cues with one to four sentences each. */
const createFilmSrt = (sentences: readonly string[]) =>
  Array.from({ length: 40 }, (_, index) => {
    const text = Array.from(
      { length: (index % 4) + 1 },
      (_, offset) => sentences[(index + offset) % sentences.length],
    );
    const time = (seconds: number) =>
      `00:${String(Math.floor(seconds / 60)).padStart(2, '0')}:${String(seconds % 60).padStart(2, '0')},000`;
    return `${index + 1}\n${time(index * 8)} --> ${time(index * 8 + 7)}\n${text.join(' ')}\n`;
  }).join('\n');

const test = base.extend<{ alignmentId: number | null }>({
  alignmentId: async ({ server, page, signIn }, use) => {
    const api = await adminApi(server.url);
    const { alignment_id } = await fetchSubtitle(api, await addClip(api, ENGLISH_CLIP));
    await signIn(page, ADMIN);
    await use(alignment_id);
  },
});

test('both ends of a long segment are visible on the timeline, and can be dragged', async ({
  page,
  alignmentId,
}) => {
  await openEditor(page, alignmentId);
  await editorPage(page).target(2).focus();
  const timeline = page.getByRole('region', { name: 'Time line' });
  const end = timeline.getByRole('slider', { name: 'Segment 2, End' });
  for (const time of ['00:00:30.000', '00:00:12.000']) {
    await page.getByRole('textbox', { name: 'Segment 2, End' }).fill(time);
    await expect(timeline.getByRole('slider', { name: 'Segment 2, Start' })).toBeInViewport({ ratio: 1 });
    await expect(end).toBeInViewport({ ratio: 1 });
  }
  const { x, y } = (await end.boundingBox()) ?? { x: 0, y: 0 };
  await page.mouse.move(x + 4, y + 40);
  await page.mouse.down();
  await page.mouse.move(x - 40, y + 40, { steps: 5 });
  await page.mouse.up();
  await expect(page.getByRole('textbox', { name: 'Segment 2, End' })).not.toHaveValue('00:00:12.000');
});

test('the page is left-aligned with the navigation bar', async ({ page, alignmentId }) => {
  await openEditor(page, alignmentId);
  const readLeft = async (role: 'link' | 'slider', name: string) =>
    (await page.getByRole(role, { name, exact: true }).boundingBox())?.x;
  expect(await readLeft('slider', 'Map of the file')).toBe(await readLeft('link', 'Sayback'));
});

/** Counts the rows that are entirely visible, below the column headers and above the timeline. */
const rowsInView = (page: Page) =>
  page.evaluate(() => {
    const top = document.querySelector('thead')?.getBoundingClientRect().bottom ?? 0;
    const bottom =
      document.querySelector('section[aria-label="Time line"]')?.getBoundingClientRect().top ?? 0;
    return [...document.querySelectorAll('[data-segment]')]
      .map((row) => row.getBoundingClientRect())
      .filter((row) => row.top >= top && row.bottom <= bottom).length;
  });

test('at least 12 rows of a film fit on a laptop, and 16 on a large screen', async ({
  page,
  server,
  signIn,
}) => {
  const api = await adminApi(server.url);
  const { id } = await api(videos.createVideo, { body: { title: 'A film', original_language: 'en' } });
  const alignment = await alignTexts(api, id, ['en', createFilmSrt(ENGLISH)], ['de', createFilmSrt(GERMAN)]);
  await signIn(page, ADMIN);
  for (const [width, height, rows] of [
    [1440, 900, 12],
    [1920, 1080, 16],
  ] as const) {
    await page.setViewportSize({ width, height });
    await openEditor(page, alignment);
    const readBox = async (locator: Locator) => (await locator.boundingBox()) ?? { y: 0, height: 0 };
    const header = await readBox(page.getByRole('banner'));
    const table = await readBox(page.getByRole('table'));
    // One toolbar of 48 pixels, and the gap below it.
    expect(table.y - header.y - header.height).toBeLessThanOrEqual(52);
    await expect.poll(() => rowsInView(page)).toBeGreaterThanOrEqual(rows);
  }
});

test('an overlong row is shown in full while it has the focus', async ({ page, server, signIn }) => {
  const api = await adminApi(server.url);
  const { id } = await api(videos.createVideo, { body: { title: 'A film', original_language: 'en' } });
  const alignment = await alignTexts(api, id, ['en', createFilmSrt(ENGLISH)], ['de', createFilmSrt(GERMAN)]);
  await signIn(page, ADMIN);
  await openEditor(page, alignment);
  const readHeight = async (number: number) =>
    (
      await editorPage(page)
        .rows.nth(number - 1)
        .boundingBox()
    )?.height ?? 0;
  const [collapsedHeight, otherHeight] = [await readHeight(4), await readHeight(2)];
  await editorPage(page).target(4).click();
  await expect.poll(() => readHeight(4)).toBeGreaterThan(collapsedHeight * 1.5);
  expect(await readHeight(2)).toBe(otherHeight);
  await editorPage(page).target(2).click();
  await expect.poll(() => readHeight(4)).toBe(collapsedHeight);

  // A press reaches its button, although the row above collapses meanwhile.
  await editorPage(page).target(4).click();
  const play = editorPage(page).rows.nth(6).getByRole('button', { name: 'Play Segment' });
  await play.click({ delay: 50 });
  await expect(page.getByRole('dialog', { name: 'Watch Video' })).toBeVisible();
});

test('a row’s buttons are on one line, and receive clicks after another row was hovered', async ({
  page,
  alignmentId,
}) => {
  for (const width of [1280, 1366, 1440]) {
    await page.setViewportSize({ width, height: 800 });
    await openEditor(page, alignmentId);
    const { rows, target } = editorPage(page);
    await target(3).click();
    await expect(rows.nth(2)).toHaveAttribute('data-current', 'true');
    await rows.nth(1).hover();
    const badButtons = await rows.nth(2).evaluate((row) =>
      [...row.querySelectorAll('[role=toolbar] button')].flatMap((button, _, all) => {
        const { x, y, width, height } = button.getBoundingClientRect();
        const topElement = document.elementFromPoint(x + width / 2, y + height / 2);
        const isOnFirstLine = y === all[0]?.getBoundingClientRect().y;
        return button.contains(topElement) && isOnFirstLine ? [] : [button.getAttribute('aria-label')];
      }),
    );
    expect(badButtons).toEqual([]);
  }
});

test('a row stays the same height when it is marked as edited', async ({ page, alignmentId }) => {
  for (const width of [1280, 1440, 1920]) {
    await page.setViewportSize({ width, height: 800 });
    await openEditor(page, alignmentId);
    const { rows, target } = editorPage(page);
    const readHeight = async (number: number) => (await rows.nth(number - 1).boundingBox())?.height;
    const before = await readHeight(2);
    // Moves the start by 0.1 s, so the texts' lengths don't change.
    await target(2).click();
    await page.keyboard.press('Alt+]');
    await target(4).click();
    await expect(rows.nth(1).getByText('edited')).toBeVisible();
    await expect.poll(() => readHeight(2)).toBe(before);
  }
});

test('a message is shown above the timeline', async ({ page, alignmentId }) => {
  await openEditor(page, alignmentId);
  await editorPage(page).target(2).fill('Written');
  await page.keyboard.press('Control+s');
  await expect(editorPage(page).saved).toBeVisible();
  const message = await editorPage(page).saved.boundingBox();
  const timeline = await page.getByRole('region', { name: 'Time line' }).boundingBox();
  expect((message?.y ?? 0) + (message?.height ?? 0)).toBeLessThanOrEqual(timeline?.y ?? 0);
});
