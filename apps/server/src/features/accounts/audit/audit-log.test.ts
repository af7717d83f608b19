import { accounts, candidates, type Endpoint, subtitles, videos } from '@sayback/contract';
import { sql } from 'drizzle-orm';
import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import { signIn } from '../../../testing/client.ts';
import { ENGLISH_SRT } from '../../../testing/fixtures.ts';
import { addAlignedVideo, addSubtitle, listSegments } from '../../../testing/library.ts';
import { withServer } from '../../../testing/with-server.ts';

const { server, admin } = await withServer({ LOG_LEVEL: 'silent' });
beforeAll(async () => {
  await server.context.db.execute(sql`
    create function disk_full() returns trigger language plpgsql as
    $$ begin raise exception 'could not extend file' using errcode = '53100'; end $$`);
});

/** Makes PostgreSQL reject new rows in that table, as on a full disk. */
const fillDisk = (table: 'audit_log' | 'users') =>
  server.context.db.execute(
    sql.raw(`create trigger full_disk before insert or update on ${table} execute function disk_full()`),
  );
afterEach(async () => {
  for (const table of ['audit_log', 'users']) {
    await server.context.db.execute(sql.raw(`drop trigger if exists full_disk on ${table}`));
  }
});

const promote = (id: number) => admin.try(accounts.updateUser, { params: { id }, body: { is_admin: true } });
const listEntries = async (id: number) => {
  const { results } = await admin.call(accounts.listAudit);
  return results.filter(({ target }) => target === `/api/users/${id}/`);
};
const isAdmin = async (id: number) => {
  const { results } = await admin.call(accounts.listUsers);
  return results.find((user) => user.id === id)?.is_admin;
};

describe('the audit log', () => {
  it('has an entry for a change, and none for a refused one', async () => {
    const { id } = await signIn(server);
    expect((await promote(id)).statusCode).toBe(200);
    expect(await listEntries(id)).toMatchObject([
      {
        username: admin.username,
        event: 'accounts.updateUser',
        action: 'PATCH /api/users/{id}/',
        summary: accounts.updateUser.summary,
      },
    ]);
    expect((await promote(424_242)).statusCode).toBe(404);
    expect(await listEntries(424_242)).toEqual([]);
  });

  it('records the input and the account’s name at the time', async () => {
    const { id, username } = await signIn(server);
    await promote(id);
    await admin.try(accounts.updateUser, { params: { id }, body: { is_disabled: true } });
    const details = (await listEntries(id)).map((entry) => entry.details);
    const about = { name: username };
    expect(details).toEqual([
      { about, asked: { is_disabled: true } },
      { about, asked: { is_admin: true } },
    ]);
  });

  it('records the language of an uploaded subtitle', async () => {
    const { videoId } = await addAlignedVideo(admin);
    await addSubtitle(admin, videoId, 'fr', ENGLISH_SRT);
    const [upload] = (await admin.call(accounts.listAudit)).results;
    expect(upload).toMatchObject({
      event: 'subtitles.uploadSubtitle',
      details: { about: { video_id: videoId }, asked: { language: 'fr' } },
    });
  });

  it('has no entry for a refused upload', async () => {
    const { videoId } = await addAlignedVideo(admin);
    const before = (await admin.call(accounts.listAudit)).count;
    await expect(addSubtitle(admin, videoId, 'fr', 'no subtitle')).rejects.toThrow();
    expect((await admin.call(accounts.listAudit)).count).toBe(before);
  });

  it('records the title and the id of a changed video', async () => {
    const body = { title: 'Trains', original_language: 'en', youtube_id: 'M7lc1UVf-VE' };
    const video = await admin.call(videos.createVideo, { body });
    const params = { id: video.id };
    const description = 'x'.repeat(150);
    await admin.call(videos.updateVideo, { params, body: { description, country: null } });
    await admin.call(videos.deleteVideo, { params });
    const [removal, change, creation] = (await admin.call(accounts.listAudit)).results;
    const about = { name: 'Trains', video_id: video.id };
    expect(removal?.details).toEqual({ about, asked: {} });
    expect(change?.details).toEqual({ about, asked: { description: `${'x'.repeat(100)}…`, country: null } });
    expect(creation?.details).toEqual({ about: {}, asked: { ...body, description: '', published: true } });
  });

  it('records the subtitle and the video of a changed segment', async () => {
    const { videoId, alignmentId } = await addAlignedVideo(admin, { title: 'Aligned' });
    const [segment] = await listSegments(admin, alignmentId);
    const body = { mismatch: true, text_target: 'Otra cosa.' };
    await admin.call(subtitles.updateSegment, { params: { id: segment?.id }, body });
    const [change] = (await admin.call(accounts.listAudit)).results;
    const { start_time, end_time, text_original, text_target, label } = segment ?? {};
    expect(change?.details).toEqual({
      about: {
        ...{ name: 'Aligned', language: 'es', video_id: videoId, alignment_id: alignmentId, segment: 1 },
        before: { start_time, end_time, text_original, text_target, label, mismatch: false, approved: false },
      },
      asked: body,
    });
  });

  it('has no entry for a call that changes nothing', async () => {
    const { id } = await signIn(server);
    await admin.call(accounts.updateUser, { params: { id }, body: {} });
    expect(await listEntries(id)).toEqual([]);
  });

  it('can describe the subject of every audited call', async () => {
    const before = await admin.call(accounts.listAudit);
    for (const endpoint of [
      ...Object.values(videos),
      ...Object.values(subtitles),
      ...Object.values(candidates),
    ] as Partial<Endpoint>[]) {
      if (!endpoint.path?.includes('{id}') || endpoint.access !== 'admin') continue;
      const response = await admin.try(endpoint as Endpoint, { params: { id: 424_242, index: 0 }, body: {} });
      expect([endpoint.path, response.statusCode < 500]).toEqual([endpoint.path, true]);
    }
    expect(await admin.call(accounts.listAudit)).toEqual(before);
  });

  it('prevents a change that it can’t record', async () => {
    const { id } = await signIn(server);
    await fillDisk('audit_log');
    expect((await promote(id)).statusCode).toBe(503);
    expect(await isAdmin(id)).toBe(false);
    const body = { title: 'unrecorded', original_language: 'en', youtube_id: 'dQw4w9WgXcQ' };
    expect((await admin.try(videos.createVideo, { body })).statusCode).toBe(503);
    const { results } = await admin.call(videos.listVideos);
    expect(results.map(({ title }) => title)).not.toContain('unrecorded');
  });

  it('preserves the entry of a change that fails midway', async () => {
    const { id } = await signIn(server);
    await fillDisk('users');
    expect((await promote(id)).statusCode).toBe(503);
    expect(await listEntries(id)).toHaveLength(1);
  });
});
