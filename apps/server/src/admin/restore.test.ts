import { mkdtemp, readdir, readFile, rm, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Readable } from 'node:stream';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { withConnection } from '../platform/backup/connect.ts';
import { applyMigrations, forgetMigrations, knownMigrations } from '../platform/backup/migrations.ts';
import { verifyArchive } from '../platform/backup/verify-archive.ts';
import { migrateDatabase } from '../platform/database/migrate.ts';
import { openFolderStorage } from '../platform/storage/folder-storage.ts';
import { rewriteArchive } from '../testing/archives.ts';
import { queryOnce } from '../testing/databases.ts';
import { catchError } from '../testing/failure-of.ts';
import {
  buildConfig,
  emptyInstallation,
  fillInstallation,
  newInstallation,
  readRows,
} from '../testing/installations.ts';
import { startApp, type TestApp } from '../testing/start-app.ts';
import { runBackup } from './backup.ts';
import { runRestore } from './restore.ts';

let source: TestApp;
let folder: string;
let saved: string;
let media: string[];

type Target = Parameters<typeof buildConfig>[0];
const signal = new AbortController().signal;
const quietly = { log: () => undefined, signal };
const at = (name: string) => path.join(folder, name);
const restore = (target: Target, file: string, mayReplace: (() => Promise<boolean>) | null = null) =>
  runRestore(buildConfig(target), file, { ...quietly, mayReplace });
const errorMessage = async (...parameters: Parameters<typeof restore>) =>
  (await catchError(restore(...parameters))).message;
const verify = (file: string) => verifyArchive(file, { signal, onBytes: () => undefined });
/** An unreachable database, since an invalid archive has to be refused before connecting. */
const nowhere = () => ({ databaseUrl: 'postgres://127.0.0.1:1/none', dataDir: at('nowhere') });
const yes = async () => true;

const getFiles = async ({ dataDir }: Target) =>
  (await readdir(path.join(dataDir, 'media'), { recursive: true, withFileTypes: true }).catch(() => []))
    .filter((entry) => entry.isFile())
    .map((entry) => path.relative(path.join(dataDir, 'media'), path.join(entry.parentPath, entry.name)))
    .sort();

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'sayback-restore-'));
  source = await startApp();
  const filled = await fillInstallation(source, Buffer.alloc(3000, 'media'));
  media = [...filled.media.keys()].sort();
  saved = at('saved.tar');
  await runBackup(buildConfig(source), saved, quietly);
  await runBackup(buildConfig(source), at('saved.tgz'), quietly);
});
afterAll(async () => {
  await source.close();
  await rm(folder, { recursive: true, force: true });
});

describe('a restore into an installation that is in use', () => {
  let target: Awaited<ReturnType<typeof newInstallation>>;
  beforeAll(async () => {
    target = await newInstallation('template');
    await restore(target, saved);
  });
  afterAll(() => target.remove());

  it('is refused, with a list of what exists', async () => {
    const before = await readRows(target.databaseUrl);
    expect(await errorMessage(target, saved)).toBe(
      'Nothing was restored: this installation has 2 accounts, 2 videos, 1 candidate. --replace replaces all of it.',
    );
    expect(await errorMessage(target, saved, async () => false)).toMatch(/Nothing was restored/);
    expect(await readRows(target.databaseUrl)).toEqual(before);
  });

  it('replaces everything when allowed: rows, media, and the queue', async () => {
    const expected = await readRows(target.databaseUrl);
    await queryOnce(
      target.databaseUrl,
      `INSERT INTO videos (title, description, original_language, published, media_key)
         VALUES ('another', '', 'en', true, 'videos/99/other.mp4');
       SELECT graphile_worker.add_job('mail-password-reset', '{}'::json);
       CREATE TABLE somebody_elses (id int); INSERT INTO somebody_elses VALUES (7)`,
    );
    const storage = await openFolderStorage(path.join(target.dataDir, 'media'));
    await storage.put('videos/99/other.mp4', Readable.from([Buffer.from('other')]));
    await restore(target, saved, yes);
    const { somebody_elses, ...rows } = await readRows(target.databaseUrl);
    expect(somebody_elses).toEqual(['{"id": 7}']);
    expect({ ...rows, audit_log: [] }).toEqual({ ...expected, audit_log: [] });
    expect(await getFiles(target)).toEqual(media);
    await withConnection(target.databaseUrl, async (client) => {
      const queued = await client.query('SELECT task_identifier FROM graphile_worker.jobs');
      expect(queued.rows).toEqual([{ task_identifier: 'work-on-job:never' }]);
    });
  });

  it('is refused while a server is connected, even with --replace', async () => {
    expect(await errorMessage(source, saved, yes)).toMatch(
      /A server of Sayback is connected .* Stop all of them/,
    );
  });

  it('changes nothing when PostgreSQL rejects the last rows', async () => {
    const bad = at('bad.tar');
    await rewriteArchive(saved, bad, ({ tables }) => void tables.set('subtitles', Buffer.alloc(0)));
    const before = await readRows(target.databaseUrl);
    await rm(path.join(target.dataDir, 'media', media[0] as string));
    expect(await errorMessage(target, bad, yes)).toMatch(/PostgreSQL refused: .*foreign key/);
    expect(await readRows(target.databaseUrl)).toEqual(before);
    expect(await getFiles(target)).toEqual(media.slice(1));
  });
});

describe('an archive', () => {
  it.each(['saved.tar', 'saved.tgz'])(
    'is refused and changes nothing when truncated at any of ten positions: %s',
    async (name) => {
      const bytes = await readFile(at(name));
      const cut = at(`cut-${name}`);
      for (let tenth = 0; tenth < 10; tenth += 1) {
        await writeFile(cut, bytes);
        await truncate(cut, Math.floor((bytes.length * tenth) / 10));
        expect(await errorMessage(nowhere(), cut)).toMatch(/cut off|not a backup/);
      }
      await writeFile(cut, bytes.subarray(0, -1));
      expect(await errorMessage(nowhere(), cut)).toMatch(/cut off/);
      expect(await getFiles(nowhere())).toEqual([]);
    },
  );

  it('rejects an archive with a single changed byte, wherever it is', async () => {
    const bytes = await readFile(saved);
    const flipped = at('flipped.tar');
    const ends = Array.from({ length: 40 }, (_, n) => bytes.length - 1 - n * 53);
    const positions = [
      ...Array.from({ length: 60 }, (_, n) => Math.floor((bytes.length * n) / 60)),
      130,
      156,
      257,
      ...ends,
    ];
    for (const position of positions) {
      const changed = Buffer.from(bytes);
      changed[position] = (changed[position] ?? 0) ^ 0x04;
      await writeFile(flipped, changed);
      const outcome = await verify(flipped).then(
        () => `byte ${position} was not noticed`,
        (error: Error) => error.message,
      );
      expect(outcome).toMatch(/damaged|cut off|not a backup/);
    }
  });

  it('is refused with the name of the damaged part', async () => {
    const bytes = await readFile(saved);
    bytes[bytes.indexOf('mediamedia')] = 0;
    await writeFile(at('named.tar'), bytes);
    expect(await errorMessage(nowhere(), at('named.tar'))).toMatch(
      /videos\/\d+\/\w+\.mp4 doesn't match its checksum/,
    );
  });

  it('is refused if it isn’t a backup', async () => {
    await writeFile(at('other.tar'), 'something else altogether '.repeat(100));
    expect(await errorMessage(nowhere(), at('other.tar'))).toMatch(/not a backup of Sayback/);
    expect(await errorMessage(nowhere(), at('absent.tar'))).toMatch(/There is no file .*absent.tar/);
  });

  it('rejects an archive of a newer version with a message, by format or by migrations', async () => {
    await rewriteArchive(saved, at('newer.tar'), ({ manifest }) => {
      manifest.migrations.push({ tag: '0099_to_come', when: 9_999_999_999_999 });
    });
    expect(await errorMessage(nowhere(), at('newer.tar'))).toMatch(/newer Sayback .*0099_to_come/);
    await rewriteArchive(saved, at('format.tar'), ({ manifest }) => {
      Object.assign(manifest, { format_version: 2 });
    });
    expect(await errorMessage(nowhere(), at('format.tar'))).toMatch(/format 2/);
  });

  it('loads an archive of an earlier version, and migrates it', async () => {
    const known = await knownMigrations();
    const old = await emptyInstallation();
    await withConnection(old.databaseUrl, async (client) => {
      await forgetMigrations(client);
      await applyMigrations(client, known.slice(0, 2));
      await client.query(`
        INSERT INTO users (username, username_key) VALUES ('Ana', 'ana');
        INSERT INTO videos (title, description, original_language, published) VALUES ('old', '', 'en', true)`);
    });
    expect(await runBackup(buildConfig(old), at('old.tgz'), quietly)).toBe(0);
    const target = await emptyInstallation('template');
    await restore(target, at('old.tgz'));
    const rows = await readRows(target.databaseUrl);
    expect(JSON.parse(rows.videos?.[0] ?? '')).toMatchObject({ id: 1, title: 'old', peaks_key: null });
    expect(JSON.parse(rows.users?.[0] ?? '')).toMatchObject({ id: 1, username: 'Ana' });
    expect(rows.candidates).toEqual([]);
    const logged: string[] = [];
    await migrateDatabase(target.databaseUrl, { log: (line) => logged.push(line) });
    expect(logged).toEqual([]);
  });

  it('is not created from a database that a newer version has migrated', async () => {
    const target = await emptyInstallation('template');
    await queryOnce(
      target.databaseUrl,
      "INSERT INTO drizzle.__drizzle_migrations (hash, created_at) VALUES ('x', 9999999999999)",
    );
    expect((await catchError(runBackup(buildConfig(target), at('x.tar'), quietly))).message).toMatch(
      /A newer version/,
    );
    expect(await errorMessage(target, saved)).toMatch(/A newer version/);
  });
});
