import type { AddressInfo } from 'node:net';
import type { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import Fastify, { type FastifyInstance } from 'fastify';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { installFailures } from './failures.ts';
import { trackWork } from './under-way.ts';

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
  const { track } = trackWork(app, { limit: 10, pulse, patienceMs: PATIENCE_MS });
  const answer = new Promise<void>((resolve) => {
    letGoOn = resolve;
  });
  app.get('/waits', async (_, reply) => {
    const value = await track(reply, () => answer.then(() => 'done'));
    return reply.sent ? reply : value;
  });
  // Read by the handler, as uploads are.
  app.addContentTypeParser('text/plain', (_, body, done) => done(null, body));
  app.post('/reads', (request, reply) => track(reply, () => text(request.body as Readable), true));
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
  it('has what works on it refused while it is silent', async () => {
    database.silent = true;
    await expectRefusal(await fetch(`${url}/waits`), 'can’t reach its database');
    database.silent = false;
    letGoOn();
    expect((await fetch(`${url}/waits`)).status).toBe(200);
  });

  it('keeps nobody waiting beyond our patience while it is late', async () => {
    database.late = true;
    await expectRefusal(await fetch(`${url}/waits`), 'more to do');
    letGoOn();
    expect((await fetch(`${url}/waits`)).status).toBe(200);
  });

  it('is given all the time that the work takes as long as it answers', async () => {
    const waiting = fetch(`${url}/waits`);
    await sleep(4 * PATIENCE_MS);
    letGoOn();
    expect((await waiting).status).toBe(200);
  });

  it('is not blamed for a client that is slow to send', async () => {
    database.late = true;
    const slowly = new ReadableStream({
      async start(body) {
        body.enqueue(new TextEncoder().encode('slow'));
        await sleep(4 * PATIENCE_MS);
        body.enqueue(new TextEncoder().encode('ly'));
        body.close();
      },
    });
    const options = { method: 'POST', body: slowly, duplex: 'half' } as RequestInit;
    const headers = { 'content-type': 'text/plain' };
    expect(await (await fetch(`${url}/reads`, { ...options, headers })).text()).toBe('slowly');
  });
});
