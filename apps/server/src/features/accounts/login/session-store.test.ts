import { describe, expect, it, onTestFinished } from 'vitest';
import { connectDatabase } from '../../../platform/database/database.ts';
import { signIn } from '../../../testing/client.ts';
import { withServer } from '../../../testing/with-server.ts';
import { type SessionStore, sessionStore } from './session-store.ts';
import { hashToken } from './tokens.ts';

const { server } = await withServer();

/** A store on the server's database whose notifications fail. */
async function speechless(): Promise<SessionStore> {
  await server.context.db.execute('create schema if not exists speechless');
  await server.context.db.execute(
    `create or replace function speechless.pg_notify(text, text) returns void language plpgsql
      as $$ begin raise exception 'speechless'; end $$`,
  );
  const address = new URL(server.databaseUrl);
  address.searchParams.set('options', '-c search_path=speechless,pg_catalog,public');
  const { db, close } = connectDatabase(address.href, { size: 1, onError: () => undefined });
  onTestFinished(close);
  return sessionStore(db);
}

describe('ending a session', () => {
  it.each<
    [string, (store: SessionStore, of: { id: number; refresh: string; session: number }) => Promise<unknown>]
  >([
    ['by its token', (store, { refresh }) => store.endByToken(hashToken(refresh))],
    ['by its id', (store, { id, session }) => store.end(id, session)],
    ['with all others', (store, { id }) => store.endAll(id)],
  ])('%s changes nothing if the other servers can’t be notified', async (_, end) => {
    const user = await signIn(server);
    const here = sessionStore(server.context.db);
    const [before] = await here.listForUser(user.id);
    const of = { id: user.id, refresh: user.refresh, session: before?.id ?? 0 };
    await expect(end(await speechless(), of)).rejects.toThrow();
    expect(await here.listForUser(user.id)).toHaveLength(1);
    await end(here, of);
    expect(await here.listForUser(user.id)).toEqual([]);
  });
});
