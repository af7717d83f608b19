import type { Page } from '@playwright/test';
import { connectToRunning } from '../../../apps/server/src/platform/database/embedded.ts';
import { queryOnce } from '../../../apps/server/src/testing/databases.ts';
import { type Random, randomFrom } from '../../../apps/server/src/testing/hostile/random.ts';
import { addClip, adminApi, createAdmin, ENGLISH_CLIP, fetchSubtitle } from '../../support/api.ts';
import { ADMIN } from '../../support/sayback-server.ts';
import { expect, test } from '../../support/test.ts';
import { runSql } from '../run-sql.ts';
import { editorPage, openEditor } from './editor.ts';

/** `ROUNDS=200 SEED=3` runs more rounds, with other random choices. */
const ROUNDS = Number(process.env.ROUNDS ?? 2);
const SEED = Number(process.env.SEED ?? 1);
/** Few, so that both users often edit the same row. */
const ROW_COUNT = 6;
const KILL_INTERVAL = 40;
/** Maximum duration of a round, including a killed server. */
const ROUND_MS = 15_000;

const isServerKilled = (round: number) => round % KILL_INTERVAL === KILL_INTERVAL / 2;
// The conflict dialog must open offline, so it must be preloaded.
test.use({ world: 'concurrent-edits', savesData: false });

/** A user with one or more tabs in one browser. */
type User = {
  tabs: Writer[];
  typed: Set<string>;
  /** All texts that the user's tabs have shown. */
  seen: Set<string>;
};

/** A tab in which a user types. Each text is unique, and starts with the tab's name. */
type Writer = {
  name: string;
  user: User;
  page: Page;
  random: Random;
  /** The last text typed into each row, by row number; null if the user discarded it. */
  lastTexts: Map<number, string | null>;
  count: number;
};

const TEXTS = /\b(?:Ana|Tab|Ben)\d+\b/g;
const textsIn = (shown: string): string[] => shown.match(TEXTS) ?? [];
// Varies the users' speed.
const pause = ({ page, random }: Writer, max: number) => page.waitForTimeout(random.below(max));
const conflictDialog = (page: Page) => page.getByRole('dialog', { name: 'Someone else saved this segment' });

/** Records every text that a row shows, even briefly. */
async function watchTexts({ page, user: { seen } }: Writer): Promise<void> {
  await page.exposeFunction('recordText', (text: string) => seen.add(text));
  await page.addInitScript(() => {
    const record = (window as unknown as { recordText: (text: string) => void }).recordText;
    new MutationObserver((changes) => {
      for (const { target, addedNodes } of changes)
        for (const node of [target, ...addedNodes])
          if (node instanceof Element)
            for (const copy of [node, ...node.querySelectorAll('[data-copy]')])
              if (copy instanceof HTMLElement && copy.dataset.copy) record(copy.dataset.copy);
    }).observe(document, { subtree: true, childList: true, attributeFilter: ['data-copy'] });
  });
}

const segmentRow = (page: Page, number: number) =>
  page.locator('[data-segment]', { has: editorPage(page).target(number) });

function discardText({ tabs }: User, text: string): void {
  for (const { lastTexts } of tabs)
    for (const [number, typed] of lastTexts) if (typed === text) lastTexts.set(number, null);
}

async function typeText(writer: Writer): Promise<number> {
  const { page, user, name, lastTexts, random } = writer;
  const number = 1 + random.below(ROW_COUNT);
  writer.count += 1;
  const text = `${name}${writer.count}`;
  const field = editorPage(page).target(number);
  await field.focus();
  // Overwriting a text that this tab restored from a closed tab discards it.
  discardText(user, await field.inputValue());
  user.typed.add(text);
  await page.keyboard.press('Control+a');
  await page.keyboard.type(text);
  lastTexts.set(number, text);
  await expect(field).toHaveValue(text);
  return number;
}

/** Leaves, saves or stays in a row, at random. */
async function leaveRow(writer: Writer, number: number): Promise<void> {
  const { page } = writer;
  const save = async (key: string) => {
    await page.keyboard.press(key);
    await expect(segmentRow(page, number)).not.toHaveAttribute('aria-busy', 'true');
    // A conflict must be resolved before typing again.
    await resolveConflict(writer);
  };
  const actions = [
    () => page.keyboard.press('Enter'),
    () =>
      editorPage(page)
        .target(1 + (number % ROW_COUNT))
        .focus(),
    () => save('Control+Enter'),
    () => save('Control+s'),
    async () => {},
  ];
  await writer.random.pick(actions)();
}

/** Reloads the page until it shows the rows, since the server may be down. */
async function reload({ page }: Writer): Promise<void> {
  const url = page.url();
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
    loading = page.goto(url);
  }
}

async function editRow(writer: Writer): Promise<void> {
  await resolveConflict(writer);
  const number = await typeText(writer);
  await pause(writer, 60);
  await leaveRow(writer, number);
  await pause(writer, 200);
}

/** Performs the actions of one tab in a round. */
async function editInRound(writer: Writer): Promise<void> {
  const { page } = writer;
  const scenarios = ['write', 'write', 'reload', 'offline', 'offline and reload'] as const;
  const scenario = writer.random.pick(scenarios);
  if (scenario.startsWith('offline')) await page.context().setOffline(true);
  await editRow(writer);
  if (writer.random.chance(0.5)) await editRow(writer);
  await page.context().setOffline(false);
  if (scenario === 'reload' || scenario === 'offline and reload') await reload(writer);
}

/** Resolves a conflict at random if its dialog is visible. */
async function resolveConflict(writer: Writer, isLast = false): Promise<boolean> {
  const { page, user } = writer;
  const dialog = conflictDialog(page);
  if (!(await dialog.isVisible())) return false;
  const ownText = textsIn(await dialog.locator('ins').innerText())[0] ?? '';
  expect(user.typed, `the conflict shows ${writer.name} one of the user’s own texts`).toContain(ownText);
  for (const text of textsIn(await dialog.innerText())) user.seen.add(text);
  const choice = writer.random.pick(['Keep mine', 'Use theirs', isLast ? 'Keep mine' : 'Decide later']);
  await dialog.getByRole('button', { name: choice }).click();
  await expect(dialog).toBeHidden();
  if (choice === 'Use theirs') discardText(user, ownText);
  return true;
}

/** Reads the unsaved texts of all tabs in the browser's storage. */
const readUnsavedTexts = (page: Page) =>
  page.evaluate(
    () =>
      new Promise<string>((resolve, reject) => {
        const openRequest = indexedDB.open('keyval-store');
        openRequest.onerror = () => reject(openRequest.error);
        openRequest.onsuccess = () => {
          const readRequest = openRequest.result.transaction('keyval').objectStore('keyval').getAll();
          readRequest.onerror = () => reject(readRequest.error);
          readRequest.onsuccess = () => resolve(JSON.stringify(readRequest.result));
        };
      }),
  );

/** Finds a user's texts on pages, in dialogs and, if the user has several tabs, in the browser's storage. */
async function findTexts({ tabs }: User): Promise<Set<string>> {
  const texts: string[] = [];
  for (const { page } of tabs) {
    const dialog = conflictDialog(page);
    if (await dialog.isVisible()) texts.push(...textsIn(await dialog.innerText()));
    for (let number = 1; number <= ROW_COUNT; number += 1)
      texts.push(await editorPage(page).target(number).inputValue());
  }
  const [first, second] = tabs;
  if (first && second) texts.push(...textsIn(await readUnsavedTexts(first.page)));
  return new Set(texts);
}

/** Saves all unsaved rows with the keyboard, and resolves conflicts. */
async function saveAll(writer: Writer): Promise<void> {
  const { page } = writer;
  await resolveConflict(writer, true);
  for (let number = 1; number <= ROW_COUNT; number += 1) {
    const row = segmentRow(page, number);
    await expect(async () => {
      if ((await row.getAttribute('data-unsaved')) !== null) {
        await editorPage(page).target(number).press('Control+s');
        await expect(row).not.toHaveAttribute('aria-busy', 'true');
        await resolveConflict(writer, true);
      }
      expect(await row.getAttribute('data-unsaved')).toBeNull();
    }).toPass();
  }
}

test(`two users, one with two tabs, lose no typed text in ${ROUNDS} rounds of network cuts and reloads (seed ${SEED})`, async ({
  page,
  server,
  signIn,
  openBrowser,
}) => {
  // At least the timeout of other journeys.
  test.setTimeout(Math.max(test.info().timeout, 60_000 + ROUNDS * ROUND_MS));
  const admin = await adminApi(server.url);
  const { alignment_id } = await fetchSubtitle(admin, await addClip(admin, ENGLISH_CLIP));
  await runSql(
    server,
    `create table saves (number bigserial, segment_id bigint, before text, after text);
     create function record_save() returns trigger language plpgsql as
       $$ begin insert into saves (segment_id, before, after) values (old.id, old.text_target, new.text_target); return new; end $$;
     create trigger record_save after update on segments for each row
       when (old.text_target is distinct from new.text_target) execute function record_save()`,
  );
  const openTab = async (name: string, tab: Page, user: User, seed: number): Promise<void> => {
    const writer = { name, user, page: tab, random: randomFrom(seed), lastTexts: new Map(), count: 0 };
    user.tabs.push(writer);
    tab.on('dialog', (dialog) => void dialog.accept());
    await watchTexts(writer);
    await openEditor(tab, alignment_id);
  };
  const createUser = (): User => ({ tabs: [], typed: new Set(), seen: new Set() });
  const [ana, ben] = [createUser(), createUser()];
  await signIn(page, ADMIN);
  await openTab('Ana', page, ana, SEED);
  await openTab('Tab', await page.context().newPage(), ana, SEED + 2000);
  const other = await openBrowser();
  await signIn(other, await createAdmin(server.url));
  await openTab('Ben', other, ben, SEED + 1000);
  const users = [ana, ben];
  const writers = users.flatMap(({ tabs }) => tabs);
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
    const restartServer = async () => {
      if (!isServerKilled(round)) return;
      // While the users are typing.
      await page.waitForTimeout(300);
      await server.kill();
      await server.restart();
    };
    await Promise.all([...writers.map(editInRound), restartServer()]);

    for (const user of users) {
      // Pages first: a text moves from a page into the database, and not back.
      const shown = await findTexts(user);
      const saved = new Set((await readSaves()).map(({ segment_id, after }) => `${segment_id} ${after}`));
      for (const { name, lastTexts } of user.tabs)
        for (const [number, text] of lastTexts)
          if (text !== null)
            expect(
              shown.has(text) || saved.has(`${ids[number - 1]} ${text}`),
              `round ${round}: ‘${text}’ of ${name} in row ${number} is on a page, in a dialog or saved; there are ${[...shown]}`,
            ).toBe(true);
    }
  }

  for (const writer of [...writers, ...writers]) await saveAll(writer);
  // A tab restores only one unsaved text of a row at a time, so reload and save until none is left.
  for (const { tabs } of users)
    for (const writer of tabs.slice(0, 1))
      await expect(async () => {
        await reload(writer);
        await saveAll(writer);
        expect(textsIn(await readUnsavedTexts(writer.page))).toEqual([]);
      }).toPass();
  const saves = await readSaves();
  const saved = new Set(saves.map(({ after }) => after));
  for (const { name, lastTexts } of writers)
    for (const text of lastTexts.values())
      if (text !== null) expect(saved, `the last texts of ${name} are saved`).toContain(text);

  // Users can overwrite only texts that they have seen.
  for (const { before, after } of saves) {
    const author = users.find(({ typed }) => typed.has(after));
    const [overwritten] = textsIn(before);
    if (author && overwritten && !author.typed.has(overwritten))
      expect(author.seen, `${after} was written over ${before}`).toContain(overwritten);
  }
  test.info().annotations.push({ type: 'saves', description: String(saves.length) });
});
