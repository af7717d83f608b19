import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { connectDatabase } from '../../../apps/server/src/platform/database/database.ts';
import { openEmbedded } from '../../../apps/server/src/platform/database/embedded.ts';
import { type SupervisedServer, superviseServer } from '../faults/support/supervised-server.ts';
import type { Measured } from '../rounds/round.ts';
import { parseTarget } from '../wire/connection.ts';
import { BENCH_SECRET } from './access-token.ts';
import { fillLibrary, type LibrarySize } from './fill-library.ts';

/** Host name that every client uses, so that URLs in responses are the same from every server. */
export const PUBLIC_HOST = 'sayback.test';

export type Library = {
  /** The built server. A restart changes its process. */
  server: Measured;
  /** Unplanned exits, each followed by a restart: the status or signal. */
  ends: string[];
  databaseUrl: string;
  mediaDir: string;
  stop: () => Promise<void>;
};

/**
 * Starts the built server with a library of that size and a separate database process, on a temporary data folder. `prefix`
 * precedes the server's command.
 */
export async function openLibrary(
  size: LibrarySize,
  settings: Record<string, string> = {},
  prefix: string[] = [],
): Promise<Library> {
  const folder = await mkdtemp(path.join(tmpdir(), 'sayback-bench-'));
  const mediaDir = path.join(folder, 'media');
  const postgres = await openEmbedded({ dataDir: folder, log: () => undefined });
  let server: SupervisedServer | null = null;
  const stop = async () => {
    await server?.stop();
    await postgres.stop();
    await rm(folder, { recursive: true, force: true });
  };
  try {
    server = await superviseServer({
      settings: {
        DATABASE_URL: postgres.url,
        DATA_DIR: path.join(folder, 'server'),
        SECRET_KEY: BENCH_SECRET,
        PUBLIC_URL: `http://${PUBLIC_HOST}`,
        MEDIA_DIR: mediaDir,
        ...settings,
      },
      prefix,
    });
    await server.waitUntilReady();
    // One connection, so that session settings apply to the following statements.
    const { pool, close } = connectDatabase(postgres.url, { size: 1, onError: () => undefined });
    await fillLibrary(pool, size).finally(close);
    const started = server;
    const pidFile = await readFile(path.join(folder, 'postgres', 'data', 'postmaster.pid'), 'utf8');
    return {
      server: {
        name: 'Sayback',
        target: parseTarget(started.url),
        get pid() {
          return started.pid();
        },
        databasePid: Number(pidFile.split('\n')[0]),
      },
      ends: started.ends,
      databaseUrl: postgres.url,
      mediaDir,
      stop,
    };
  } catch (error) {
    await stop();
    throw error;
  }
}
