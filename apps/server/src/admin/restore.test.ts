import { mkdtemp, readdir, readFile, rm, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Readable } from 'node:stream';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { withConnection } from '../platform/backup/connect.ts';
import { applyMigrations, clearMigrationJournal, loadMigrations } from '../platform/backup/migrations.ts';
import { verifyArchive } from '../platform/backup/verify-archive.ts';
import { migrateDatabase } from '../platform/database/migrate.ts';
import { openFolderStorage } from '../platform/storage/folder-storage.ts';
import { StorageUnavailable } from '../platform/storage/storage.ts';
import { rewriteArchive } from '../testing/archives.ts';
import { catchError } from '../testing/catch-error.ts';
import { signIn } from '../testing/client.ts';
import { queryOnce } from '../testing/databases.ts';
import { eventually } from '../testing/eventually.ts';
import { silentMp3 } from '../testing/fixtures.ts';
import {
  buildConfig,
  createInstallation,
  emptyInstallation,
  fillInstallation,
  readRows,
} from '../testing/installations.ts';
import { hostClip } from '../testing/library.ts';
import { openApp, startApp, type TestApp } from '../testing/start-app.ts';
import { runBackup } from './backup.ts';
import { runRestore } from './restore.ts';

let source: TestApp;
let folder: string;
let archive: string;
let media: string[];

type Target = Parameters<typeof buildConfig>[0];
const signal = new AbortController().signal;
const options = { log: () => undefined, signal };
const resolvePath = (name: string) => path.join(folder, name);
const restore = (target: Target, file: string, confirmReplace: (() => Promise<boolean>) | null = null) =>
  runRestore(buildConfig(target), file, { ...options, confirmReplace });
const errorMessage = async (...parameters: Parameters<typeof restore>) =>
  (await catchError(restore(...parameters))).message;
const verify = (file: string) => verifyArchive(file, { signal, onBytes: () => undefined });
/** An unreachable database: an invalid archive must be rejected before connecting. */
const createUnreachable = () => ({
  databaseUrl: 'postgres://127.0.0.1:1/none',
  dataDir: resolvePath('unreachable'),
});
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
  archive = resolvePath('saved.tar');
  await runBackup(buildConfig(source), archive, options);
  await runBackup(buildConfig(source), resolvePath('saved.tgz'), options);
});
afterAll(async () => {
  await source.close();
  await rm(folder, { recursive: true, force: true });
});

describe('restoring into an installation in use', () => {
  let target: Awaited<ReturnType<typeof createInstallation>>;
  beforeAll(async () => {
    target = await createInstallation('template');
    await restore(target, archive);
  });
  afterAll(() => target.remove());

  it('is rejected with a description of the installation', async () => {
    const before = await readRows(target.databaseUrl);
    expect(await errorMessage(target, archive)).toBe(
      'Nothing was restored: this installation has 2 accounts, 2 videos, 1 candidate. --replace replaces all of it.',
    );
    expect(await errorMessage(target, archive, async () => false)).toMatch(/Nothing was restored/);
    expect(await readRows(target.databaseUrl)).toEqual(before);
  });

  it('replaces rows, media and the job queue after confirmation', async () => {
    const expected = await readRows(target.databaseUrl);
    await queryOnce(
      target.databaseUrl,
      `INSERT INTO videos (title, description, original_language, published, media_key)
         VALUES ('another', '', 'en', true, 'videos/99/other.mp4');
       SELECT graphile_worker.add_job('mail-password-reset', '{}'::json);
       CREATE TABLE unrelated (id int); INSERT INTO unrelated VALUES (7)`,
    );
    const storage = await openFolderStorage(path.join(target.dataDir, 'media'));
    await storage.put('videos/99/other.mp4', Readable.from([Buffer.from('other')]));
    await restore(target, archive, yes);
    const { unrelated, ...rows } = await readRows(target.databaseUrl);
    expect(unrelated).toEqual(['{"id": 7}']);
    expect({ ...rows, audit_log: [] }).toEqual({ ...expected, audit_log: [] });
    expect(await getFiles(target)).toEqual(media);
    await withConnection(target.databaseUrl, async (client) => {
      const queued = await client.query('SELECT task_identifier FROM graphile_worker.jobs');
      expect(queued.rows).toEqual([{ task_identifier: 'work-on-job:never' }]);
    });
  });

  it('is rejected while a server is connected', async () => {
    expect(await errorMessage(source, archive, yes)).toMatch(
      /A server of Sayback is connected .* Stop all of them/,
    );
  });

  it('changes nothing if PostgreSQL rejects rows', async () => {
    const bad = resolvePath('bad.tar');
    await rewriteArchive(archive, bad, ({ tables }) => void tables.set('subtitles', Buffer.alloc(0)));
    const before = await readRows(target.databaseUrl);
    await rm(path.join(target.dataDir, 'media', media[0] as string));
    expect(await errorMessage(target, bad, yes)).toMatch(/PostgreSQL reported an error: .*foreign key/);
    expect(await readRows(target.databaseUrl)).toEqual(before);
    expect(await getFiles(target)).toEqual(media.slice(1));
  });
});

describe('an archive', () => {
  it.each(['saved.tar', 'saved.tgz'])('is rejected if it is truncated at any position: %s', async (name) => {
    const bytes = await readFile(resolvePath(name));
    const truncated = resolvePath(`cut-${name}`);
    for (let tenth = 0; tenth < 10; tenth += 1) {
      await writeFile(truncated, bytes);
      await truncate(truncated, Math.floor((bytes.length * tenth) / 10));
      expect(await errorMessage(createUnreachable(), truncated)).toMatch(/cut off|not a backup/);
    }
    await writeFile(truncated, bytes.subarray(0, -1));
    expect(await errorMessage(createUnreachable(), truncated)).toMatch(/cut off/);
    expect(await getFiles(createUnreachable())).toEqual([]);
  });

  it('is rejected with a single changed byte at any position', async () => {
    const bytes = await readFile(archive);
    const flipped = resolvePath('flipped.tar');
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
        () => `byte ${position} was not detected`,
        (error: Error) => error.message,
      );
      expect(outcome).toMatch(/damaged|cut off|not a backup/);
    }
  });

  it('is rejected with the name of the damaged part', async () => {
    const bytes = await readFile(archive);
    bytes[bytes.indexOf('mediamedia')] = 0;
    await writeFile(resolvePath('named.tar'), bytes);
    expect(await errorMessage(createUnreachable(), resolvePath('named.tar'))).toMatch(
      /videos\/\d+\/\w+\.mp4 doesn't match its checksum/,
    );
  });

  it('is rejected if it isn’t a backup', async () => {
    await writeFile(resolvePath('other.tar'), 'something else '.repeat(200));
    expect(await errorMessage(createUnreachable(), resolvePath('other.tar'))).toMatch(
      /not a backup of Sayback/,
    );
    expect(await errorMessage(createUnreachable(), resolvePath('absent.tar'))).toMatch(
      /There is no file .*absent.tar/,
    );
  });

  it('is rejected with a newer format or newer migrations', async () => {
    await rewriteArchive(archive, resolvePath('newer.tar'), ({ manifest }) => {
      manifest.migrations.push({ tag: '0099_newer', when: 9_999_999_999_999 });
    });
    expect(await errorMessage(createUnreachable(), resolvePath('newer.tar'))).toMatch(
      /newer Sayback .*0099_newer/,
    );
    await rewriteArchive(archive, resolvePath('format.tar'), ({ manifest }) => {
      Object.assign(manifest, { format_version: 2 });
    });
    expect(await errorMessage(createUnreachable(), resolvePath('format.tar'))).toMatch(/format 2/);
  });

  it('created before a thumbnail was made is restored with the thumbnail queued', async () => {
    const down = async () => Promise.reject(new StorageUnavailable('the store is down'));
    const before = await startApp({}, [], { frames: { extractFrame: down }, sound: null });
    onTestFinished(before.close);
    await hostClip(await signIn(before, 'admin'), silentMp3());
    await runBackup(buildConfig(before), resolvePath('no-thumbnail.tar'), options);

    const target = await emptyInstallation('template');
    await restore(target, resolvePath('no-thumbnail.tar'));
    const frames = { extractFrame: async () => Readable.from([Buffer.from('a picture')]) };
    const after = await openApp({ ...target, settings: {}, adapters: { frames, sound: null } });
    onTestFinished(after.close);
    await eventually(async () => {
      const [video] = await queryOnce(target.databaseUrl, 'SELECT thumbnail_key FROM videos');
      expect(video).toEqual({ thumbnail_key: expect.stringMatching(/\.jpg$/) });
    });
  });

  it('created by an earlier version is restored and migrated', async () => {
    const known = await loadMigrations();
    const old = await emptyInstallation();
    await withConnection(old.databaseUrl, async (client) => {
      await clearMigrationJournal(client);
      await applyMigrations(client, known.slice(0, 2));
      await client.query(`
        INSERT INTO users (username, username_key) VALUES ('Ana', 'ana');
        INSERT INTO videos (title, description, original_language, published) VALUES ('old', '', 'en', true)`);
    });
    expect(await runBackup(buildConfig(old), resolvePath('old.tgz'), options)).toBe(0);
    const target = await emptyInstallation('template');
    await restore(target, resolvePath('old.tgz'));
    const rows = await readRows(target.databaseUrl);
    expect(JSON.parse(rows.videos?.[0] ?? '')).toMatchObject({ id: 1, title: 'old', peaks_key: null });
    expect(JSON.parse(rows.users?.[0] ?? '')).toMatchObject({ id: 1, username: 'Ana' });
    expect(rows.candidates).toEqual([]);
    const logged: string[] = [];
    await migrateDatabase(target.databaseUrl, { log: (line) => logged.push(line) });
    expect(logged).toEqual([]);
  });

  it('can’t be created from a database with newer migrations', async () => {
    const target = await emptyInstallation('template');
    await queryOnce(
      target.databaseUrl,
      "INSERT INTO drizzle.__drizzle_migrations (hash, created_at) VALUES ('x', 9999999999999)",
    );
    expect((await catchError(runBackup(buildConfig(target), resolvePath('x.tar'), options))).message).toMatch(
      /A newer version/,
    );
    expect(await errorMessage(target, archive)).toMatch(/A newer version/);
  });
});
