import { execFile } from 'node:child_process';
import { readFile, stat } from 'node:fs/promises';
import { programEnvironment } from './environment.ts';
import type { Programs } from './programs.ts';

/** Way to run PostgreSQL's programs: `prefix` precedes the command; uid and gid are the child's (null: ours). */
export type RunAs = { prefix: string[]; user: { uid: number; gid: number } | null };

/** A user namespace in which root's own files belong to an ordinary user (uid 1000): outside of it nothing changes hands. */
const NAMESPACE = ['unshare', '--user', '--map-user=1000', '--map-group=1000', '--'];

/**
 * PostgreSQL refuses to run as root. Chooses how to run it so that it reaches both programs and data:
 * as we are; as root in a user namespace; as root under an ordinary user. `folder` is the cluster's, and may not exist yet.
 */
export async function chooseRunAs(
  programs: Programs,
  dataDir: string,
  { folder, name }: { folder: string; name: string },
): Promise<RunAs> {
  if (process.getuid?.() !== 0) return { prefix: [], user: null };
  const cluster = await stat(folder).catch(() => null);
  const candidates = cluster ? [asOwner(cluster)] : await newClusterCandidates(dataDir, name);
  for (const candidate of candidates) {
    if (await canRun(candidate, programs, cluster ? folder : dataDir)) return candidate;
  }
  throw new Error(
    `The embedded PostgreSQL cannot run as root here: user namespaces are not available to it, and no ordinary ` +
      `user can reach both its programs (${programs.postgres}) and its data (${dataDir}). Start the server as ` +
      'an ordinary user that owns the data folder, or use a PostgreSQL server of your own.',
  );
}

/** Throws when the database belongs to a user that we are not and, unless we are root, can't run as. */
export async function refuseForeignCluster(clusterFolder: string): Promise<void> {
  const uid = process.getuid?.();
  const cluster = await stat(clusterFolder).catch(() => null);
  if (cluster === null || uid === undefined || uid === 0 || cluster.uid === uid) return;
  throw new Error(
    `The database in ${clusterFolder} belongs to another user (uid ${cluster.uid}). Start the server as that ` +
      'user, or give it a data folder of its own.',
  );
}

function asOwner({ uid, gid }: { uid: number; gid: number }): RunAs {
  return uid === 0 ? { prefix: NAMESPACE, user: null } : { prefix: [], user: { uid, gid } };
}

async function newClusterCandidates(dataDir: string, name: string): Promise<RunAs[]> {
  // A folder of another user's stays that user's, who may start the server without sudo the next time; besides,
  // root's rights end at the namespace, and what that user keeps private can't be reached from it.
  const owner = asOwner(await stat(dataDir));
  const users = await ordinaryUsers(name);
  return [owner, asOwner({ uid: 0, gid: 0 }), ...users.map((user) => ({ prefix: [], user }))];
}

async function ordinaryUsers(own: string): Promise<{ uid: number; gid: number }[]> {
  const lines = (await readFile('/etc/passwd', 'utf8').catch(() => ''))
    .split('\n')
    .map((line) => line.split(':'));
  // Users without rights that a system may have, the best first.
  return [own, 'postgres', 'nobody'].flatMap((name) => {
    const entry = lines.find(([entryName]) => entryName === name);
    const uid = Number(entry?.[2]);
    const gid = Number(entry?.[3]);
    return uid > 0 && gid > 0 ? [{ uid, gid }] : [];
  });
}

/** `folder` must be searchable and the server's program start. */
function canRun(runAs: RunAs, programs: Programs, folder: string): Promise<boolean> {
  const script = 'test -x "$1" && exec "$2" --version';
  const [command, ...args] = [...runAs.prefix, '/bin/sh', '-c', script, 'sh', folder, programs.postgres];
  return new Promise((resolve) => {
    execFile(
      command as string,
      args,
      { cwd: '/', env: programEnvironment(programs), ...runAs.user },
      (error) => resolve(error === null),
    );
  });
}
