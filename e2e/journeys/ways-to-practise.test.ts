import type { Page } from '@playwright/test';
import { accounts, hashLine, parsePosition, practice, type subtitles } from '@sayback/contract';
import { announcedTexts } from '../support/accessibility.ts';
import {
  type Account,
  addClip,
  adminApi,
  apiAs,
  createLearnerAt,
  ENGLISH_CLIP,
  fetchSegments,
} from '../support/api.ts';
import { watchMedia } from '../support/media-watch.ts';
import { expectPlayed, practicePage, segmentNumber, toSeconds, waitForTurn } from '../support/practice.ts';
import { test as base, expect } from '../support/test.ts';

const SHORT_LINE = 'But then, where is she now?';

base.describe.configure({ mode: 'parallel' });

let videoId: number;
let short: subtitles.Segment;
let shortNumber: number;
base.beforeAll(async ({ server }) => {
  const admin = await adminApi(server.url);
  videoId = await addClip(admin, ENGLISH_CLIP);
  const segments = await fetchSegments(admin, videoId);
  shortNumber = segmentNumber(segments, SHORT_LINE);
  short = segments[shortNumber - 1] as subtitles.Segment;
});

const test = base.extend<{ openShortLine: () => ReturnType<typeof createLearnerAt> }>({
  openShortLine: async ({ page, server, signIn }, use) =>
    use(async () => {
      const learner = await createLearnerAt(server.url, videoId, shortNumber, { line_pause: 0 });
      await signIn(page, learner);
      await page.goto(`/video/${videoId}`);
      await expect(page.getByText('Ready', { exact: true })).toBeVisible();
      return learner;
    }),
});

const wayButton = (page: Page, name: string) =>
  page.getByRole('button', { name: `Way to practise: ${name}`, exact: true });

test('a way to practise is chosen in the menu, and remembered for the video', async ({
  page,
  server,
  openShortLine,
}) => {
  const learner = await openShortLine();
  const { original, translation, play } = practicePage(page);
  await expect(original).toBeVisible();
  await wayButton(page, 'Listen and say').click();
  await page.getByRole('menuitemradio', { name: 'Listen first' }).click();
  await expect(wayButton(page, 'Listen first')).toBeFocused();
  await expect(original).toBeHidden();
  await expect(translation).toBeHidden();
  const api = await apiAs(server.url, learner);
  await expect
    .poll(async () => (await api(accounts.getPreferences)).player.ways)
    .toEqual([{ video_id: videoId, way: 'listenFirst' }]);
  await page.reload();
  await expect(wayButton(page, 'Listen first')).toBeVisible();
  await expect(original).toBeHidden();
  await play.click();
  await expect(page.getByText('Your turn:', { exact: true }).first()).toBeVisible();
  await expect(practicePage(page).announcement).toHaveText('Your turn:');
  // The main button reveals the line before it continues.
  await page.getByRole('button', { name: 'Show text' }).first().click();
  await expect(original).toHaveText(SHORT_LINE);
  await expect(translation).toBeVisible();
  await page.keyboard.press(' ');
  await expect(page.getByTestId('segment-count')).toHaveText(new RegExp(`^Line ${shortNumber + 1} of`));
  await expect(original).toBeHidden();
});

test('a digit key changes the way immediately, and Listen only has no turns', async ({
  page,
  openShortLine,
}) => {
  await openShortLine();
  await page.keyboard.press('7');
  await expect(wayButton(page, 'Listen only')).toBeVisible();
  await page.keyboard.press(' ');
  await expect(page.getByTestId('segment-count')).toHaveText(new RegExp(`^Line ${shortNumber + 1} of`));
  await expect(page.getByText('Listen', { exact: true })).toBeVisible();
  await page.keyboard.press('1');
  await expect(wayButton(page, 'Listen and say')).toBeVisible();
  await expect(page.getByText('Your turn:', { exact: true }).first()).toBeVisible();
});

test('the setting ‘Listen without stops’ selects the way ‘Listen only’', async ({ page, openShortLine }) => {
  await openShortLine();
  await page.getByRole('button', { name: 'Player settings' }).click();
  const drawer = page.getByRole('dialog', { name: 'Player settings' });
  await drawer.getByRole('switch', { name: /^Listen without stops/ }).click();
  await page.keyboard.press('Escape');
  // A closing drawer would receive the key.
  await expect(drawer).toBeHidden();
  await expect(wayButton(page, 'Listen only')).toBeVisible();
  await page.keyboard.press('1');
  await expect(wayButton(page, 'Listen and say')).toBeVisible();
  await practicePage(page).play.click();
  await waitForTurn(page, short);
});

const LONG_LINE = 'what she really loves is fish';

type Fixtures = {
  page: Page;
  server: { url: string };
  signIn: (page: Page, account: Account) => Promise<Account>;
};

/** Opens the practice screen at a line, with a way to practise. */
async function openPractice({ page, server, signIn }: Fixtures, wayButton: string, line: number) {
  const ways = [{ video_id: videoId, way: wayButton }];
  const learner = await createLearnerAt(server.url, videoId, line, { line_pause: 0, ways });
  await signIn(page, learner);
  await page.goto(`/video/${videoId}`);
  await expect(page.getByText('Ready', { exact: true })).toBeVisible();
  return apiAs(server.url, learner);
}

test('gaps can be filled by touch on a phone', async ({ page, server, signIn }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  const admin = await adminApi(server.url);
  const line = segmentNumber(await fetchSegments(admin, videoId), LONG_LINE);
  await openPractice({ page, server, signIn }, 'gaps', line);
  await practicePage(page).play.click();
  const gaps = page.getByRole('textbox', { name: /^Missing word/ });
  await expect(gaps.first()).toBeVisible();
  const count = await gaps.count();
  expect(count).toBeGreaterThanOrEqual(1);
  expect(count).toBeLessThanOrEqual(3);
  for (const button of ['Check', 'Hint', 'Hear it again', 'Hear it slowly']) {
    const box = await page.getByRole('button', { name: button }).last().boundingBox();
    expect(box?.height).toBeGreaterThanOrEqual(36);
  }
  const text = (await fetchSegments(admin, videoId))[line - 1]?.text_original ?? '';
  // A hint is one letter of the focused gap.
  await gaps.first().click();
  await page.getByRole('button', { name: 'Hint' }).click();
  await expect(page.getByText(/^Hint: \p{L}·+$/u)).toBeVisible();
  await gaps.first().fill('zzz');
  await page.getByRole('button', { name: 'Check' }).last().click();
  await expect(page.locator('section p[data-status]')).toContainText(/^0 of \d words? right\./);
  const shown = page.locator('[data-part=original]');
  await expect(shown).toContainText('wrong: zzz');
  await page.getByRole('button', { name: 'Again' }).click();
  // Finds the missing words between the pieces on the screen.
  const pieces = await shown.evaluate((line) => {
    const nodes = document.createTreeWalker(line);
    const texts: (string | null)[] = [];
    while (nodes.nextNode()) {
      const { nodeName, nodeValue } = nodes.currentNode;
      if (nodeName === 'INPUT') texts.push(null);
      else if (nodeName === '#text') texts.push(nodeValue);
    }
    return texts;
  });
  const pattern = pieces
    .map((piece) => (piece === null ? '(.+?)' : piece.replace(/[.?*]/g, '\\$&')))
    .join('');
  const words = new RegExp(`^${pattern}$`, 's').exec(text.trim())?.slice(1) ?? [];
  expect(words).toHaveLength(count);
  for (const [index, word] of words.entries()) await gaps.nth(index).fill(word);
  await page.getByRole('button', { name: 'Check' }).last().click();
  await expect(page.locator('section p[data-status]')).toHaveText('All correct!');
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
});

test('a line is recalled from its translation, revealed, and graded by the learner', async ({
  page,
  server,
  signIn,
}) => {
  const stops = await watchMedia(page);
  const api = await openPractice({ page, server, signIn }, 'recall', shortNumber);
  const { original, translation, play, count } = practicePage(page);
  await play.click();
  const reveal = page.getByRole('button', { name: 'Show text' }).first();
  await expect(reveal).toBeVisible();
  await expect(translation).toBeVisible();
  await expect(original).toBeHidden();
  expect(await stops()).toEqual([]);
  await page.keyboard.press(' ');
  await expect(original).toHaveText(SHORT_LINE);
  await expect.poll(async () => (await stops()).length).toBe(1);
  expectPlayed((await stops())[0], short);
  await expect(page.getByTestId('grades')).toBeVisible();
  await page.keyboard.press('2');
  await expect(count).toHaveText(new RegExp(`^Line ${shortNumber + 1} of`));
  await expect(original).toBeHidden();
  expect(await stops()).toHaveLength(1);
  const identity = { start_ms: parsePosition(short.start_time) ?? 0, text_hash: hashLine(SHORT_LINE) };
  await expect
    .poll(async () => {
      const query = { start_ms: String(identity.start_ms), text_hash: String(identity.text_hash) };
      const { reviews } = await api(practice.getLineMemory, { params: { id: videoId }, query });
      return reviews.map(({ skill, grade }) => `${skill} ${grade}`);
    })
    .toEqual(['say hard']);
  // Digit keys, which graded the line, change the way again.
  await page.keyboard.press('1');
  await expect(wayButton(page, 'Listen and say')).toBeVisible();
});

test('a long line is built up from its end, and every part plays to the end of the line', async ({
  page,
  server,
  signIn,
}) => {
  const stops = await watchMedia(page);
  const segments = await fetchSegments(await adminApi(server.url), videoId);
  const number = segmentNumber(segments, LONG_LINE);
  const line = segments[number - 1] as subtitles.Segment;
  await openPractice({ page, server, signIn }, 'buildUp', number);
  const { original, count, play } = practicePage(page);
  await expect(count).toHaveText(new RegExp(`^Line ${number} of ${segments.length} · 1/[2-5]$`));
  const parts = Number((await count.textContent())?.split('/')[1]);
  const texts: string[] = [];
  await play.click();
  for (let part = 1; part <= parts; part++) {
    await expect(page.getByText('Your turn:', { exact: true }).first()).toBeVisible();
    await expect(count).toHaveText(`Line ${number} of ${segments.length} · ${part}/${parts}`);
    texts.push((await original.textContent()) ?? '');
    const stop = (await stops()).at(-1);
    expect(stop?.at).toBeGreaterThanOrEqual(toSeconds(line.end_time));
    expect(stop?.from).toBeGreaterThanOrEqual(toSeconds(line.start_time) - 0.2);
    await page.keyboard.press('ArrowRight');
    await expect(count).not.toHaveText(`Line ${number} of ${segments.length} · ${part}/${parts}`);
  }
  expect(texts.at(-1)).toBe(line.text_original.trim());
  for (const [index, text] of texts.slice(0, -1).entries())
    expect(texts[index + 1]?.endsWith(text)).toBe(true);
  const starts = (await stops()).slice(0, parts).map(({ from }) => from);
  expect(starts).toEqual(starts.toSorted((a, b) => b - a));
});

for (const { name, mark, key, add, remove, added, removed, filter } of [
  {
    name: 'starred',
    mark: 'starred',
    key: 's',
    add: 'Star this line',
    remove: 'Remove the star',
    added: 'Starred',
    removed: 'Star removed',
    filter: 'Starred',
  },
  {
    name: 'marked as hard',
    mark: 'hard',
    key: 'd',
    add: 'Mark as hard',
    remove: 'Remove the hard mark',
    added: 'Hard',
    removed: 'No longer hard',
    filter: 'Hard',
  },
] as const)
  test(`a line can be ${name} by key or tap, which is announced to screen readers, and then found in the list`, async ({
    page,
    server,
    signIn,
  }) => {
    const api = await openPractice({ page, server, signIn }, 'say', shortNumber);
    await practicePage(page).play.click();
    const addButton = page.getByRole('button', { name: add });
    await expect(addButton).toBeVisible();
    await page.keyboard.press(key);
    const removeButton = page.getByRole('button', { name: remove });
    await expect(removeButton).toHaveAttribute('aria-pressed', 'true');
    await expect.poll(() => announcedTexts(page)).toContain(added);
    const fetchMarkedLines = async () => {
      const { lines } = await api(practice.listLineMemory, { params: { id: videoId }, query: {} });
      return lines.filter((line) => line[mark]).map(({ text }) => text);
    };
    await expect.poll(fetchMarkedLines).toEqual([SHORT_LINE]);
    await removeButton.click();
    await expect.poll(() => announcedTexts(page)).toContain(removed);
    await expect.poll(fetchMarkedLines).toEqual([]);
    // The next line isn't marked.
    await page.keyboard.press(key);
    await expect(removeButton).toBeVisible();
    await page.keyboard.press('ArrowRight');
    await expect(addButton).toBeVisible();
    await page.getByRole('button', { name: 'Lines', exact: true }).click();
    await page.getByRole('group', { name: 'Which lines to show' }).getByText(filter, { exact: true }).click();
    await expect(page.getByRole('button', { name: 'About this line' })).toHaveCount(1);
    await expect(page.getByRole('button', { name: SHORT_LINE })).toBeVisible();
  });
