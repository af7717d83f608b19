import { execFile } from 'node:child_process';
import { readFile, stat } from 'node:fs/promises';
import { programEnvironment } from './environment.ts';
import type { Programs } from './programs.ts';

/** Way to run PostgreSQL's programs: `prefix` precedes the command; uid and gid are the child's (null: unchanged). */
export type RunAs = { prefix: string[]; user: { uid: number; gid: number } | null };

/**
 * A user namespace in which root's own files belong to an ordinary user (uid 1000); outside of it, ownership doesn't change.
 */
const NAMESPACE = ['unshare', '--user', '--map-user=1000', '--map-group=1000', '--'];

/**
 * Chooses how to run PostgreSQL, which refuses to run as root, so that it can reach both programs and data: as the current
 * user; as root in a user namespace; or from root as an ordinary user. `folder` is the cluster's, and may not exist yet.
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

/** Throws if the database belongs to a user that we aren't and can't run as. */
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
  // Keep the owner of another user's folder, who may start the server without sudo next time. Besides, root's rights end at the
  // namespace, where that user's private files are out of reach.
  const owner = asOwner(await stat(dataDir));
  const users = await ordinaryUsers(name);
  return [owner, asOwner({ uid: 0, gid: 0 }), ...users.map((user) => ({ prefix: [], user }))];
}

async function ordinaryUsers(own: string): Promise<{ uid: number; gid: number }[]> {
  const lines = (await readFile('/etc/passwd', 'utf8').catch(() => ''))
    .split('\n')
    .map((line) => line.split(':'));
  // Unprivileged users that a system may have, best first.
  return [own, 'postgres', 'nobody'].flatMap((name) => {
    const entry = lines.find(([entryName]) => entryName === name);
    const uid = Number(entry?.[2]);
    const gid = Number(entry?.[3]);
    return uid > 0 && gid > 0 ? [{ uid, gid }] : [];
  });
}

/** `folder` must be searchable, and the server must be able to start. */
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
