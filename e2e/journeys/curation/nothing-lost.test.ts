import type { Page } from '@playwright/test';
import { connectToRunning } from '../../../apps/server/src/platform/database/embedded.ts';
import { queryOnce } from '../../../apps/server/src/testing/databases.ts';
import { type Random, randomFrom } from '../../../apps/server/src/testing/hostile/random.ts';
import { addClip, adminApi, ENGLISH_CLIP, makeAdmin, subtitleOf } from '../../support/api.ts';
import { ADMIN } from '../../support/sayback-server.ts';
import { expect, test } from '../../support/test.ts';
import { runSql } from '../run-sql.ts';
import { editorPage, openEditor } from './editor.ts';

/** `ROUNDS=200 SEED=3` runs more of them, and different ones. */
const ROUNDS = Number(process.env.ROUNDS ?? 2);
const SEED = Number(process.env.SEED ?? 1);
/** Few, so that both people often write in the same row. */
const ROWS = 6;
const KILL_INTERVAL = 40;
/** Duration of one round, including a killed server. */
const ROUND_MS = 15_000;

const isKilledIn = (round: number) => round % KILL_INTERVAL === KILL_INTERVAL / 2;
// The dialog about a conflict must open offline.
test.use({ world: 'nothing-lost', savesData: false });

/** A user with one or more tabs in one browser. */
type User = {
  tabs: Writer[];
  typed: Set<string>;
  /** All texts that their tabs have shown. */
  seen: Set<string>;
};

/** A tab that someone writes in. Each text is unique, and names the tab in which it was typed. */
type Writer = {
  name: string;
  user: User;
  page: Page;
  random: Random;
  /** The last text typed into each row, by row number; null if it was discarded for another one. */
  last: Map<number, string | null>;
  count: number;
};

const TEXTS = /\b(?:Ana|Tab|Ben)\d+\b/g;
const textsIn = (shown: string): string[] => shown.match(TEXTS) ?? [];
// Each writes at their own pace.
const pause = ({ page, random }: Writer, max: number) => page.waitForTimeout(random.below(max));
const conflictDialog = (page: Page) => page.getByRole('dialog', { name: 'Someone else saved this segment' });

/** Records every text that a row shows, however briefly. */
async function watchTexts({ page, user: { seen } }: Writer): Promise<void> {
  await page.exposeFunction('noteText', (text: string) => seen.add(text));
  await page.addInitScript(() => {
    const note = (window as unknown as { noteText: (text: string) => void }).noteText;
    new MutationObserver((changes) => {
      for (const { target, addedNodes } of changes)
        for (const node of [target, ...addedNodes])
          if (node instanceof Element)
            for (const copy of [node, ...node.querySelectorAll('[data-copy]')])
              if (copy instanceof HTMLElement && copy.dataset.copy) note(copy.dataset.copy);
    }).observe(document, { subtree: true, childList: true, attributeFilter: ['data-copy'] });
  });
}

const getRow = (page: Page, number: number) =>
  page.locator('[data-segment]', { has: editorPage(page).target(number) });

function giveUp({ tabs }: User, text: string): void {
  for (const { last } of tabs) for (const [number, typed] of last) if (typed === text) last.set(number, null);
}

async function type(writer: Writer): Promise<number> {
  const { page, user, name, last, random } = writer;
  const number = 1 + random.below(ROWS);
  writer.count += 1;
  const text = `${name}${writer.count}`;
  const field = editorPage(page).target(number);
  await field.focus();
  // Typing over a text that this tab took over from a closed one gives that text up.
  giveUp(user, await field.inputValue());
  user.typed.add(text);
  await page.keyboard.press('Control+a');
  await page.keyboard.type(text);
  last.set(number, text);
  await expect(field).toHaveValue(text);
  return number;
}

/** Leaves a row in a random way, or stays in it. */
async function leave(writer: Writer, number: number): Promise<void> {
  const { page } = writer;
  const save = async (key: string) => {
    await page.keyboard.press(key);
    await expect(getRow(page, number)).not.toHaveAttribute('aria-busy', 'true');
    // Before typing again, wait for the outcome of the save.
    await settleDialog(writer);
  };
  const ways = [
    () => page.keyboard.press('Enter'),
    () =>
      editorPage(page)
        .target(1 + (number % ROWS))
        .focus(),
    () => save('Control+Enter'),
    () => save('Control+s'),
    async () => {},
  ];
  await writer.random.pick(ways)();
}

/** Reloads the page, repeatedly while the server is down. */
async function reload({ page }: Writer): Promise<void> {
  const address = page.url();
  const row = editorPage(page).rows.first();
  const failure = page.getByRole('button', { name: 'Try again' });
  let loading: Promise<unknown> = page.reload();
  for (;;) {
    const isLoaded = await loading.then(
      () => true,
      () => false,
    );
    if (isLoaded) await expect(row.or(failure).first()).toBeVisible();
    if (isLoaded && (await row.isVisible())) return;
    loading = page.goto(address);
  }
}

async function typeAndLeave(writer: Writer): Promise<void> {
  await settleDialog(writer);
  const number = await type(writer);
  await pause(writer, 60);
  await leave(writer, number);
  await pause(writer, 200);
}

/** One user’s actions in a round. */
async function live(writer: Writer): Promise<void> {
  const { page } = writer;
  const kinds = ['write', 'write', 'reload', 'offline', 'offline and reload'] as const;
  const kind = writer.random.pick(kinds);
  if (kind.startsWith('offline')) await page.context().setOffline(true);
  await typeAndLeave(writer);
  if (writer.random.chance(0.5)) await typeAndLeave(writer);
  await page.context().setOffline(false);
  if (kind === 'reload' || kind === 'offline and reload') await reload(writer);
}

/** Resolves a visible conflict: both texts are there to choose from. */
async function settleDialog(writer: Writer, isLast = false): Promise<boolean> {
  const { page, user } = writer;
  const dialog = conflictDialog(page);
  if (!(await dialog.isVisible())) return false;
  const mine = textsIn(await dialog.locator('ins').innerText())[0] ?? '';
  expect(user.typed, `${writer.name} is asked about a text of their own`).toContain(mine);
  for (const text of textsIn(await dialog.innerText())) user.seen.add(text);
  const choice = writer.random.pick(['Keep mine', 'Use theirs', isLast ? 'Keep mine' : 'Decide later']);
  await dialog.getByRole('button', { name: choice }).click();
  await expect(dialog).toBeHidden();
  if (choice === 'Use theirs') giveUp(user, mine);
  return true;
}

/** Reads the unsaved texts in the browser's storage, of all tabs. */
const readKept = (page: Page) =>
  page.evaluate(
    () =>
      new Promise<string>((resolve, reject) => {
        const opening = indexedDB.open('keyval-store');
        opening.onerror = () => reject(opening.error);
        opening.onsuccess = () => {
          const reading = opening.result.transaction('keyval').objectStore('keyval').getAll();
          reading.onerror = () => reject(reading.error);
          reading.onsuccess = () => resolve(JSON.stringify(reading.result));
        };
      }),
  );

/** Returns the texts of a user: on a page, in a dialog, or, with several tabs, stored in the browser. */
async function getTexts({ tabs }: User): Promise<Set<string>> {
  const texts: string[] = [];
  for (const { page } of tabs) {
    const dialog = conflictDialog(page);
    if (await dialog.isVisible()) texts.push(...textsIn(await dialog.innerText()));
    for (let number = 1; number <= ROWS; number += 1)
      texts.push(await editorPage(page).target(number).inputValue());
  }
  const [first, second] = tabs;
  if (first && second) texts.push(...textsIn(await readKept(first.page)));
  return new Set(texts);
}

/** Saves all unsaved rows as a user would, and answers the dialogs. */
async function saveAll(writer: Writer): Promise<void> {
  const { page } = writer;
  await settleDialog(writer, true);
  for (let number = 1; number <= ROWS; number += 1) {
    const row = getRow(page, number);
    await expect(async () => {
      if ((await row.getAttribute('data-unsaved')) !== null) {
        await editorPage(page).target(number).press('Control+s');
        await expect(row).not.toHaveAttribute('aria-busy', 'true');
        await settleDialog(writer, true);
      }
      expect(await row.getAttribute('data-unsaved')).toBeNull();
    }).toPass();
  }
}

test(`nothing typed is lost in ${ROUNDS} rounds of network cuts, reloads, two editors, and two tabs of one editor (seed ${SEED})`, async ({
  page,
  server,
  signIn,
  openBrowser,
}) => {
  // Never less than other journeys have: the timeout isn't a measure of speed.
  test.setTimeout(Math.max(test.info().timeout, 60_000 + ROUNDS * ROUND_MS));
  const admin = await adminApi(server.url);
  const { alignment_id } = await subtitleOf(admin, await addClip(admin, ENGLISH_CLIP));
  await runSql(
    server,
    `create table saves (number bigserial, segment_id bigint, before text, after text);
     create function note_save() returns trigger language plpgsql as
       $$ begin insert into saves (segment_id, before, after) values (old.id, old.text_target, new.text_target); return new; end $$;
     create trigger note_save after update on segments for each row
       when (old.text_target is distinct from new.text_target) execute function note_save()`,
  );
  const open = async (name: string, own: Page, user: User, seed: number): Promise<void> => {
    const writer = { name, user, page: own, random: randomFrom(seed), last: new Map(), count: 0 };
    user.tabs.push(writer);
    own.on('dialog', (dialog) => void dialog.accept());
    await watchTexts(writer);
    await openEditor(own, alignment_id);
  };
  const meet = (): User => ({ tabs: [], typed: new Set(), seen: new Set() });
  const [ana, ben] = [meet(), meet()];
  await signIn(page, ADMIN);
  await open('Ana', page, ana, SEED);
  await open('Tab', await page.context().newPage(), ana, SEED + 2000);
  const other = await openBrowser();
  await signIn(other, await makeAdmin(server.url));
  await open('Ben', other, ben, SEED + 1000);
  const people = [ana, ben];
  const writers = people.flatMap(({ tabs }) => tabs);
  const ids = await page
    .locator('[data-segment]')
    .evaluateAll((rows) => rows.map((row) => Number(row.getAttribute('data-segment'))));

  type Save = { segment_id: string; before: string; after: string };
  const readSaves = async () => {
    const { url } = await connectToRunning(server.dataDir);
    return (await queryOnce(url, 'select segment_id, before, after from saves order by number')) as Save[];
  };

  for (let round = 1; round <= ROUNDS; round += 1) {
    if (ROUNDS > 20) console.info(`round ${round} of ${ROUNDS}`);
    const cut = async () => {
      if (!isKilledIn(round)) return;
      // In the middle of their writing.
      await page.waitForTimeout(300);
      await server.kill();
      await server.restart();
    };
    await Promise.all([...writers.map(live), cut()]);

    for (const user of people) {
      // In this order: a text moves from a page into the database, and not back.
      const shown = await getTexts(user);
      const saved = new Set((await readSaves()).map(({ segment_id, after }) => `${segment_id} ${after}`));
      for (const { name, last } of user.tabs)
        for (const [number, text] of last)
          if (text !== null)
            expect(
              shown.has(text) || saved.has(`${ids[number - 1]} ${text}`),
              `round ${round}: ‘${text}’ of ${name} in row ${number} is on a page, saved, asked about or kept; there are ${[...shown]}`,
            ).toBe(true);
    }
  }

  for (const writer of [...writers, ...writers]) await saveAll(writer);
  // A tab takes over one unsaved text of a row at a time, so reload and save until none is left.
  for (const { tabs } of people)
    for (const writer of tabs.slice(0, 1))
      await expect(async () => {
        await reload(writer);
        await saveAll(writer);
        expect(textsIn(await readKept(writer.page))).toEqual([]);
      }).toPass();
  const saves = await readSaves();
  const saved = new Set(saves.map(({ after }) => after));
  for (const { name, last } of writers)
    for (const text of last.values())
      if (text !== null) expect(saved, `the last of ${name} is saved`).toContain(text);

  // Anyone who overwrote another person's text must have seen it.
  for (const { before, after } of saves) {
    const over = people.find(({ typed }) => typed.has(after));
    const [theirs] = textsIn(before);
    if (over && theirs && !over.typed.has(theirs))
      expect(over.seen, `${after} was written over ${before}`).toContain(theirs);
  }
  test.info().annotations.push({ type: 'saves', description: String(saves.length) });
});
