import { describe, expect, it, onTestFinished } from 'vitest';
import { connectDatabase } from '../../../platform/database/database.ts';
import { signIn } from '../../../testing/client.ts';
import { withServer } from '../../../testing/with-server.ts';
import { type SessionStore, sessionStore } from './session-store.ts';
import { hashToken } from './tokens.ts';

const { server } = await withServer();

/** A store on the server's database whose notifications fail. */
async function openStoreWithoutNotify(): Promise<SessionStore> {
  await server.context.db.execute('create schema if not exists no_notify');
  await server.context.db.execute(
    `create or replace function no_notify.pg_notify(text, text) returns void language plpgsql
      as $$ begin raise exception 'no notifications'; end $$`,
  );
  const url = new URL(server.databaseUrl);
  url.searchParams.set('options', '-c search_path=no_notify,pg_catalog,public');
  const { db, close } = connectDatabase(url.href, { size: 1, onError: () => undefined });
  onTestFinished(close);
  return sessionStore(db);
}

describe('ending a session', () => {
  it.each<
    [
      string,
      (store: SessionStore, user: { id: number; refresh: string; session: number }) => Promise<unknown>,
    ]
  >([
    ['by its token', (store, { refresh }) => store.endByToken(hashToken(refresh))],
    ['by its id', (store, { id, session }) => store.end(id, session)],
    ['with all others', (store, { id }) => store.endAll(id)],
  ])('%s changes nothing if the other servers can’t be notified', async (_, end) => {
    const user = await signIn(server);
    const store = sessionStore(server.context.db);
    const [session] = await store.listForUser(user.id);
    const ids = { id: user.id, refresh: user.refresh, session: session?.id ?? 0 };
    await expect(end(await openStoreWithoutNotify(), ids)).rejects.toThrow();
    expect(await store.listForUser(user.id)).toHaveLength(1);
    await end(store, ids);
    expect(await store.listForUser(user.id)).toEqual([]);
  });
});
