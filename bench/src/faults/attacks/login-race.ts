import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { accounts } from '@sayback/contract';
import { connectDatabase } from '../../../../apps/server/src/platform/database/database.ts';
import { type MailServer, startMailServer } from '../../../../apps/server/src/testing/doubles/mail-server.ts';
import { ADMIN } from '../../../../e2e/support/sayback-server.ts';
import { type Random, randomFrom } from '../../../../packages/subtitles/src/testing/random.ts';
import { info, none, type Report, type Row } from '../../report.ts';
import type { RunOptions } from '../fault-run.ts';
import { type ApiCall, callAs, callerOf, Refusal, type Site, withRetries } from '../support/api-call.ts';
import { startProxiedDatabase } from '../support/proxied-database.ts';
import { superviseServer } from '../support/supervised-server.ts';
import { openTally } from '../support/tally.ts';

const ROUNDS = 200;
const AT_ONCE = 4;
const LATEST_MS = 150;
const LETTER_MS = 20_000;
const USERNAME = 'owner';
const EMAIL = 'owner@example.com';

type Pair = { access: string; refresh: string };
type Workload = { site: Site; anybody: ApiCall; admin: ApiCall; mail: MailServer; userId: number };

/** Shuts out everyone who knows the password; returns the new one. */
type Shut = (
  scene: Workload,
  password: string,
  round: number,
) => Promise<{ act: () => Promise<unknown>; password: string }>;

const twice = (password: string) => ({ new_password1: password, new_password2: password });

/** The link of an email that is asked for now. */
async function requestReset({ anybody, mail }: Workload): Promise<{ uid: string; token: string }> {
  const before = mail.messages.length;
  await anybody(accounts.requestPasswordReset, { body: { email: EMAIL } });
  for (const until = performance.now() + LETTER_MS; performance.now() < until; await sleep(50)) {
    for (const { text } of mail.messages.slice(before)) {
      const [, uid, token] = /uid=([^&\s]+)&token=([\w-]+)/.exec(text ?? '') ?? [];
      if (uid && token) return { uid, token };
    }
  }
  throw new Error('no email with a link came');
}

const WAYS: Record<string, Shut> = {
  change: async ({ site }, password, round) => {
    const owner = await callAs(site, { username: USERNAME, password });
    const next = `a changed horse ${round}`;
    const body = { current_password: password, ...twice(next) };
    return { act: () => owner(accounts.changePassword, { body }), password: next };
  },
  reset: async (scene, _, round) => {
    const link = await requestReset(scene);
    const next = `a reset horse ${round}`;
    const body = { ...link, ...twice(next) };
    return { act: () => scene.anybody(accounts.confirmPasswordReset, { body }), password: next };
  },
  disable: async ({ admin, userId }, password) => ({
    act: () => admin(accounts.updateUser, { params: { id: userId }, body: { is_disabled: true } }),
    password,
  }),
};

async function isAlive({ site, anybody }: Workload, { access, refresh }: Pair): Promise<boolean> {
  const isLetIn = (call: () => Promise<unknown>) =>
    withRetries(call).then(
      () => true,
      (error) => {
        if (error instanceof Refusal) return false;
        throw error;
      },
    );
  return (
    (await isLetIn(() => callerOf(site, () => access)(accounts.getProfile))) ||
    (await isLetIn(() => anybody(accounts.refreshToken, { body: { refresh } })))
  );
}

/** Logs in with the password, several times at once, until stopped; returns all sessions that were created. */
function signInRepeatedly({ anybody }: Workload, password: string) {
  const pairs: Pair[] = [];
  let stopped = false;
  const one = async () => {
    while (!stopped) {
      await anybody(accounts.login, { body: { username: USERNAME, password } }).then(
        (pair) => pairs.push(pair),
        () => undefined,
      );
    }
  };
  const all = Promise.all(Array.from({ length: AT_ONCE }, one));
  return async () => {
    stopped = true;
    await all;
    return pairs;
  };
}

type Count = { opened: number; survivors: number; rounds: number };

async function race(
  scene: Workload,
  shut: Shut,
  password: string,
  round: number,
  random: Random,
  count: Count,
) {
  const { act, password: next } = await shut(scene, password, round);
  const stop = signInRepeatedly(scene, password);
  await sleep(random(LATEST_MS));
  await act();
  const pairs = await stop();
  // An ended session must not come to life again with the account.
  const params = { id: scene.userId };
  await scene.admin(accounts.updateUser, { params, body: { is_disabled: false } });
  let survivors = 0;
  for (const pair of pairs) if (await isAlive(scene, pair)) survivors += 1;
  count.opened += pairs.length;
  count.survivors += survivors;
  if (survivors > 0) count.rounds += 1;
  return next;
}

/** Log-ins with a password while it is changed, reset, or the account disabled: no session may outlive that. */
export async function runLoginRace({ rounds = ROUNDS, seed, say }: RunOptions): Promise<Report> {
  const database = await startProxiedDatabase();
  const mail = await startMailServer();
  const server = await superviseServer({
    settings: {
      ...database.settings,
      DATA_DIR: path.join(database.folder, 'one'),
      SMTP_URL: mail.url,
      MAIL_FROM: 'sayback@example.org',
    },
  });
  try {
    await server.untilReady();
    const site = { urls: [server.url], tally: openTally() };
    const [anybody, admin] = [callerOf(site), await callAs(site, ADMIN)];
    let password = 'correct horse 9';
    await anybody(accounts.register, { body: { username: USERNAME, password, email: EMAIL } });
    const { results } = await admin(accounts.listUsers, { query: { q: USERNAME } });
    const userId = results[0]?.id ?? 0;
    const { pool, close } = connectDatabase(database.settings.DATABASE_URL ?? '', {
      size: 1,
      onError: () => undefined,
    });
    await pool.query('update users set email_verified_at = now() where id = $1', [userId]).finally(close);
    const scene = { site, anybody, admin, mail, userId };
    const random = randomFrom(seed);
    const rows: Row[] = [];
    const failures: string[] = [];
    for (const [name, shut] of Object.entries(WAYS)) {
      const count = { opened: 0, survivors: 0, rounds: 0 };
      for (let round = 1; round <= rounds; round += 1) {
        password = await race(scene, shut, password, round, random, count);
        if (round % 20 === 0 || round === rounds)
          say(`${name}: ${round} of ${rounds}; ${count.survivors} survived`);
      }
      rows.push(
        info(`${name}: sessions that were opened`, String(count.opened)),
        none(`${name}: of those that survived`, count.survivors),
        info(`${name}: rounds in which one survived`, `${count.rounds} of ${rounds}`),
      );
      if (count.survivors > 0) failures.push(`${name}: ${count.survivors} sessions survived`);
    }
    return {
      rows,
      notes: [
        `Seed ${seed}. ${rounds} rounds each: somebody who knows the password signs in ${AT_ONCE} at a time while its owner changes or resets it, or an administrator disables the account and enables it again. A session survives when it is let in or renewed afterwards.`,
      ],
      failures,
    };
  } catch (error) {
    say(`the server said last:\n${server.said()}`);
    throw error;
  } finally {
    await server.stop();
    await mail.close();
    await database.end();
  }
}
