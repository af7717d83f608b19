import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { chown, mkdir, readdir, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { programEnvironment } from './environment.ts';
import type { Programs } from './programs.ts';
import type { RunAs } from './run-as.ts';
import { createSecretFile, readSecretFile } from './secret-file.ts';
import { syncFolder } from './sync-folder.ts';

const UNFINISHED = 'postgres.unfinished-';

/** Returns the paths in a data folder. `name` is the name of the database and of its only user. */
export function clusterPaths(dataDir: string, name: string) {
  const folder = join(dataDir, 'postgres');
  return {
    name,
    folder,
    data: join(folder, 'data'),
    password: join(folder, 'password'),
    log: join(dataDir, 'postgres.log'),
    lock: join(dataDir, 'postgres.lock'),
    links: join(dataDir, 'postgres.lib'),
  };
}

export type ClusterPaths = ReturnType<typeof clusterPaths>;

/** Reads the database password; null if no database exists yet. */
export async function readPassword(paths: ClusterPaths): Promise<string | null> {
  const password = await readSecretFile(paths.password, 'Restore it from a backup.');
  if (password !== null) return password;
  if ((await stat(paths.data).catch(() => null)) === null) return null;
  throw new Error(`The database's password is missing: restore the file ${paths.password} from a backup.`);
}

/**
 * Returns the database's URL. Sets its options explicitly, because `pg` would otherwise use PGSSLMODE and PGOPTIONS, which may be
 * meant for another server.
 */
export function databaseUrl(port: number, name: string, password: string, database = name): string {
  const url = new URL(`postgres://127.0.0.1:${port}/${database}`);
  url.username = name;
  url.password = password;
  url.search = 'sslmode=disable&options=-c%20TimeZone%3DUTC';
  return url.href;
}

/**
 * Creates the database's files and its password in a temporary folder, and renames it at the end, so that an interrupted start
 * leaves no incomplete database. Doesn't sync to disk unless `durable`.
 */
export async function createCluster(
  dataDir: string,
  paths: ClusterPaths,
  programs: Programs,
  runAs: RunAs,
  durable: boolean,
): Promise<void> {
  await removeUnfinished(dataDir);
  const unfinished = join(dataDir, UNFINISHED + randomBytes(6).toString('hex'));
  const passwordFile = join(unfinished, 'password');
  await mkdir(unfinished, { mode: 0o700 });
  await createSecretFile(passwordFile);
  if (runAs.user) {
    for (const path of [unfinished, passwordFile]) await chown(path, runAs.user.uid, runAs.user.gid);
  }
  await runInitdb(programs, runAs, { folder: unfinished, name: paths.name, durable });
  await rename(unfinished, paths.folder);
  await syncFolder(dataDir);
}

async function runInitdb(
  programs: Programs,
  runAs: RunAs,
  { folder, name, durable }: { folder: string; name: string; durable: boolean },
): Promise<void> {
  const options = [
    `--pgdata=${join(folder, 'data')}`,
    `--pwfile=${join(folder, 'password')}`,
    `--username=${name}`,
    '--auth=scram-sha-256',
    '--encoding=UTF8',
    // The built-in locale sorts identically on all systems.
    '--locale-provider=builtin',
    '--builtin-locale=C.UTF-8',
    '--locale=C',
    '--no-instructions',
    ...(durable ? [] : ['--no-sync']),
  ];
  const [command, ...args] = [...runAs.prefix, programs.initdb, ...options];
  const settings = { cwd: folder, env: programEnvironment(programs), windowsHide: true, ...runAs.user };
  await new Promise<void>((resolve, reject) => {
    execFile(command as string, args, settings, (error, stdout, stderr) => {
      if (error === null) return resolve();
      const output = `${stdout}\n${stderr}`.trim().split('\n').slice(-5).join('\n') || error.message;
      reject(new Error(`The embedded PostgreSQL could not create its database in ${folder}:\n${output}`));
    });
  });
}

/**
 * Removes incomplete databases. Ignores errors, because an initdb that outlived its server may still be writing; the next start
 * removes the rest.
 */
async function removeUnfinished(dataDir: string): Promise<void> {
  for (const name of await readdir(dataDir)) {
    if (!name.startsWith(UNFINISHED)) continue;
    await rm(join(dataDir, name), { recursive: true, force: true, maxRetries: 3 }).catch(() => undefined);
  }
}
