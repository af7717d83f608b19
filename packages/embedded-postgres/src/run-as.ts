import { execFile } from 'node:child_process';
import { readFile, stat } from 'node:fs/promises';
import { programEnvironment } from './environment.ts';
import type { Programs } from './programs.ts';

/** Describes how to run PostgreSQL's programs: `prefix` precedes the command; `user` is null to run as the current user. */
export type RunAs = { prefix: string[]; user: { uid: number; gid: number } | null };

/** A user namespace in which root's files appear to belong to an ordinary user (uid 1000). */
const NAMESPACE = ['unshare', '--user', '--map-user=1000', '--map-group=1000', '--'];

/**
 * Chooses a user that can run PostgreSQL, which refuses to run as root, with access to both programs and data: the current user
 * or, for root, a user namespace or an ordinary user. `folder` is the cluster's folder, which may not exist yet.
 */
export async function chooseRunAs(
  programs: Programs,
  dataDir: string,
  { folder, name }: { folder: string; name: string },
): Promise<RunAs> {
  if (process.getuid?.() !== 0) return { prefix: [], user: null };
  const cluster = await stat(folder).catch(() => null);
  const candidates = cluster ? [runAsOwner(cluster)] : await listCandidates(dataDir, name);
  for (const candidate of candidates) {
    if (await canRun(candidate, programs, cluster ? folder : dataDir)) return candidate;
  }
  throw new Error(
    `The embedded PostgreSQL cannot run as root here: user namespaces are not available to it, and no ordinary ` +
      `user can reach both its programs (${programs.postgres}) and its data (${dataDir}). Start the server as ` +
      'an ordinary user that owns the data folder, or use a PostgreSQL server of your own.',
  );
}

/** Throws if the database belongs to another user, and this process can't run programs as that user. */
export async function checkClusterOwner(clusterFolder: string): Promise<void> {
  const uid = process.getuid?.();
  const cluster = await stat(clusterFolder).catch(() => null);
  if (cluster === null || uid === undefined || uid === 0 || cluster.uid === uid) return;
  throw new Error(
    `The database in ${clusterFolder} belongs to another user (uid ${cluster.uid}). Start the server as that ` +
      'user, or use another data folder.',
  );
}

function runAsOwner({ uid, gid }: { uid: number; gid: number }): RunAs {
  return uid === 0 ? { prefix: NAMESPACE, user: null } : { prefix: [], user: { uid, gid } };
}

async function listCandidates(dataDir: string, name: string): Promise<RunAs[]> {
  // Prefer the folder's owner, who may start the server without sudo next time. Also, root in a user namespace has no access to
  // other users' private files.
  const owner = runAsOwner(await stat(dataDir));
  const users = await findOrdinaryUsers(name);
  return [owner, runAsOwner({ uid: 0, gid: 0 }), ...users.map((user) => ({ prefix: [], user }))];
}

async function findOrdinaryUsers(preferred: string): Promise<{ uid: number; gid: number }[]> {
  const lines = (await readFile('/etc/passwd', 'utf8').catch(() => ''))
    .split('\n')
    .map((line) => line.split(':'));
  // Unprivileged users that may exist on the system, in order of preference.
  return [preferred, 'postgres', 'nobody'].flatMap((name) => {
    const entry = lines.find(([entryName]) => entryName === name);
    const uid = Number(entry?.[2]);
    const gid = Number(entry?.[3]);
    return uid > 0 && gid > 0 ? [{ uid, gid }] : [];
  });
}

/** Returns true if PostgreSQL can be run with access to `folder`. */
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
