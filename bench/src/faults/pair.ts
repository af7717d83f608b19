import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { accounts } from '@sayback/contract';
import type { Account } from '../../../e2e/support/api.ts';
import { askAs, askerOf, Refusal } from './ask.ts';
import { type KeptServer, keepServer } from './kept-server.ts';
import type { OwnDatabase } from './own-database.ts';
import { openTally } from './tally.ts';
import { startTranslation } from './translation.ts';

/** Two servers on one database, with a translation service. */
export async function startPair(database: OwnDatabase) {
  const translation = await startTranslation();
  const servers: KeptServer[] = [];
  for (const name of ['one', 'two']) {
    const settings = {
      ...database.settings,
      ...translation.settings,
      DATA_DIR: path.join(database.folder, name),
    };
    const server = await keepServer({ settings });
    servers.push(server);
    await server.untilReady();
  }
  return {
    servers,
    urls: servers.map(({ url }) => url),
    /** How often either ended. */
    ends: () => servers.flatMap(({ ends }) => ends),
    said: () => servers.map((server) => server.said()).join('\n'),
    async stop() {
      await Promise.all(servers.map((server) => server.stop()));
      translation.close();
    },
  };
}

export type Pair = Awaited<ReturnType<typeof startPair>>;

const NEWS_MS = 10_000;

/**
 * How many milliseconds after a logout at the first server the second one, which remembers the session, refuses it.
 * Null when it never did.
 */
export async function newsTravelsIn(urls: readonly string[], account: Account): Promise<number | null> {
  const [one = '', two = ''] = urls;
  const tally = openTally();
  const { tokens } = await askAs({ urls: [one], tally }, account);
  const there = askerOf({ urls: [two], tally }, () => tokens.access);
  await there(accounts.getProfile);
  await askerOf({ urls: [one], tally })(accounts.logout, { body: { refresh: tokens.refresh } });
  const begin = performance.now();
  while (performance.now() - begin < NEWS_MS) {
    const refused = await there(accounts.getProfile).then(
      () => false,
      (error) => error instanceof Refusal && error.status === 401,
    );
    if (refused) return performance.now() - begin;
    await sleep(20);
  }
  return null;
}
