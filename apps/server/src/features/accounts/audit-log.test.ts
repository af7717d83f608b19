import { accounts, videos } from '@sayback/contract';
import { sql } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { type Client, signIn } from '../../testing/client.ts';
import { startApp, type TestApp } from '../../testing/start-app.ts';

let server: TestApp;
let admin: Client & { id: number; username: string };
beforeAll(async () => {
  server = await startApp({ LOG_LEVEL: 'silent' });
  admin = await signIn(server, 'admin');
  await server.context.db.execute(sql`
    create function no_room() returns trigger language plpgsql as
    $$ begin raise exception 'could not extend file' using errcode = '53100'; end $$`);
});
afterAll(() => server.close());

/** Has PostgreSQL say that there is no room for anything new in that table. */
const fill = (table: 'audit_log' | 'users') =>
  server.context.db.execute(
    sql.raw(`create trigger full_disk before insert or update on ${table} execute function no_room()`),
  );
afterEach(async () => {
  for (const table of ['audit_log', 'users']) {
    await server.context.db.execute(sql.raw(`drop trigger if exists full_disk on ${table}`));
  }
});

const promote = (id: number) => admin.try(accounts.updateUser, { params: { id }, body: { is_admin: true } });
const entriesAbout = async (id: number) => {
  const { results } = await admin.call(accounts.listAudit);
  return results.filter(({ target }) => target === `/api/users/${id}/`);
};
const isAdmin = async (id: number) => {
  const { results } = await admin.call(accounts.listUsers);
  return results.find((user) => user.id === id)?.is_admin;
};

describe('the audit log', () => {
  it('tells of a deed, and of none that was refused', async () => {
    const { id } = await signIn(server);
    expect((await promote(id)).statusCode).toBe(200);
    expect(await entriesAbout(id)).toMatchObject([{ username: admin.username }]);
    expect((await promote(424_242)).statusCode).toBe(404);
    expect(await entriesAbout(424_242)).toEqual([]);
  });

  it('has no deed done that it has no room to tell of', async () => {
    const { id } = await signIn(server);
    await fill('audit_log');
    expect((await promote(id)).statusCode).toBe(503);
    expect(await isAdmin(id)).toBe(false);
    const body = { title: 'untold', original_language: 'en', youtube_id: 'dQw4w9WgXcQ' };
    expect((await admin.try(videos.createVideo, { body })).statusCode).toBe(503);
    const { results } = await admin.call(videos.listVideos);
    expect(results.map(({ title }) => title)).not.toContain('untold');
  });

  it('keeps a deed of which it isn’t known how it ended', async () => {
    const { id } = await signIn(server);
    await fill('users');
    expect((await promote(id)).statusCode).toBe(503);
    expect(await entriesAbout(id)).toHaveLength(1);
  });
});
