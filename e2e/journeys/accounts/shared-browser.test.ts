import type { BrowserContext, Page, Request } from '@playwright/test';
import { accounts, practice } from '@sayback/contract';
import { connectToRunning } from '../../../apps/server/src/platform/database/embedded.ts';
import { queryOnce } from '../../../apps/server/src/testing/databases.ts';
import { addClip, adminApi, apiAs, createApi, ENGLISH_CLIP, makeLearner } from '../../support/api.ts';
import { practiceOf } from '../../support/practice.ts';
import { expect, test } from '../../support/test.ts';
import { logIn } from './forms.ts';

/** For a longer run: SEEDS=1,2,3 STEPS=30. */
const SEEDS = (process.env.SEEDS ?? '7').split(',').map(Number);
const STEPS = Number(process.env.STEPS ?? 12);

test.use({ world: 'a browser that several people share', savesData: false });
test.describe.configure({ timeout: 120_000 + STEPS * SEEDS.length * 20_000 });

/** Returns repeatable random choices (mulberry32). */
function createRandom(seed: number) {
  let state = seed;
  const next = () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
  return { pick: <T>(from: readonly T[]): T => from[Math.floor(next() * from.length)] as T };
}

type Account = { id: string; username: string; password: string };

async function makeUser(url: string): Promise<Account> {
  const account = await makeLearner(url);
  const api = await apiAs(url, account);
  // Shorter: no pause before a line, and twice the speed.
  await api(accounts.updatePreferences, { body: { player: { line_pause: 0, speed: 2 } } });
  return { ...account, id: await getId(url, account) };
}

const jobSubject = (token: string): string =>
  JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString()).sub;
async function getId(url: string, account: { username: string; password: string }): Promise<string> {
  return jobSubject((await createApi(url)(accounts.login, { body: account })).access);
}

/** Records which account made each turn, and which accounts sent it. */
async function watchTurns(context: BrowserContext) {
  const made = new Map<string, string>();
  const sent: { id: string; sender: string }[] = [];
  await context.exposeFunction('noteTurn', (account: string, id: string) => void made.set(id, account));
  await context.addInitScript(() => {
    const store = Storage.prototype.setItem;
    Storage.prototype.setItem = function (key: string, value: string) {
      store.call(this, key, value);
      const [, account, id] = /^account:(\d+):turn:(.+)$/.exec(key) ?? [];
      if (account)
        void (window as unknown as { noteTurn: (...turn: unknown[]) => void }).noteTurn(account, id);
    };
  });
  context.on('request', (request: Request) => {
    if (new URL(request.url()).pathname !== practice.saveAttempts.path) return;
    const sender = jobSubject(request.headers().authorization ?? '');
    const { attempts } = request.postDataJSON() as { attempts: { id: string }[] };
    for (const { id } of attempts) sent.push({ id, sender });
  });
  return { made, sent };
}

const keptTurns = (page: Page, account: string) =>
  page.evaluate((prefix) => {
    const keys = Object.keys(localStorage).filter((key) => key.startsWith(prefix));
    return keys.map((key) => key.slice(prefix.length));
  }, `account:${account}:turn:`);

/** Puts a recording into the browser as practice does, which would need a microphone. */
const keepRecording = (page: Page, account: string) =>
  page.evaluate(
    (key) =>
      new Promise<void>((resolve, reject) => {
        const opening = indexedDB.open('keyval-store');
        opening.onsuccess = () => {
          const { result } = opening;
          const writing = result.transaction('keyval', 'readwrite');
          const sound = new Blob([new Uint8Array(200_000)], { type: 'audio/webm' });
          const take = { videoId: 1, line: key, text: 'Hello.', recordedAt: new Date().toISOString(), sound };
          writing.objectStore('keyval').put(take, key);
          writing.oncomplete = () => {
            result.close();
            resolve();
          };
          writing.onerror = reject;
        };
      }),
    `account:${account}:take:${Date.now()}`,
  );

for (const seed of SEEDS) {
  test(`users of a shared browser never see, send or count each other’s data, and lose nothing (seed ${seed})`, async ({
    page,
    context,
    server,
  }) => {
    const random = createRandom(seed);
    const video = await addClip(await adminApi(server.url), ENGLISH_CLIP);
    const address = `/video/${video}`;
    const people = [await makeUser(server.url), await makeUser(server.url), await makeUser(server.url)];
    const { made, sent } = await watchTurns(context);
    const discarded = new Set<string>();
    const recorded = new Set<string>();
    const practised = new Set<string>();
    const other = await context.newPage();
    let signedIn: Account | null = null;
    let isOnline = true;
    const log: string[] = [];

    const checkSeen = async (user: Account) => {
      await page.goto('/settings');
      const section = page.getByText(/(?:No recordings|MB of .* MB) on this device/);
      await expect(section).toHaveText(recorded.has(user.id) ? /MB of/ : /No recordings/);
      const keys = await page.evaluate(() => Object.keys(localStorage));
      const strangers = keys.filter((key) => !key.startsWith(`account:${user.id}:`));
      const visible = strangers.filter((key) => /^account:\d+:(?!turn|progress|preferences|left)/.test(key));
      expect(visible, log.join(' · ')).toEqual([]);
    };

    const steps = {
      async signIn() {
        if (signedIn || !isOnline) return;
        const user = random.pick(people);
        await page.goto('/login');
        await logIn(page, user);
        await expect(page.getByRole('heading', { name: 'Available Videos' })).toBeVisible();
        signedIn = user;
        // Other accounts keep only their unsent turns on this device.
        for (const { id } of people) if (id !== user.id) recorded.delete(id);
        await expect(page.getByRole('region', { name: 'Continue' }), log.join(' · ')).toBeVisible({
          visible: practised.has(user.id),
        });
        await checkSeen(user);
        await other.goto(address);
        await expect(practiceOf(other).play).toBeEnabled();
      },
      async practise() {
        if (!signedIn) return;
        const screen = random.pick([page, other]);
        if (isOnline) await screen.goto(address);
        else if (!screen.url().endsWith(address)) return;
        const { play, next, announcement } = practiceOf(screen);
        const before = made.size;
        await play.click();
        await expect(announcement).toContainText('Your turn');
        await next.click();
        await expect.poll(() => made.size).toBeGreaterThan(before);
        practised.add(signedIn.id);
      },
      async record() {
        if (!signedIn) return;
        await keepRecording(page, signedIn.id);
        recorded.add(signedIn.id);
      },
      async network() {
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
        const unsent = isOnline ? [] : await keptTurns(page, user.id);
        await page.getByRole('button', { name: 'Logout' }).click();
        const question = page.getByRole('heading', { name: 'Log out?' });
        const isOut = page.getByRole('heading', { name: /^(?:Log In|You're logged out)$/ });
        await expect(question.or(isOut)).toBeVisible();
        if (unsent.length > 0) await expect(question).toBeVisible();
        if (await question.isVisible()) {
          const response = random.pick([
            'Stay logged in',
            'Log out and keep them here',
            'Log out and delete them',
          ]);
          log.push(response);
          if (response === 'Log out and delete them')
            for (const id of await keptTurns(page, user.id)) discarded.add(id);
          await page.getByRole('button', { name: response }).click();
          if (response === 'Stay logged in') return;
        }
        await expect(isOut).toBeVisible();
        recorded.delete(user.id);
        signedIn = null;
        await context.setOffline(false);
        isOnline = true;
        await expect(page).toHaveURL(/\/login$/);
        // The other tab has left too.
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
        for (const [id, owner] of made) if (owner === user.id) discarded.add(id);
        recorded.delete(user.id);
        signedIn = null;
        // The name is free again, and another person takes it.
        await createApi(server.url)(accounts.register, {
          body: { username: user.username, password: user.password },
        });
        const namesake = { ...user, id: await getId(server.url, user) };
        people[people.indexOf(user)] = namesake;
      },
    };

    const weighted = [
      'signIn',
      'signIn',
      'practise',
      'practise',
      'practise',
      'record',
      'network',
      'network',
      'endSession',
      'signOut',
      'signOut',
      'deleteAccount',
    ] as const;
    await steps.signIn();
    for (let at = 0; at < STEPS; at++) {
      // Without anyone signed in, nothing else can happen.
      const step = signedIn ? random.pick(weighted) : 'signIn';
      log.push(`${step}${isOnline ? '' : ' offline'}`);
      await test.step(step, steps[step]);
    }

    await context.setOffline(false);
    isOnline = true;
    if (signedIn) await steps.endSession();
    for (const user of people) {
      await page.goto('/login');
      await logIn(page, user);
      await expect(page.getByRole('heading', { name: 'Available Videos' })).toBeVisible();
      await expect.poll(() => keptTurns(page, user.id), log.join(' · ')).toEqual([]);
      signedIn = user;
      await steps.endSession();
    }
    const { url } = await connectToRunning(server.dataDir);
    const rows = await queryOnce(url, 'SELECT id::text, user_id::text FROM attempts');
    const counted = new Map(
      (rows as { id: string; user_id: string }[]).map(({ id, user_id }) => [id, user_id]),
    );
    for (const [id, account] of made) {
      if (discarded.has(id)) expect([undefined, account], log.join(' · ')).toContain(counted.get(id));
      else expect(counted.get(id), `${id}: ${log.join(' · ')}`).toBe(account);
    }
    // A page that closes may not have reported its last turn yet.
    const foreign = sent.filter(({ id, sender }) => (made.get(id) ?? sender) !== sender);
    expect(foreign, log.join(' · ')).toEqual([]);
    expect(sent.length).toBeGreaterThan(0);
  });
}
