import { once } from 'node:events';
import type { IncomingMessage } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { accounts, BODY_LIMITS, buildUrl, type Endpoint, subtitles, videos } from '@sayback/contract';
import Fastify from 'fastify';
import { beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest';
import { type Client, clientFor, signIn } from '../testing/client.ts';
import { eventually } from '../testing/eventually.ts';
import { silentMp3 } from '../testing/fixtures.ts';
import { addVideo } from '../testing/library.ts';
import { startApp } from '../testing/start-app.ts';
import { withServer } from '../testing/with-server.ts';
import { limitBodyMemory } from './body-memory.ts';

type SignedIn = Client & { token: string };

const { server, admin } = await withServer();
let port: number;
let learner: SignedIn;
beforeAll(async () => {
  await server.app.listen({ port: 0, host: '127.0.0.1' });
  port = (server.app.server.address() as AddressInfo).port;
  learner = await signIn(server);
});

/** Opens a connection that sends the head of a request and the beginning of its body. `response` is the complete response. */
function startRequest(
  { method, path, headers }: { method: string; path: string; headers: Record<string, string | number> },
  body: string | Buffer = '',
  at = port,
): { socket: Socket; response: Promise<string> } {
  const socket = connect(at, '127.0.0.1');
  onTestFinished(() => void socket.destroy());
  let text = '';
  socket.on('data', (chunk) => {
    text += chunk;
  });
  socket.on('error', () => undefined);
  const lines = Object.entries({ host: 'x', ...headers }).map(([name, value]) => `${name}: ${value}\r\n`);
  socket.write(`${method} ${path} HTTP/1.1\r\n${lines.join('')}\r\n`);
  socket.write(body);
  return { socket, response: new Promise((resolve) => socket.on('close', () => resolve(text))) };
}

const login = (length: number) => ({
  method: 'POST',
  path: accounts.login.path,
  headers: { 'content-type': 'application/json', 'content-length': length },
});

describe('a JSON body over the limit', () => {
  const clients = { anyone: () => clientFor(server.app), learner: () => learner, admin: () => admin };
  const calls: [keyof typeof clients, Endpoint][] = [
    ['anyone', accounts.login],
    ['learner', accounts.updatePreferences],
    ['admin', videos.createVideo],
  ];

  it.each(calls)(
    'is refused with a 413 on a call for %s, and accepted just below it',
    async (role, declared) => {
      const send = async (bytes: number) => {
        const { length } = JSON.stringify({ unknown: '' });
        return clients[role]().try(declared, { body: { unknown: 'x'.repeat(bytes - length) } });
      };
      const over = await send(BODY_LIMITS[role] + 1);
      expect([over.statusCode, over.json()]).toEqual([413, { detail: expect.any(String) }]);
      expect((await send(BODY_LIMITS[role])).statusCode).not.toBe(413);
    },
  );

  it('isn’t read if the call is refused: without a token, the response is a 401', async () => {
    const sent = { method: 'POST', path: videos.createVideo.path };
    const headers = { 'content-type': 'application/json', 'content-length': 100_000_000 };
    const { socket } = startRequest({ ...sent, headers });
    const [chunk] = await once(socket, 'data');
    expect(String(chunk)).toMatch(/^HTTP\/1\.1 401 /);
  });
});

/** Shortens both timeouts: Node applies the longer one to the whole request. */
function shortenTimeouts(): void {
  const { headersTimeout, requestTimeout } = server.app.server;
  Object.assign(server.app.server, { headersTimeout: 500, requestTimeout: 1000 });
  onTestFinished(() => void Object.assign(server.app.server, { headersTimeout, requestTimeout }));
}

describe('a body that doesn’t arrive', () => {
  it('has half a minute to arrive, and its headers less', () => {
    const { headersTimeout, requestTimeout } = server.app.server;
    expect(requestTimeout).toBe(30_000);
    expect(headersTimeout).toBeLessThan(requestTimeout);
  });

  it('gets a 408 in time, even if single bytes continue to arrive', async () => {
    shortenTimeouts();
    const { socket, response } = startRequest(login(1000), '{"username":"');
    const trickle = setInterval(() => socket.write('x'), 100);
    const text = await response;
    clearInterval(trickle);
    expect(text).toMatch(/^HTTP\/1\.1 408 /);
    expect(JSON.parse(text.split('\r\n\r\n')[1] ?? '')).toEqual({ detail: expect.any(String) });
  });

  it('an unused connection is closed without a response', async () => {
    shortenTimeouts();
    const socket = connect(port, '127.0.0.1');
    socket.resume();
    await once(socket, 'close');
    expect(socket.bytesRead).toBe(0);
  });
});

describe('a server that stops', () => {
  it('doesn’t wait for a body that never arrives', async () => {
    const other = await startApp();
    await other.app.listen({ port: 0, host: '127.0.0.1' });
    const { port: at } = other.app.server.address() as AddressInfo;
    const entered = once(other.app.server, 'request');
    const { socket } = startRequest(login(1000), '{', at);
    await entered;
    const refused = startRequest({ ...login(1000), path: videos.createVideo.path }, '{', at);
    await once(refused.socket, 'data');
    await other.close();
    expect(socket.readyState).not.toBe('open');
  });
});

describe('an upload’s timeout', () => {
  const BOUNDARY = 'b';
  const HEAD =
    `--${BOUNDARY}\r\nContent-Disposition: form-data; name="media_file"; filename="a.mp3"\r\n` +
    'Content-Type: audio/mpeg\r\n\r\n';
  const WINDOW_MS = 30_000;

  function startUpload(id: number, sent: Buffer, missing: number) {
    const tail = `\r\n--${BOUNDARY}--\r\n`;
    const upload = startRequest(
      {
        method: 'POST',
        path: buildUrl(videos.uploadMedia.path, { id }),
        headers: {
          authorization: `Bearer ${admin.token}`,
          'content-type': `multipart/form-data; boundary=${BOUNDARY}`,
          'content-length': HEAD.length + sent.length + missing + tail.length,
          connection: 'close',
        },
      },
      Buffer.concat([Buffer.from(HEAD), sent]),
    );
    return {
      ...upload,
      finish: (rest: Buffer) => upload.socket.write(Buffer.concat([rest, Buffer.from(tail)])),
    };
  }

  it('is longer than that of other requests, and ends a stalled one with a 408', async () => {
    const { id } = await addVideo(admin, { youtube_id: null });
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
    onTestFinished(() => void vi.useRealTimers());
    const entered = once(server.app.server, 'request');
    const { response, socket } = startUpload(id, silentMp3(), 1_000_000);
    const [request] = (await entered) as [IncomingMessage];
    socket.write(Buffer.alloc(400_000));
    await eventually(() => expect(request.socket.bytesRead).toBeGreaterThan(400_000));
    vi.advanceTimersByTime(WINDOW_MS);
    expect(request.socket.writableEnded).toBe(false);
    vi.advanceTimersByTime(WINDOW_MS);
    expect(await response).toMatch(/^HTTP\/1\.1 408 /);
  });

  it('doesn’t apply to other requests', async () => {
    const { id } = await addVideo(admin, { youtube_id: null });
    const mp3 = silentMp3();
    const half = Math.floor(mp3.length / 2);
    const { response, finish } = startUpload(id, mp3.subarray(0, half), mp3.length - half);
    const { response: other } = startRequest(login(1000), '{');
    shortenTimeouts();
    // This request started after the upload, so its timeout shows that the upload had at least as much time.
    expect(await other).toMatch(/^HTTP\/1\.1 408 /);
    finish(mp3.subarray(half));
    expect(await response).toMatch(/^HTTP\/1\.1 201 /);
  });
});

describe('a form with a file read into memory', () => {
  it('is refused with a second file', async () => {
    const { id } = await addVideo(admin);
    const file = 'Content-Disposition: form-data; name="subtitle_file"; filename="a.srt"\r\n\r\nx';
    const response = await admin.try(subtitles.uploadSubtitle, {
      params: { id },
      body: Buffer.from(`--b\r\n${file}\r\n--b\r\n${file}\r\n--b--\r\n`),
      headers: { 'content-type': 'multipart/form-data; boundary=b' },
    });
    expect([response.statusCode, response.json()]).toEqual([413, { detail: expect.any(String) }]);
  });
});

describe('the memory of all bodies', () => {
  async function open() {
    const app = Fastify();
    let parsed = 0;
    app.addHook('onRequest', async (request, reply) => {
      if (request.headers.wait) await once(reply.raw, 'close');
    });
    const { reserved } = limitBodyMemory(app, 1000);
    app.addHook('preParsing', (_request, _reply, payload, done) => {
      parsed += 1;
      done(null, payload);
    });
    const config = { bodyInMemory: 600 };
    app.post('/held', { config, bodyLimit: 600 }, async () => 'taken');
    app.post('/free', { bodyLimit: 600 }, async () => 'taken');
    await app.listen({ port: 0, host: '127.0.0.1' });
    onTestFinished(() => app.close());
    const address = app.server.address() as AddressInfo;
    const send = (path: string, length: number) =>
      app.inject({ method: 'POST', url: path, payload: { a: 'x'.repeat(length - 8) } });
    const hang = (headers: string, body: string) => {
      const socket = connect(address.port, '127.0.0.1');
      onTestFinished(() => void socket.destroy());
      socket.write(
        `POST /held HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\n${headers}\r\n\r\n${body}`,
      );
      return socket;
    };
    return { reserved, send, hang, parsed: () => parsed };
  }

  it.each([
    ['content-length: 600', '{'],
    ['transfer-encoding: chunked', '1\r\n{\r\n'],
  ])(
    'is reserved before a body arrives, and released when its client disconnects: %s',
    async (headers, body) => {
      const { reserved, send, hang } = await open();
      const socket = hang(headers, body);
      await eventually(() => expect(reserved()).toBe(600));
      const refused = await send('/held', 500);
      expect([refused.statusCode, Number(refused.headers['retry-after'])]).toEqual([503, expect.any(Number)]);
      expect((await send('/held', 100)).statusCode).toBe(200);
      expect((await send('/free', 500)).statusCode).toBe(200);
      socket.destroy();
      await eventually(() => expect(reserved()).toBe(0));
      expect((await send('/held', 500)).statusCode).toBe(200);
      await eventually(() => expect(reserved()).toBe(0));
    },
  );

  it('is not reserved for a client that disconnected before', async () => {
    const { reserved, hang, parsed } = await open();
    const socket = hang('wait: 1\r\ncontent-length: 600', '{');
    await once(socket, 'connect');
    socket.end();
    await eventually(() => expect(parsed()).toBe(1));
    expect(reserved()).toBe(0);
  });
});
