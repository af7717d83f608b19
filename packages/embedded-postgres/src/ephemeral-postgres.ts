import { spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import type { Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type EmbeddedDatabase, openEmbedded } from './open-embedded.ts';
import { readPostmasterFile } from './postmaster-file.ts';

/**
 * Starts an empty database for tests in a temporary folder: quick, not safe against a power cut. It is stopped and its
 * folder removed by `stop`, or when this process ends in any other way.
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

/** The shell's input ends with this process, however that ends. Its own session spares it a Ctrl-C in the terminal. */
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
