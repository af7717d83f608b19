import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import {
  type EmbeddedDatabase,
  openEmbedded,
} from '../../../../apps/server/src/platform/database/embedded.ts';
import { freezePostgres } from './postgres-processes.ts';
import { openProxy, type TcpProxy } from './tcp-proxy.ts';

export type ProxiedDatabase = {
  /** Settings of a server that uses the database; it has a folder of its own. */
  settings: Record<string, string>;
  folder: string;
  proxy: TcpProxy;
  /** Stops PostgreSQL; from then on connections are refused. */
  stop: () => Promise<void>;
  /** Starts it again behind the same address. */
  start: () => Promise<void>;
  /** Freezes all of its processes (SIGSTOP), or resumes them. */
  freeze: (isFrozen: boolean) => Promise<void>;
  /** Ends and removes it all. */
  end: () => Promise<void>;
};

const portOf = ({ url }: EmbeddedDatabase) => Number(new URL(url).port);

/** Starts a PostgreSQL of the embedded programs, separate from the servers and behind a proxy. */
export async function startProxiedDatabase(): Promise<ProxiedDatabase> {
  const folder = await mkdtemp(path.join(tmpdir(), 'sayback-faults-'));
  const dataDir = path.join(folder, 'database');
  const open = () => openEmbedded({ dataDir, log: () => undefined, onLost: () => undefined });
  let database = await open();
  const proxy = await openProxy(portOf(database));
  const url = new URL(database.url);
  url.port = String(proxy.port);
  return {
    settings: {
      DATABASE_URL: url.href,
      SECRET_KEY: 'a secret of the bench, long enough',
      MEDIA_DIR: path.join(folder, 'media'),
    },
    folder,
    proxy,
    async stop() {
      await Promise.all([database.stop(), proxy.close()]);
    },
    async start() {
      database = await open();
      proxy.target.port = portOf(database);
      await proxy.open();
    },
    freeze: (isFrozen) => freezePostgres(dataDir, isFrozen),
    async end() {
      await proxy.close();
      await database.stop();
      await rm(folder, { recursive: true, force: true });
    },
  };
}
