import { randomBytes } from 'node:crypto';
import { videos } from '@sayback/contract';
import { sql } from 'drizzle-orm';
import pg from 'pg';
import { describe, expect, inject, it, onTestFinished } from 'vitest';
import { applyMigrations, clearMigrationJournal, loadMigrations } from '../../platform/backup/migrations.ts';
import { queryOnce, replaceDatabase } from '../../testing/databases.ts';
import { silentMp3 } from '../../testing/fixtures.ts';
import { addLines, addVideo, hostClip } from '../../testing/library.ts';
import { withServer } from '../../testing/with-server.ts';

const { server, admin } = await withServer();

const countListed = async (language?: string) =>
  (await admin.call(videos.listVideos, { query: { language, practisable: true } })).count;
const countTotalAnd = async (...languages: string[]) =>
  Promise.all([countListed(), ...languages.map(countListed)]);

describe('the number of videos in learners’ lists', () => {
  it('is updated at each step from a draft without media to the trash and back', async () => {
    const { id } = await addVideo(admin, { youtube_id: null, published: false, original_language: 'it' });
    const input = { params: { id } };
    expect(await countTotalAnd('it')).toEqual([0, 0]);
    await hostClip(admin, silentMp3(), id);
    expect(await countTotalAnd('it')).toEqual([0, 0]);
    await addLines(server.context.db);
    expect(await countTotalAnd('it')).toEqual([0, 0]);
    await admin.call(videos.updateVideo, { ...input, body: { published: true } });
    expect(await countTotalAnd('it')).toEqual([1, 1]);
    await admin.call(videos.updateVideo, { ...input, body: { original_language: 'pt', title: 'Another' } });
    expect(await countTotalAnd('it', 'pt')).toEqual([1, 0, 1]);
    await admin.call(videos.deleteVideo, input);
    expect(await countTotalAnd('pt')).toEqual([0, 0]);
    await admin.call(videos.restoreVideo, input);
    expect(await countTotalAnd('pt')).toEqual([1, 1]);
    await admin.call(videos.updateVideo, { ...input, body: { published: false } });
    expect(await countTotalAnd('pt')).toEqual([0, 0]);
  });

  it('is correct after bulk updates and concurrent publishing', async () => {
    const { db } = server.context;
    await Promise.all(Array.from({ length: 12 }, () => addVideo(admin, { original_language: 'ja' })));
    await addLines(db);
    expect(await countListed('ja')).toBe(12);
    await db.execute(
      sql`update videos set original_language = 'ko', published = id % 3 <> 0 where original_language = 'ja'`,
    );
    const { rows: counted } = await db.execute(sql`select count from video_counts where language = 'ko'`);
    const { rows: actual } = await db.execute(
      sql`select count(*)::int from videos where original_language = 'ko' and published`,
    );
    expect(counted).toEqual(actual);
    expect(await countListed('ja')).toBe(0);
    await db.execute(sql`delete from videos where original_language = 'ko'`);
    expect(await countListed('ko')).toBe(0);
  });

  it('is computed for existing videos by the migration, and so are the search texts', async () => {
    const name = `test_${randomBytes(6).toString('hex')}`;
    await queryOnce(inject('postgresUrl'), `CREATE DATABASE ${name}`);
    const client = new pg.Client({ connectionString: replaceDatabase(inject('postgresUrl'), name) });
    onTestFinished(async () => {
      await client.end();
      await queryOnce(inject('postgresUrl'), `DROP DATABASE ${name} WITH (FORCE)`);
    });
    await client.connect();
    const migrations = await loadMigrations();
    const first = migrations.findIndex(({ tag }) => tag === '0004_open_videos');
    await clearMigrationJournal(client);
    await applyMigrations(client, migrations.slice(0, first));
    await client.query(`
      INSERT INTO videos (title, description, youtube_id, original_language, published, trashed_at)
      SELECT 'Sólo ' || n, '', CASE WHEN n <> 4 THEN 'dQw4w9WgXcQ' END, CASE WHEN n < 3 THEN 'en' ELSE 'fr' END,
        n <> 5, CASE WHEN n = 6 THEN now() END FROM generate_series(1, 7) AS n`);
    const second = migrations.findIndex(({ tag }) => tag > '0009');
    await applyMigrations(client, migrations.slice(first, second));
    const { rows } = await client.query('SELECT language, count FROM video_counts ORDER BY language');
    expect(rows).toEqual([
      { language: 'en', count: 2 },
      { language: 'fr', count: 2 },
    ]);
    await applyMigrations(client, migrations.slice(second));
    const countMatches = () =>
      client.query("SELECT count(*)::int FROM video_search_texts WHERE text LIKE 'solo%'");
    expect((await countMatches()).rows).toEqual([{ count: 7 }]);
    // Simulates the previous release, which doesn't know the table.
    await client.query("UPDATE videos SET title = 'Otro' WHERE id <= 3");
    await client.query('DELETE FROM videos WHERE id = 7');
    expect((await countMatches()).rows).toEqual([{ count: 3 }]);
  });
});
