import type { Page } from '@playwright/test';
import { accounts, hashLine, parsePosition, practice, type subtitles } from '@sayback/contract';
import { announcedTexts } from '../support/accessibility.ts';
import {
  type Account,
  addClip,
  adminApi,
  apiAs,
  ENGLISH_CLIP,
  makeLearnerAt,
  segmentsOf,
} from '../support/api.ts';
import { watchMedia } from '../support/media-watch.ts';
import { expectHeard, practiceOf, segmentNumber, toSeconds, untilTurn } from '../support/practice.ts';
import { expect, test } from '../support/test.ts';

const SHORT = 'But then, where is she now?';

test.describe.configure({ mode: 'parallel' });

let videoId: number;
let short: subtitles.Segment;
let shortNumber: number;
test.beforeAll(async ({ server }) => {
  const admin = await adminApi(server.url);
  videoId = await addClip(admin, ENGLISH_CLIP);
  const segments = await segmentsOf(admin, videoId);
  shortNumber = segmentNumber(segments, SHORT);
  short = segments[shortNumber - 1] as subtitles.Segment;
});

const practise = test.extend<{ enter: () => ReturnType<typeof makeLearnerAt> }>({
  enter: async ({ page, server, signIn }, use) =>
    use(async () => {
      const learner = await makeLearnerAt(server.url, videoId, shortNumber, { line_pause: 0 });
      await signIn(page, learner);
      await page.goto(`/video/${videoId}`);
      await expect(page.getByText('Ready', { exact: true })).toBeVisible();
      return learner;
    }),
});

const way = (page: Page, name: string) =>
  page.getByRole('button', { name: `Way to practise: ${name}`, exact: true });

practise(
  'a way to practise is chosen in the menu, and remembered for the video',
  async ({ page, server, enter }) => {
    const learner = await enter();
    const { original, translation, play } = practiceOf(page);
    await expect(original).toBeVisible();
    await way(page, 'Listen and say').click();
    await page.getByRole('menuitemradio', { name: 'Listen first' }).click();
    await expect(way(page, 'Listen first')).toBeFocused();
    await expect(original).toBeHidden();
    await expect(translation).toBeHidden();
    const api = await apiAs(server.url, learner);
    await expect
      .poll(async () => (await api(accounts.getPreferences)).player.ways)
      .toEqual([{ video_id: videoId, way: 'listenFirst' }]);
    await page.reload();
    await expect(way(page, 'Listen first')).toBeVisible();
    await expect(original).toBeHidden();
    await play.click();
    await expect(page.getByText('Your turn:', { exact: true }).first()).toBeVisible();
    await expect(practiceOf(page).announcement).toHaveText('Your turn:');
    // The main button uncovers the line before it continues.
    await page.getByRole('button', { name: 'Show text' }).first().click();
    await expect(original).toHaveText(SHORT);
    await expect(translation).toBeVisible();
    await page.keyboard.press(' ');
    await expect(page.getByTestId('segment-count')).toHaveText(new RegExp(`^Line ${shortNumber + 1} of`));
    await expect(original).toBeHidden();
  },
);

practise(
  'a digit key changes the way at once, and only Listen only has no turns',
  async ({ page, enter }) => {
    await enter();
    await page.keyboard.press('7');
    await expect(way(page, 'Listen only')).toBeVisible();
    await page.keyboard.press(' ');
    await expect(page.getByTestId('segment-count')).toHaveText(new RegExp(`^Line ${shortNumber + 1} of`));
    await expect(page.getByText('Listen', { exact: true })).toBeVisible();
    await page.keyboard.press('1');
    await expect(way(page, 'Listen and say')).toBeVisible();
    await expect(page.getByText('Your turn:', { exact: true }).first()).toBeVisible();
  },
);

practise('Listen without stops in the settings equals the way Listen only', async ({ page, enter }) => {
  await enter();
  await page.getByRole('button', { name: 'Player settings' }).click();
  const drawer = page.getByRole('dialog', { name: 'Player settings' });
  await drawer.getByRole('switch', { name: /^Listen without stops/ }).click();
  await page.keyboard.press('Escape');
  // While the drawer closes, it would receive the key.
  await expect(drawer).toBeHidden();
  await expect(way(page, 'Listen only')).toBeVisible();
  await page.keyboard.press('1');
  await expect(way(page, 'Listen and say')).toBeVisible();
  await practiceOf(page).play.click();
  await untilTurn(page, short);
});

const LONG = 'what she really loves is fish';

type Opened = {
  page: Page;
  server: { url: string };
  signIn: (page: Page, account: Account) => Promise<Account>;
};

/** Opens the practice screen at a line, in a way to practise. */
async function openIn({ page, server, signIn }: Opened, way: string, line: number) {
  const ways = [{ video_id: videoId, way }];
  const learner = await makeLearnerAt(server.url, videoId, line, { line_pause: 0, ways });
  await signIn(page, learner);
  await page.goto(`/video/${videoId}`);
  await expect(page.getByText('Ready', { exact: true })).toBeVisible();
  return apiAs(server.url, learner);
}

test('gaps can be filled by touch on a phone', async ({ page, server, signIn }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  const admin = await adminApi(server.url);
  const line = segmentNumber(await segmentsOf(admin, videoId), LONG);
  await openIn({ page, server, signIn }, 'gaps', line);
  await practiceOf(page).play.click();
  const gaps = page.getByRole('textbox', { name: /^Missing word/ });
  await expect(gaps.first()).toBeVisible();
  const count = await gaps.count();
  expect(count).toBeGreaterThanOrEqual(1);
  expect(count).toBeLessThanOrEqual(3);
  for (const button of ['Check', 'Hint', 'Hear it again', 'Hear it slowly']) {
    const box = await page.getByRole('button', { name: button }).last().boundingBox();
    expect(box?.height).toBeGreaterThanOrEqual(36);
  }
  const text = (await segmentsOf(admin, videoId))[line - 1]?.text_original ?? '';
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
  // The line has the missing words between the shown pieces.
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
  for (const [at, word] of words.entries()) await gaps.nth(at).fill(word);
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
  const api = await openIn({ page, server, signIn }, 'recall', shortNumber);
  const { original, translation, play, count } = practiceOf(page);
  await play.click();
  const reveal = page.getByRole('button', { name: 'Show text' }).first();
  await expect(reveal).toBeVisible();
  await expect(translation).toBeVisible();
  await expect(original).toBeHidden();
  expect(await stops()).toEqual([]);
  await page.keyboard.press(' ');
  await expect(original).toHaveText(SHORT);
  await expect.poll(async () => (await stops()).length).toBe(1);
  expectHeard((await stops())[0], short);
  await expect(page.getByTestId('grades')).toBeVisible();
  await page.keyboard.press('2');
  await expect(count).toHaveText(new RegExp(`^Line ${shortNumber + 1} of`));
  await expect(original).toBeHidden();
  expect(await stops()).toHaveLength(1);
  const identity = { start_ms: parsePosition(short.start_time) ?? 0, text_hash: hashLine(SHORT) };
  await expect
    .poll(async () => {
      const query = { start_ms: String(identity.start_ms), text_hash: String(identity.text_hash) };
      const { reviews } = await api(practice.getLineMemory, { params: { id: videoId }, query });
      return reviews.map(({ skill, grade }) => `${skill} ${grade}`);
    })
    .toEqual(['say hard']);
  // Digits change the way again.
  await page.keyboard.press('1');
  await expect(way(page, 'Listen and say')).toBeVisible();
});

test('a long line is built up from its end, and stops exactly each time', async ({
  page,
  server,
  signIn,
}) => {
  const stops = await watchMedia(page);
  const segments = await segmentsOf(await adminApi(server.url), videoId);
  const number = segmentNumber(segments, LONG);
  const line = segments[number - 1] as subtitles.Segment;
  await openIn({ page, server, signIn }, 'buildUp', number);
  const { original, count, play } = practiceOf(page);
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
  for (const [at, text] of texts.slice(0, -1).entries()) expect(texts[at + 1]?.endsWith(text)).toBe(true);
  const heard = (await stops()).slice(0, parts).map(({ from }) => from);
  expect(heard).toEqual(heard.toSorted((a, b) => b - a));
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
  test(`a line can be ${name} with its key and by a tap, found by it, and a screen reader announces it`, async ({
    page,
    server,
    signIn,
  }) => {
    const api = await openIn({ page, server, signIn }, 'say', shortNumber);
    await practiceOf(page).play.click();
    const addButton = page.getByRole('button', { name: add });
    await expect(addButton).toBeVisible();
    await page.keyboard.press(key);
    const removeButton = page.getByRole('button', { name: remove });
    await expect(removeButton).toHaveAttribute('aria-pressed', 'true');
    await expect.poll(() => announcedTexts(page)).toContain(added);
    const marked = async () => {
      const { lines } = await api(practice.listLineMemory, { params: { id: videoId }, query: {} });
      return lines.filter((line) => line[mark]).map(({ text }) => text);
    };
    await expect.poll(marked).toEqual([SHORT]);
    await removeButton.click();
    await expect.poll(() => announcedTexts(page)).toContain(removed);
    await expect.poll(marked).toEqual([]);
    // The mark is per line.
    await page.keyboard.press(key);
    await expect(removeButton).toBeVisible();
    await page.keyboard.press('ArrowRight');
    await expect(addButton).toBeVisible();
    await page.getByRole('button', { name: 'Lines', exact: true }).click();
    await page.getByRole('group', { name: 'Which lines to show' }).getByText(filter, { exact: true }).click();
    await expect(page.getByRole('button', { name: 'About this line' })).toHaveCount(1);
    await expect(page.getByRole('button', { name: SHORT })).toBeVisible();
  });
