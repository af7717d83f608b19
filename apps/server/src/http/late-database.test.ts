import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import Fastify, { type FastifyInstance } from 'fastify';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { installFailures } from './failures.ts';
import { installLateDatabase } from './late-database.ts';

const PATIENCE_MS = 50;

let app: FastifyInstance;
let url: string;
let database: { silent: boolean; late: boolean };
let letGoOn: () => void;
beforeEach(async () => {
  database = { silent: false, late: false };
  app = Fastify({ forceCloseConnections: true });
  installFailures(app);
  const pulse = { isSilent: () => database.silent, isLate: () => database.late };
  installLateDatabase(app, pulse, PATIENCE_MS);
  const answer = new Promise<void>((resolve) => {
    letGoOn = resolve;
  });
  app.get('/api/waits/', async () => answer.then(() => 'done'));
  app.post('/api/reads/', async () => 'read');
  app.get('/media/plays', async () => 'played');
  await app.listen({ port: 0, host: '127.0.0.1' });
  url = `http://127.0.0.1:${(app.server.address() as AddressInfo).port}`;
});
afterEach(() => app.close());

async function expectRefusal(answer: Response, words: string): Promise<void> {
  expect(answer.status).toBe(503);
  expect(Number(answer.headers.get('retry-after'))).toBeGreaterThanOrEqual(1);
  expect(await answer.json()).toEqual({ detail: expect.stringContaining(words) });
}

describe('a database that does not answer', () => {
  it('has what works on it refused while it is silent, and nothing else', async () => {
    database.silent = true;
    await expectRefusal(await fetch(`${url}/api/waits/`), 'can’t reach its database');
    expect((await fetch(`${url}/media/plays`)).status).toBe(200);
    database.silent = false;
    letGoOn();
    expect((await fetch(`${url}/api/waits/`)).status).toBe(200);
  });

  it('keeps nobody waiting beyond our patience while it is late', async () => {
    database.late = true;
    await expectRefusal(await fetch(`${url}/api/waits/`), 'more to do');
    letGoOn();
    expect((await fetch(`${url}/api/waits/`)).status).toBe(200);
  });

  it('is given all the time that the work takes as long as it answers', async () => {
    const waiting = fetch(`${url}/api/waits/`);
    await sleep(4 * PATIENCE_MS);
    letGoOn();
    expect((await waiting).status).toBe(200);
  });

  it('is not blamed for a client that is slow to send', async () => {
    database.late = true;
    const slowly = new ReadableStream({
      async start(body) {
        body.enqueue(new TextEncoder().encode('{'));
        await sleep(4 * PATIENCE_MS);
        body.enqueue(new TextEncoder().encode('}'));
        body.close();
      },
    });
    const options = { method: 'POST', body: slowly, duplex: 'half' } as RequestInit;
    const headers = { 'content-type': 'application/json' };
    expect((await fetch(`${url}/api/reads/`, { ...options, headers })).status).toBe(200);
  });
});
