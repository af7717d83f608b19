import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { accounts } from '@sayback/contract';
import type { Account } from '../../../../e2e/support/api.ts';
import { callAs, callerOf, Refusal } from './api-call.ts';
import type { ProxiedDatabase } from './proxied-database.ts';
import { type SupervisedServer, superviseServer } from './supervised-server.ts';
import { openTally } from './tally.ts';
import { startTranslation } from './translation-service.ts';

/** Two servers on one database, with a translation service. */
export async function startTwoServers(database: Pick<ProxiedDatabase, 'settings' | 'folder'>) {
  const translation = await startTranslation();
  const servers: SupervisedServer[] = [];
  for (const name of ['one', 'two']) {
    const settings = {
      ...database.settings,
      ...translation.settings,
      DATA_DIR: path.join(database.folder, name),
    };
    const server = await superviseServer({ settings });
    servers.push(server);
    await server.untilReady();
  }
  return {
    servers,
    urls: servers.map(({ url }) => url),
    /** Unplanned exits of either server. */
    ends: () => servers.flatMap(({ ends }) => ends),
    said: () => servers.map((server) => server.said()).join('\n'),
    async stop() {
      await Promise.all(servers.map((server) => server.stop()));
      translation.close();
    },
  };
}

export type TwoServers = Awaited<ReturnType<typeof startTwoServers>>;

const NEWS_MS = 10_000;

/**
 * Time from a logout at the first server until the second one, which caches the session, refuses it; in milliseconds. Null
 * if it never does.
 */
export async function sessionNewsDelay(urls: readonly string[], account: Account): Promise<number | null> {
  const [one = '', two = ''] = urls;
  const tally = openTally();
  const { tokens } = await callAs({ urls: [one], tally }, account);
  const there = callerOf({ urls: [two], tally }, () => tokens.access);
  await there(accounts.getProfile);
  await callerOf({ urls: [one], tally })(accounts.logout, { body: { refresh: tokens.refresh } });
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
