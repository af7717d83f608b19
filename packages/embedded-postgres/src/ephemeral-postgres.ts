import { spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import type { Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type EmbeddedDatabase, openEmbedded } from './open-embedded.ts';
import { readPostmasterFile } from './postmaster-file.ts';

/**
 * Starts an empty database for tests in a temporary folder, without durability. `stop`, or the end of this process, stops it and
 * removes the folder.
 */
export async function startEphemeralPostgres(): Promise<EmbeddedDatabase> {
  const dataDir = await mkdtemp(join(tmpdir(), 'postgres-test-'));
  const settings = {
    fsync: 'off',
    full_page_writes: 'off',
    synchronous_commit: 'off',
    max_connections: '200',
  };
  const { url, stop } = await openEmbedded({ dataDir, name: 'test', log: () => undefined, settings });
  const cancelCleanup = await cleanUpAfterThisProcess(dataDir);
  return {
    url,
    async stop() {
      await stop();
      cancelCleanup();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

/** Shell script that waits for this process to end, which closes the shell's stdin, and cleans up. */
const CLEAN_UP = 'cat; kill -INT "$1"; while kill -0 "$1"; do sleep 0.1; done; rm -rf "$2"';

async function cleanUpAfterThisProcess(dataDir: string): Promise<() => void> {
  const pid = (await readPostmasterFile(join(dataDir, 'postgres', 'data')))?.pid;
  if (process.platform === 'win32' || pid === undefined) return () => undefined;
  const shell = spawn('sh', ['-c', CLEAN_UP, 'sh', String(pid), dataDir], {
    detached: true,
    stdio: ['pipe', 'ignore', 'ignore'],
  });
  shell.unref();
  (shell.stdin as Socket).unref();
  return () => shell.kill('SIGKILL');
}
