import type { Page } from '@playwright/test';
import { connectToRunning } from '../../../apps/server/src/platform/database/embedded.ts';
import { queryOnce } from '../../../apps/server/src/testing/databases.ts';
import { type Random, randomFrom } from '../../../apps/server/src/testing/hostile/random.ts';
import { addClip, adminApi, ENGLISH_CLIP, makeAdmin, subtitleOf } from '../../support/api.ts';
import { ADMIN } from '../../support/sayback-server.ts';
import { expect, test } from '../../support/test.ts';
import { runSql } from '../run-sql.ts';
import { editorOf, openEditor } from './editor.ts';

/** `ROUNDS=200 SEED=3` runs more of them, and others. */
const ROUNDS = Number(process.env.ROUNDS ?? 2);
const SEED = Number(process.env.SEED ?? 1);
/** Few, so that both often write in the same one. */
const ROWS = 6;
const KILL_EVERY = 40;
/** For one round with a server that is killed in it. */
const ROUND_MS = 15_000;

const isKilledIn = (round: number) => round % KILL_EVERY === KILL_EVERY / 2;
// A server that is killed must be nobody else's.
test.use({ world: ROUNDS < KILL_EVERY / 2 ? 'shared' : 'nothing-lost' });

/** Whoever writes, each text once: a text says whose it is. */
type Writer = {
  name: string;
  page: Page;
  random: Random;
  /** The last text typed into each row, by the row's number; null where it was given up for the other one's. */
  last: Map<number, string | null>;
  /** The texts that the page showed. */
  seen: Set<string>;
  count: number;
};

const TEXTS = /\b(?:Ana|Ben)\d+\b/g;
const pause = ({ page, random }: Writer, most: number) => page.waitForTimeout(random.below(most));
const conflictOf = (page: Page) => page.getByRole('dialog', { name: 'Someone else saved this segment' });

/** Notes every text that a row shows, however shortly. */
async function watchTexts({ page, seen }: Writer): Promise<void> {
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

const rowOf = (page: Page, number: number) =>
  page.locator('[data-segment]', { has: editorOf(page).target(number) });

async function type(writer: Writer): Promise<number> {
  const { page, name, last, random } = writer;
  const number = 1 + random.below(ROWS);
  writer.count += 1;
  const text = `${name}${writer.count}`;
  const field = editorOf(page).target(number);
  await field.focus();
  await page.keyboard.press('Control+a');
  await page.keyboard.type(text);
  last.set(number, text);
  await expect(field).toHaveValue(text);
  return number;
}

/** One of the ways in which a row is left, or isn't. */
async function leave(writer: Writer, number: number): Promise<void> {
  const { page } = writer;
  const save = async (key: string) => {
    await page.keyboard.press(key);
    await expect(rowOf(page, number)).not.toHaveAttribute('aria-busy', 'true');
    // Whoever saves looks at what comes of it before writing on.
    await settleDialog(writer);
  };
  const ways = [
    () => page.keyboard.press('Enter'),
    () =>
      editorOf(page)
        .target(1 + (number % ROWS))
        .focus(),
    () => save('Control+Enter'),
    () => save('Control+s'),
    async () => {},
  ];
  await writer.random.pick(ways)();
}

/** Loads the page again, and again while the server is down. */
async function reload({ page }: Writer): Promise<void> {
  const address = page.url();
  const row = editorOf(page).rows.first();
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

/** What one person goes through in a round. */
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

/** Decides a conflict that is shown: both texts are there to choose from. */
async function settleDialog(writer: Writer, isLast = false): Promise<boolean> {
  const { page, last, seen } = writer;
  const dialog = conflictOf(page);
  if (!(await dialog.isVisible())) return false;
  const shown = [...new Set((await dialog.innerText()).match(TEXTS) ?? [])];
  const mine = shown.find((text) => text.startsWith(writer.name) && [...last.values()].includes(text));
  expect(mine, `${writer.name} is asked about a text that was typed: ${shown}`).toBeDefined();
  for (const text of shown) seen.add(text);
  const choice = writer.random.pick(['Keep mine', 'Use theirs', isLast ? 'Keep mine' : 'Decide later']);
  await dialog.getByRole('button', { name: choice }).click();
  await expect(dialog).toBeHidden();
  if (choice === 'Use theirs') for (const [number, text] of last) if (text === mine) last.set(number, null);
  return true;
}

/** Goes through the rows that aren't saved as a person would: saves each, and decides what is asked. */
async function saveAll(writer: Writer): Promise<void> {
  const { page } = writer;
  await settleDialog(writer, true);
  for (let number = 1; number <= ROWS; number += 1) {
    const row = rowOf(page, number);
    await expect(async () => {
      if ((await row.getAttribute('data-unsaved')) !== null) {
        await editorOf(page).target(number).press('Control+s');
        await expect(row).not.toHaveAttribute('aria-busy', 'true');
        await settleDialog(writer, true);
      }
      expect(await row.getAttribute('data-unsaved')).toBeNull();
    }).toPass();
  }
}

test(`nothing typed is lost in ${ROUNDS} rounds of network cuts, reloads and two editors (seed ${SEED})`, async ({
  page,
  server,
  signIn,
  openBrowser,
}) => {
  test.setTimeout(60_000 + ROUNDS * ROUND_MS);
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
  const open = async (name: string, own: Page, account: typeof ADMIN, seed: number): Promise<Writer> => {
    const writer = {
      name,
      page: own,
      random: randomFrom(seed),
      last: new Map(),
      seen: new Set<string>(),
      count: 0,
    };
    own.on('dialog', (dialog) => void dialog.accept());
    await watchTexts(writer);
    await signIn(own, account);
    await openEditor(own, alignment_id);
    return writer;
  };
  const writers = [
    await open('Ana', page, ADMIN, SEED),
    await open('Ben', await openBrowser(), await makeAdmin(server.url), SEED + 1000),
  ];
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
      await page.waitForTimeout(300);
      await server.kill();
      await server.restart();
    };
    await Promise.all([...writers.map(live), cut()]);

    for (const { name, page: own, last } of writers) {
      const dialog = conflictOf(own);
      const conflictText = (await dialog.isVisible()) ? await dialog.innerText() : '';
      const shown = new Map<number, string>();
      for (const number of last.keys()) shown.set(number, await editorOf(own).target(number).inputValue());
      const saved = new Set((await readSaves()).map(({ segment_id, after }) => `${segment_id} ${after}`));
      for (const [number, text] of last)
        if (text !== null)
          expect(
            shown.get(number) === text ||
              saved.has(`${ids[number - 1]} ${text}`) ||
              conflictText.includes(text),
            `round ${round}: ‘${text}’ of ${name} in row ${number} is on the page, saved or asked about; the row shows ‘${shown.get(number)}’`,
          ).toBe(true);
    }
  }

  for (const writer of [...writers, ...writers]) await saveAll(writer);
  const saves = await readSaves();
  const saved = new Set(saves.map(({ after }) => after));
  for (const { name, last } of writers)
    for (const text of last.values())
      if (text !== null) expect(saved, `the last of ${name} is saved`).toContain(text);

  // Who saves over another one's text has had it before their eyes.
  for (const { before, after } of saves) {
    const over = writers.find(({ name }) => after.startsWith(name));
    if (over && TEXTS.test(before) && !before.startsWith(over.name))
      expect(over.seen, `${after} was written over ${before}`).toContain(before);
    TEXTS.lastIndex = 0;
  }
  test.info().annotations.push({ type: 'saves', description: String(saves.length) });
});
