// Tests a backup from a standby, and point-in-time recovery to a moment before a deletion, on a separate cluster: `node
// deploy/cluster/rehearse-backup.ts`. Needs the Debian packages of rehearse.ts and pgbackrest.
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chown, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import getPort from 'get-port';
import { postgresPrograms, postgresUser, startCluster } from './rehearse.ts';

const ROWS = 1000;
const TIMEOUT_MS = 60_000;

async function waitUntil(label: string, isTrue: () => boolean | Promise<boolean>): Promise<void> {
  const end = Date.now() + TIMEOUT_MS;
  while (!(await isTrue())) {
    if (Date.now() > end) throw new Error(`not within a minute: ${label}`);
    await sleep(200);
  }
}

const programs = postgresPrograms();
const user = await postgresUser();
const folder = await mkdtemp(path.join(tmpdir(), 'sayback-backup-'));
if (user) await chown(folder, user.uid, user.gid);
const asUser = user ? { uid: user.uid, gid: user.gid } : {};
const run = (program: string, args: string[]) =>
  execFileSync(program, args, { ...asUser, encoding: 'utf8', stdio: ['ignore', 'pipe', 'inherit'] });
const query = (url: string, statement: string) => {
  try {
    return run('psql', [url, '-Atqc', statement]).trim();
  } catch {
    return '';
  }
};

const cluster = await startCluster();
try {
  const config = path.join(folder, 'pgbackrest.conf');
  const pgbackrest = (...args: string[]) =>
    run('pgbackrest', [`--config=${config}`, '--stanza=sayback', '--log-level-console=info', ...args]);
  const nodes = cluster.nodes.map(({ dataDir, port }, index) => {
    const node = `pg${index + 1}`;
    return `${node}-path=${dataDir}\n${node}-port=${port}\n${node}-socket-path=${folder}`;
  });
  const repository = `repo1-path=${folder}/repository\nrepo1-retention-full=2\nbackup-standby=y\nstart-fast=y`;
  const paths = `log-path=${folder}\nspool-path=${folder}\nlock-path=${folder}/lock`;
  await writeFile(config, `[global]\n${repository}\n${paths}\n[sayback]\n${nodes.join('\n')}\n`);

  const parameters = {
    archive_mode: 'on',
    archive_command: `pgbackrest --config=${config} --stanza=sayback --pg1-path=$PWD archive-push %p`,
    unix_socket_directories: folder,
  };
  const [first] = cluster.nodes;
  const send = (url: string, method: string, body: object) =>
    fetch(url, { method, body: JSON.stringify(body), headers: { 'content-type': 'application/json' } });
  await send(`${first?.api}/config`, 'PATCH', { postgresql: { parameters } });
  for (const { api } of cluster.nodes) {
    await sleep(3000);
    await send(`${api}/restart`, 'POST', {});
    await cluster.waitUntilComplete();
  }
  await waitUntil('archiving', () => query(cluster.url, 'show archive_mode') === 'on');

  console.log(pgbackrest('stanza-create'));
  query(cluster.url, `create table kept as select n from generate_series(1, ${ROWS}) as n`);
  console.log(pgbackrest('--type=full', 'backup'));
  query(cluster.url, `insert into kept select n from generate_series(1, ${ROWS}) as n`);
  const moment = query(cluster.url, 'select now()');
  await sleep(1000);
  query(cluster.url, 'delete from kept');
  const last = query(cluster.url, 'select pg_walfile_name(pg_switch_wal())');
  await waitUntil(
    'archived',
    () => query(cluster.url, 'select last_archived_wal from pg_stat_archiver') >= last,
  );

  const restored = path.join(folder, 'restored');
  await mkdir(restored, { mode: 0o700 });
  if (user) await chown(restored, user.uid, user.gid);
  console.log(
    pgbackrest(
      `--pg1-path=${restored}`,
      '--type=time',
      `--target=${moment}`,
      '--target-action=promote',
      'restore',
    ),
  );
  const port = await getPort({ host: '127.0.0.1' });
  const settings = ['archive_mode=off', 'synchronous_standby_names=', `unix_socket_directories=${folder}`];
  const postgres = spawn(
    `${programs}/postgres`,
    ['-D', restored, '-p', String(port), ...settings.flatMap((setting) => ['-c', setting])],
    { ...asUser, stdio: 'ignore' },
  );
  try {
    const url = cluster.url.replace(/:\d+\//, `:${port}/`);
    await waitUntil('restored', () => query(url, 'select pg_is_in_recovery()') === 'f');
    const [now, then] = [cluster.url, url].map((database) =>
      Number(query(database, 'select count(*) from kept')),
    );
    console.log(`rows in the cluster after the deletion: ${now}; restored to ${moment}: ${then}`);
    if (now !== 0 || then !== 2 * ROWS) throw new Error('the restored database doesn’t match that moment');
  } finally {
    const ended = once(postgres, 'exit');
    postgres.kill('SIGINT');
    await ended;
  }
} finally {
  await cluster.stop();
  await rm(folder, { recursive: true, force: true });
}
