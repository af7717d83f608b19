import pg from 'pg';
import { afterEach, beforeEach, describe, expect, inject, it } from 'vitest';
import { eventually } from '../../testing/eventually.ts';
import { type Listener, openListener } from './listener.ts';

let listener: Listener;
let client: pg.Client;
beforeEach(async () => {
  client = new pg.Client({ connectionString: inject('postgresUrl') });
  await client.connect();
  listener = await openListener(inject('postgresUrl'));
});
afterEach(async () => {
  await listener.close();
  await client.end();
});

const notify = (channel: string, payload: string) =>
  client.query('SELECT pg_notify($1, $2)', [channel, payload]);
const waitUntilLive = () => eventually(() => expect(listener.isLive()).toBe(true));
const breakConnection = () =>
  client.query(
    `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
     WHERE application_name = 'sayback-listener' AND datname = current_database()`,
  );

describe('the listener', () => {
  it('receives notifications on channels added later, and isn’t live until it listens on them', async () => {
    const received: string[] = [];
    listener.on('one "odd" channel', (payload) => received.push(`one ${payload}`));
    const stop = listener.on('two', (payload) => received.push(`two ${payload}`));
    listener.on('two', (payload) => received.push(`also ${payload}`));
    expect(listener.isLive()).toBe(false);
    await waitUntilLive();
    await notify('one "odd" channel', 'a');
    await notify('two', 'b');
    await eventually(() => expect(received).toEqual(['one a', 'two b', 'also b']));
    stop();
    await notify('two', 'c');
    await eventually(() => expect(received.slice(3)).toEqual(['also c']));
  });

  it('reconnects after a lost connection, and reports that notifications may have been missed', async () => {
    const received: string[] = [];
    listener.on('one', (payload) => received.push(payload));
    const stop = listener.onGap(() => received.push('removed handler'));
    listener.onGap(() => received.push('a gap'));
    stop();
    await waitUntilLive();
    await breakConnection();
    await eventually(() => expect(listener.isLive()).toBe(false));
    await notify('one', 'missed');
    await waitUntilLive();
    await notify('one', 'received');
    await eventually(() => expect(received).toEqual(['a gap', 'received']));
  });
});
