import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { openEmbedded } from '../../platform/database/embedded.ts';

type Node = {
  url: string;
  postmaster: number;
  /** Sends a signal to all of its processes. */
  signal: (signal: NodeJS.Signals) => Promise<void>;
};

export type ReplicatedPostgres = { primary: Node; standbys: Node[]; stop: () => Promise<void> };

/** Sends a signal to a process, if it still exists. */
function sendSignal(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
}

/**
 * Starts a primary, and a standby that streams from it for each of `settings`. Uses the embedded PostgreSQL. Commits don't sync
 * to disk unless `durable`.
 */
export async function startReplicatedPostgres(
  settings: Record<string, string>[],
  durable = false,
): Promise<ReplicatedPostgres> {
  const folder = await mkdtemp(path.join(tmpdir(), 'sayback-replicated-'));
  const first = path.join(folder, 'primary');
  const stops: (() => Promise<void>)[] = [];

  async function open(dataDir: string, nodeSettings: Record<string, string>): Promise<Node> {
    const durability: Record<string, string> = durable ? {} : { fsync: 'off', full_page_writes: 'off' };
    const common = { ...durability, max_connections: '200' };
    const options = { dataDir, log: () => undefined, onLost: () => undefined };
    const { url, stop } = await openEmbedded({ ...options, settings: { ...common, ...nodeSettings } });
    stops.push(stop);
    const file = await readFile(path.join(dataDir, 'postgres/data/postmaster.pid'), 'utf8');
    const postmaster = Number(file.split('\n')[0]);
    const signal = async (name: NodeJS.Signals) => {
      const children = await readFile(`/proc/${postmaster}/task/${postmaster}/children`, 'utf8').catch(
        () => '',
      );
      process.kill(postmaster, name);
      for (const child of children.split(' ').filter(Boolean)) sendSignal(Number(child), name);
    };
    return { url, postmaster, signal };
  }

  // Copy the primary's folder while stopped, since the embedded PostgreSQL has no pg_basebackup.
  await open(first, {});
  await stops.pop()?.();
  const copies = settings.map((_, n) => path.join(folder, `standby-${n}`));
  for (const copy of copies) {
    await cp(first, copy, { recursive: true, preserveTimestamps: true });
    await rm(path.join(copy, 'owner.lock'), { force: true });
    await writeFile(path.join(copy, 'postgres/data/standby.signal'), '');
  }
  const primary = await open(first, {});
  const { port, username, password } = new URL(primary.url);
  const primary_conninfo = `host=127.0.0.1 port=${port} user=${username} password=${password}`;
  const standbys: Node[] = [];
  for (const [n, copy] of copies.entries())
    standbys.push(
      await open(copy, { primary_conninfo, wal_retrieve_retry_interval: '200ms', ...settings[n] }),
    );
  return {
    primary,
    standbys,
    async stop() {
      for (const stop of stops.reverse()) await stop();
      await rm(folder, { recursive: true, force: true });
    },
  };
}
