import { createHash } from 'node:crypto';
import { rmSync } from 'node:fs';
import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { accounts } from '@sayback/contract';
import { sql } from 'drizzle-orm';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { startJob } from '../features/jobs/index.ts';
import { verifyArchive } from '../platform/backup/verify-archive.ts';
import { openFolderStorage } from '../platform/storage/folder-storage.ts';
import { readArchiveRows } from '../testing/archives.ts';
import { catchError } from '../testing/catch-error.ts';
import { clientFor, signIn } from '../testing/client.ts';
import { createJobCalls, KINDS, pauseCounting, runs } from '../testing/counting-jobs.ts';
import { startS3Server } from '../testing/doubles/s3-server.ts';
import { eventually } from '../testing/eventually.ts';
import {
  buildConfig,
  emptyInstallation,
  fillInstallation,
  readRows,
  readStoredMedia,
} from '../testing/installations.ts';
import { addVideo } from '../testing/library.ts';
import { startApp, startSecondApp, type TestApp } from '../testing/start-app.ts';
import { INCOMPLETE, runBackup } from './backup.ts';
import { LEFT_OUT, MEDIA_COLUMNS } from './installation.ts';
import { runRestore } from './restore.ts';

let source: TestApp;
let filled: Awaited<ReturnType<typeof fillInstallation>>;
let folder: string;
/** An archive of the source installation, for tests that only restore. */
let saved: { file: string; rows: Record<string, string[]> };

const signal = new AbortController().signal;
const options = { log: () => undefined, signal };
const backUp = (server: TestApp, file: string, log: (line: string) => void = () => undefined) =>
  runBackup(buildConfig(server), path.join(folder, file), { log, signal });
type Target = Parameters<typeof buildConfig>[0];
const restore = (target: Target, file: string, replace = false) =>
  runRestore(buildConfig(target), path.join(folder, file), {
    ...options,
    confirmReplace: replace ? async () => true : null,
  });
const getMedia = (target: Target, keys: Iterable<string>) =>
  openFolderStorage(path.join(target.dataDir, 'media')).then((storage) => readStoredMedia(storage, keys));

const computeDigest = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex');

/** Returns true for partitions, whose rows are also in `attempts`, and tables that jobs can empty at any time. */
const isVolatile = (table: string) =>
  table.startsWith('attempts_') || ['erased_accounts', 'uncounted_accounts'].includes(table);

/** Removes the rows that a restore adds or omits intentionally. */
function normalize(rows: Record<string, string[]>): Record<string, string[]> {
  const without = Object.fromEntries(
    Object.entries(rows).filter(([table]) => !LEFT_OUT.includes(table) && !isVolatile(table)),
  );
  const log = without.audit_log?.filter((row) => !/"action": "(restore|backup)"/.test(row));
  return { ...without, audit_log: log ?? [] };
}

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'sayback-backup-'));
  source = await startApp();
  filled = await fillInstallation(source);
  await backUp(source, 'saved.tar');
  saved = { file: 'saved.tar', rows: await readRows(source.databaseUrl) };
});
afterAll(async () => {
  await source.close();
  await rm(folder, { recursive: true, force: true });
});

describe('a backup', () => {
  it('restores every row of every table, and every byte of the media', async () => {
    const target = await emptyInstallation();
    await restore(target, saved.file);
    const rows = await readRows(target.databaseUrl);
    expect(normalize(rows)).toEqual(normalize(saved.rows));
    const empty = Object.keys(rows).filter((table) => rows[table]?.length === 0 && !isVolatile(table));
    expect(rows).toHaveProperty('attempts_default', []);
    expect(empty.sort()).toEqual([...LEFT_OUT].sort());
    expect(await getMedia(target, filled.media.keys())).toEqual(filled.media);
  });

  it('is compressed if its name ends in .gz, and readable only by its owner', async () => {
    expect(await backUp(source, 'small.tar.gz')).toBe(0);
    const [small, large] = await Promise.all(
      ['small.tar.gz', saved.file].map((file) => stat(path.join(folder, file))),
    );
    expect(small?.mode ?? 0).toBe(0o100600);
    expect((await readFile(path.join(folder, 'small.tar.gz'))).subarray(0, 2)).toEqual(
      Buffer.from([0x1f, 0x8b]),
    );
    // The media are random bytes, which don't compress.
    expect(small?.size ?? 0).toBeLessThan((large?.size ?? 0) - 20_000);
  });

  it('is a consistent snapshot while servers continue writing', async () => {
    const { db } = source.context;
    let stop = false;
    const write = async () => {
      for (let n = 0; !stop; n += 1) {
        await db.transaction(async (transaction) => {
          await transaction.execute(
            sql`insert into audit_log (username, action, summary, target) values ('w', 'write', ${n}, '')`,
          );
          await transaction.execute(sql`insert into youtube_quota (day) values (${`w${n}`})`);
        });
      }
    };
    const writing = write();
    const count = sql`select 1 from audit_log where action = 'write'`;
    await eventually(async () => expect((await db.execute(count)).rows).not.toEqual([]));
    await backUp(source, 'busy.tar');
    stop = true;
    await writing;
    const file = path.join(folder, 'busy.tar');
    const numbers = async (table: string, pattern: RegExp) =>
      (await readArchiveRows(file, table))
        .flatMap((row) => pattern.exec(row)?.[1] ?? [])
        .map(Number)
        .sort((a, b) => a - b);
    const written = await numbers('audit_log', /\twrite\t(\d+)\t/);
    expect(written.length).toBeGreaterThan(0);
    expect(await numbers('youtube_quota', /^w(\d+)\t/)).toEqual(written);
    await db.execute(sql`delete from youtube_quota where day like 'w%'`);
    await db.execute(sql`delete from audit_log where action = 'write'`);
  });

  it('includes every column that refers to the storage', async () => {
    const { rows } = await source.context.db.execute<{ column: string }>(
      sql`select table_name || '.' || column_name as column from information_schema.columns
          where table_schema = 'public' and column_name like '%\\_key' order by 1`,
    );
    const others = ['candidate_subtitles.version_key', 'users.username_key'];
    const known = Object.entries(MEDIA_COLUMNS).flatMap(([table, names]) =>
      names.map((name) => `${table}.${name}`),
    );
    expect(rows.map(({ column }) => column)).toEqual([...others, ...known].sort());
  });

  it('reports media that it could not save, with the reason', async () => {
    const target = await emptyInstallation('template');
    await restore(target, saved.file);
    const [missingMedia, thumbnail] = [...filled.media.keys()] as [string, string];
    const remove = (key: string) => rmSync(path.join(target.dataDir, 'media', key));
    remove(missingMedia);
    const client = new pg.Client({ connectionString: target.databaseUrl });
    await client.connect();
    let replacing: Promise<unknown> | undefined;
    const lines: string[] = [];
    const log = (line: string) => {
      lines.push(line);
      // Tables are logged after the snapshot and before the media.
      if (line.startsWith('alignments')) {
        remove(thumbnail);
        replacing = client.query('UPDATE videos SET thumbnail_key = NULL');
      }
    };
    const file = path.join(folder, 'missing.tar');
    expect(await runBackup(buildConfig(target), file, { log, signal })).toBe(INCOMPLETE);
    await replacing;
    await client.end();
    expect(lines.join('\n')).toContain(`${missingMedia} (missing from the storage)`);
    expect(lines.join('\n')).toContain(`${thumbnail} (replaced or deleted during the backup`);
    const { checksums } = await verifyArchive(file, { signal, onBytes: () => undefined });
    expect(checksums.missing.sort()).toEqual([missingMedia, thumbnail].sort());
    expect(Object.keys(checksums.media)).toHaveLength(filled.media.size - 2);
  });

  it('leaves the previous file unchanged if it fails, and no partial file', async () => {
    const file = path.join(folder, 'former.tar');
    await writeFile(file, 'previous archive');
    const config = { ...buildConfig(source), databaseUrl: inject('postgresUrl') };
    expect((await catchError(runBackup(config, file, options))).message).toMatch(
      /no installation of Sayback/,
    );
    expect(await readFile(file, 'utf8')).toBe('previous archive');
    expect((await readdir(folder)).filter((name) => name.endsWith('.unfinished'))).toEqual([]);
  });

  it('doesn’t create a missing data folder', async () => {
    const dataDir = path.join(folder, 'mistyped');
    const config = { ...buildConfig({ databaseUrl: '', dataDir }, { DATABASE_URL: '' }), databaseUrl: null };
    expect((await catchError(runBackup(config, path.join(folder, 'x.tar'), options))).message).toContain(
      dataDir,
    );
    expect(await readdir(folder)).not.toContain('x.tar');
  });

  it('stops cleanly when it is interrupted', async () => {
    const stop = new AbortController();
    const file = path.join(folder, 'interrupted.tar');
    const work = runBackup(buildConfig(source), file, { log: () => stop.abort(), signal: stop.signal });
    expect((await catchError(work)).message).toMatch(/interrupted/);
    expect((await readdir(folder)).filter((name) => name.startsWith('interrupted'))).toEqual([]);
  });
});

describe('a restored installation', () => {
  it('continues sessions and jobs, and assigns new ids after the restored ones', async () => {
    const server = await startApp({}, KINDS);
    const { db } = server.context;
    const learner = await signIn(server);
    await addVideo(await signIn(server, 'admin'));
    await db.execute(sql`update videos set media_key = 'videos/1/lost.mp4'`);
    const resume = pauseCounting(5);
    const id = await startJob(db, { kind: 'count', subject: 'x', payload: { to: 20 }, created_by: null });
    await eventually(async () => expect(runs.some((run) => run.id === id)).toBe(true));
    await eventually(async () => {
      const { rows } = await db.execute(sql`select 1 from jobs where id = ${id} and done > 2`);
      expect(rows).toHaveLength(1);
    });
    expect(await backUp(server, 'working.tar')).toBe(INCOMPLETE);
    await server.close();
    runs.length = 0;
    resume();

    const target = await emptyInstallation('template');
    await restore(target, 'working.tar');
    const restored: TestApp = { ...server, ...target };
    const second = await startSecondApp(restored, KINDS);
    const { access } = await clientFor(second.app).call(accounts.refreshToken, {
      body: { refresh: learner.refresh },
    });
    await second.context.db.execute(sql`update users set is_admin = true where id = ${learner.id}`);
    const restoredClient = clientFor(second.app, access);
    const { rows } = await second.context.db.execute<{ id: string }>(sql`select max(id) as id from videos`);
    expect((await addVideo(restoredClient)).id).toBeGreaterThan(Number(rows[0]?.id));
    await createJobCalls({ ...restored, ...second }, restoredClient).until(id, { status: 'completed' });
    expect(runs.find((run) => run.id === id)?.done).toBeGreaterThan(2);
    await second.close();
  });

  it('can use an object store, and be backed up from it', async () => {
    const store = await startS3Server();
    const target = await emptyInstallation('template');
    const config = buildConfig(target, store.environment);
    await runRestore(config, path.join(folder, saved.file), { ...options, confirmReplace: null });
    expect((await store.keys()).sort()).toEqual([...filled.media.keys()].sort());
    const file = path.join(folder, 'from-store.tgz');
    expect(await runBackup(config, file, options)).toBe(0);
    await store.close();
    const { checksums } = await verifyArchive(file, { signal, onBytes: () => undefined });
    const digests = [...filled.media].map(([key, bytes]) => [
      key,
      { size: bytes.length, sha256: computeDigest(bytes) },
    ]);
    expect(checksums.media).toEqual(Object.fromEntries(digests));
  });
});
