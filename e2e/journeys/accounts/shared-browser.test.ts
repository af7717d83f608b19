import type { BrowserContext, Page, Request } from '@playwright/test';
import { accounts, practice } from '@sayback/contract';
import { connectToRunning } from '../../../apps/server/src/platform/database/embedded.ts';
import { queryOnce } from '../../../apps/server/src/testing/databases.ts';
import { addClip, adminApi, apiAs, createApi, createLearner, ENGLISH_CLIP } from '../../support/api.ts';
import { practicePage } from '../../support/practice.ts';
import { expect, test } from '../../support/test.ts';
import { logIn } from './forms.ts';

/** For a longer run: SEEDS=1,2,3 STEPS=30. */
const SEEDS = (process.env.SEEDS ?? '7').split(',').map(Number);
const STEPS = Number(process.env.STEPS ?? 12);

test.use({ world: 'shared-browser', savesData: false });
test.describe.configure({ timeout: 120_000 + STEPS * SEEDS.length * 20_000 });

/** Makes repeatable random choices (mulberry32). */
function createRandom(seed: number) {
  let state = seed;
  const next = () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
  return { pick: <T>(items: readonly T[]): T => items[Math.floor(next() * items.length)] as T };
}

type Account = { id: string; username: string; password: string };

async function createUser(url: string): Promise<Account> {
  const account = await createLearner(url);
  const api = await apiAs(url, account);
  // Shortens the test.
  await api(accounts.updatePreferences, { body: { player: { line_pause: 0, speed: 2 } } });
  return { ...account, id: await fetchId(url, account) };
}

const accountInToken = (token: string): string =>
  JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString()).sub;
async function fetchId(url: string, account: { username: string; password: string }): Promise<string> {
  return accountInToken((await createApi(url)(accounts.login, { body: account })).access);
}

/** Records which account made each attempt, and which accounts sent it. */
async function watchTurns(context: BrowserContext) {
  const madeBy = new Map<string, string>();
  const sent: { id: string; sender: string }[] = [];
  await context.exposeFunction('recordTurn', (account: string, id: string) => void madeBy.set(id, account));
  await context.addInitScript(() => {
    const store = Storage.prototype.setItem;
    Storage.prototype.setItem = function (key: string, value: string) {
      store.call(this, key, value);
      const [, account, id] = /^account:(\d+):turn:(.+)$/.exec(key) ?? [];
      if (account)
        void (window as unknown as { recordTurn: (...turn: unknown[]) => void }).recordTurn(account, id);
    };
  });
  context.on('request', (request: Request) => {
    if (new URL(request.url()).pathname !== practice.saveAttempts.path) return;
    const sender = accountInToken(request.headers().authorization ?? '');
    const { attempts } = request.postDataJSON() as { attempts: { id: string }[] };
    for (const { id } of attempts) sent.push({ id, sender });
  });
  return { madeBy, sent };
}

const storedTurns = (page: Page, account: string) =>
  page.evaluate((prefix) => {
    const keys = Object.keys(localStorage).filter((key) => key.startsWith(prefix));
    return keys.map((key) => key.slice(prefix.length));
  }, `account:${account}:turn:`);

/** Stores a recording in the browser as practice does, without a microphone. */
const storeRecording = (page: Page, account: string) =>
  page.evaluate(
    (key) =>
      new Promise<void>((resolve, reject) => {
        const openRequest = indexedDB.open('keyval-store');
        openRequest.onsuccess = () => {
          const { result: database } = openRequest;
          const transaction = database.transaction('keyval', 'readwrite');
          const sound = new Blob([new Uint8Array(200_000)], { type: 'audio/webm' });
          const recording = {
            videoId: 1,
            line: key,
            text: 'Hello.',
            recordedAt: new Date().toISOString(),
            sound,
          };
          transaction.objectStore('keyval').put(recording, key);
          transaction.oncomplete = () => {
            database.close();
            resolve();
          };
          transaction.onerror = reject;
        };
      }),
    `account:${account}:take:${Date.now()}`,
  );

for (const seed of SEEDS) {
  test(`users of a shared browser never see, send or count each other’s data, and lose none of their own (seed ${seed})`, async ({
    page,
    context,
    server,
  }) => {
    const random = createRandom(seed);
    const video = await addClip(await adminApi(server.url), ENGLISH_CLIP);
    const path = `/video/${video}`;
    const users = [await createUser(server.url), await createUser(server.url), await createUser(server.url)];
    const { madeBy, sent } = await watchTurns(context);
    const discarded = new Set<string>();
    const recorded = new Set<string>();
    const practised = new Set<string>();
    const other = await context.newPage();
    let signedIn: Account | null = null;
    let isOnline = true;
    const log: string[] = [];

    const checkVisibleData = async (user: Account) => {
      await page.goto('/settings');
      const recordings = page.getByText(/(?:No recordings|MB of .* MB) on this device/);
      await expect(recordings).toHaveText(recorded.has(user.id) ? /MB of/ : /No recordings/);
      const keys = await page.evaluate(() => Object.keys(localStorage));
      const foreignKeys = keys.filter((key) => !key.startsWith(`account:${user.id}:`));
      const visible = foreignKeys.filter((key) =>
        /^account:\d+:(?!turn|progress|preferences|left)/.test(key),
      );
      expect(visible, log.join(' · ')).toEqual([]);
    };

    const steps = {
      async signIn() {
        if (signedIn || !isOnline) return;
        const user = random.pick(users);
        await page.goto('/login');
        await logIn(page, user);
        await expect(page.getByRole('heading', { name: 'Available Videos' })).toBeVisible();
        signedIn = user;
        // A login deletes the recordings of other accounts on this device.
        for (const { id } of users) if (id !== user.id) recorded.delete(id);
        await expect(page.getByRole('region', { name: 'Continue' }), log.join(' · ')).toBeVisible({
          visible: practised.has(user.id),
        });
        await checkVisibleData(user);
        await other.goto(path);
        await expect(practicePage(other).play).toBeEnabled();
      },
      async practise() {
        if (!signedIn) return;
        const tab = random.pick([page, other]);
        if (isOnline) await tab.goto(path);
        else if (!tab.url().endsWith(path)) return;
        const { play, next, announcement } = practicePage(tab);
        const countBefore = madeBy.size;
        await play.click();
        await expect(announcement).toContainText('Your turn');
        await next.click();
        await expect.poll(() => madeBy.size).toBeGreaterThan(countBefore);
        practised.add(signedIn.id);
      },
      async record() {
        if (!signedIn) return;
        await storeRecording(page, signedIn.id);
        recorded.add(signedIn.id);
      },
      async toggleNetwork() {
        if (isOnline && signedIn) {
          await page.goto('/');
          // Offline, logging out needs this screen's code.
          const isLoaded = () =>
            performance.getEntriesByType('resource').some(({ name }) => /logout-page/.test(name));
          await page.waitForFunction(isLoaded);
        }
        isOnline = !isOnline;
        await context.setOffline(!isOnline);
      },
      async endSession() {
        if (!signedIn || !isOnline) return;
        const refresh = await page.evaluate(() => localStorage.getItem('refresh_token') ?? '');
        await createApi(server.url)(accounts.logout, { body: { refresh } });
        await page.goto('/profile');
        await expect(page).toHaveURL(/\/login/);
        signedIn = null;
      },
      async signOut() {
        if (!signedIn) return;
        const user = signedIn;
        if (isOnline) await page.goto('/');
        else if (new URL(page.url()).pathname !== '/') return;
        const unsent = isOnline ? [] : await storedTurns(page, user.id);
        await page.getByRole('button', { name: 'Logout' }).click();
        const confirmation = page.getByRole('heading', { name: 'Log out?' });
        const loggedOut = page.getByRole('heading', { name: /^(?:Log In|You're logged out)$/ });
        await expect(confirmation.or(loggedOut)).toBeVisible();
        if (unsent.length > 0) await expect(confirmation).toBeVisible();
        if (await confirmation.isVisible()) {
          const choice = random.pick([
            'Stay logged in',
            'Log out and keep them here',
            'Log out and delete them',
          ]);
          log.push(choice);
          if (choice === 'Log out and delete them')
            for (const id of await storedTurns(page, user.id)) discarded.add(id);
          await page.getByRole('button', { name: choice }).click();
          if (choice === 'Stay logged in') return;
        }
        await expect(loggedOut).toBeVisible();
        recorded.delete(user.id);
        signedIn = null;
        await context.setOffline(false);
        isOnline = true;
        await expect(page).toHaveURL(/\/login$/);
        // The other tab is logged out too.
        await expect(other).toHaveURL(/\/login/);
      },
      async deleteAccount() {
        if (!signedIn || !isOnline) return;
        const user = signedIn;
        await page.goto('/settings');
        await page.getByRole('button', { name: 'Delete my account' }).click();
        const dialog = page.getByRole('dialog');
        await dialog.getByLabel('Your password').fill(user.password);
        await dialog.getByRole('button', { name: 'Delete permanently' }).click();
        await expect(page).toHaveURL(/\/login/);
        for (const [id, owner] of madeBy) if (owner === user.id) discarded.add(id);
        recorded.delete(user.id);
        signedIn = null;
        // Another person registers with the same username.
        await createApi(server.url)(accounts.register, {
          body: { username: user.username, password: user.password },
        });
        const newUser = { ...user, id: await fetchId(server.url, user) };
        users[users.indexOf(user)] = newUser;
      },
    };

    const WEIGHTED_STEPS = [
      'signIn',
      'signIn',
      'practise',
      'practise',
      'practise',
      'record',
      'toggleNetwork',
      'toggleNetwork',
      'endSession',
      'signOut',
      'signOut',
      'deleteAccount',
    ] as const;
    await steps.signIn();
    for (let at = 0; at < STEPS; at++) {
      // All other steps need a signed-in user.
      const step = signedIn ? random.pick(WEIGHTED_STEPS) : 'signIn';
      log.push(`${step}${isOnline ? '' : ' offline'}`);
      await test.step(step, steps[step]);
    }

    await context.setOffline(false);
    isOnline = true;
    if (signedIn) await steps.endSession();
    for (const user of users) {
      await page.goto('/login');
      await logIn(page, user);
      await expect(page.getByRole('heading', { name: 'Available Videos' })).toBeVisible();
      await expect.poll(() => storedTurns(page, user.id), log.join(' · ')).toEqual([]);
      signedIn = user;
      await steps.endSession();
    }
    const { url } = await connectToRunning(server.dataDir);
    const rows = await queryOnce(url, 'SELECT id::text, user_id::text FROM attempts');
    const userByAttempt = new Map(
      (rows as { id: string; user_id: string }[]).map(({ id, user_id }) => [id, user_id]),
    );
    for (const [id, account] of madeBy) {
      if (discarded.has(id)) expect([undefined, account], log.join(' · ')).toContain(userByAttempt.get(id));
      else expect(userByAttempt.get(id), `${id}: ${log.join(' · ')}`).toBe(account);
    }
    // A closing page may send an attempt before this test has recorded it.
    const sentByOthers = sent.filter(({ id, sender }) => (madeBy.get(id) ?? sender) !== sender);
    expect(sentByOthers, log.join(' · ')).toEqual([]);
    expect(sent.length).toBeGreaterThan(0);
  });
}
