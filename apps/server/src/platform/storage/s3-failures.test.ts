import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { catchError } from '../../testing/catch-error.ts';
import { type S3Server, startS3Server } from '../../testing/doubles/s3-server.ts';
import { openS3Storage, type Timeouts } from './s3-storage.ts';
import { type Storage, StorageUnavailable } from './storage.ts';

const MIB = 1024 * 1024;
const SLOW_TIMEOUTS: Timeouts = { connectMs: 3000, responseMs: 3000, idleMs: 1000, attempts: 2 };
const SHORT_TIMEOUTS: Timeouts = { connectMs: 1000, responseMs: 700, idleMs: 700, attempts: 1 };

let store: S3Server;
let storage: Storage;
beforeAll(async () => {
  store = await startS3Server();
  storage = await openS3Storage(store.settings, { log: () => undefined, timeouts: SLOW_TIMEOUTS });
  await storage.put('videos/1/a.mp4', createStream(2 * MIB));
});
afterEach(() => store.fail(null));
afterAll(() => store.close());

const createStream = (length: number) => Readable.from([Buffer.alloc(length, 7)]);

const callAll = (target = storage): Promise<unknown>[] => [
  target.put('videos/1/b.mp4', createStream(10)),
  target.put('videos/1/c.mp4', createStream(9 * MIB)),
  target.size('videos/1/a.mp4'),
  target.read('videos/1/a.mp4'),
  target.list('videos/1'),
  target.remove('videos/1/a.mp4'),
];

describe('a failing store', () => {
  it.each([
    ['responds with 500', { status: 500, code: 'InternalError' }],
    ['responds with SlowDown', { status: 503, code: 'SlowDown' }],
    ['rejects the keys', { status: 403, code: 'InvalidAccessKeyId' }],
    ['breaks every connection', 'reset'],
  ] as const)(
    'a store that %s makes every call throw StorageUnavailable, and recovers unchanged',
    async (_, fault) => {
      store.fail(fault);
      const failures = await Promise.all(callAll().map(catchError));
      for (const failure of failures) expect(failure).toBeInstanceOf(StorageUnavailable);
      store.fail(null);
      expect(await store.keys()).toEqual(['videos/1/a.mp4']);
      expect(await buffer(await storage.read('videos/1/a.mp4'))).toHaveLength(2 * MIB);
    },
  );

  it('a store that hangs makes every call throw StorageUnavailable, in bounded time', async () => {
    const impatient = await openS3Storage(store.settings, { log: () => undefined, timeouts: SHORT_TIMEOUTS });
    store.fail('hang');
    const failures = await Promise.all(callAll(impatient).map(catchError));
    for (const failure of failures) expect(failure).toBeInstanceOf(StorageUnavailable);
    store.fail(null);
    expect(await store.keys()).toEqual(['videos/1/a.mp4']);
  });

  it('a stopped store makes every call throw StorageUnavailable, until it is restarted', async () => {
    await store.stop();
    const failures = await Promise.all(callAll().map(catchError));
    for (const failure of failures) expect(failure).toBeInstanceOf(StorageUnavailable);
    await store.start();
    expect(await storage.size('videos/1/a.mp4')).toBe(2 * MIB);
  });

  it('a full store makes puts fail with isFull', async () => {
    store.fail({ status: 507, code: 'InsufficientStorage', methods: ['PUT'] });
    expect(await catchError(storage.put('videos/1/b.mp4', createStream(10)))).toMatchObject({ isFull: true });
    expect(await catchError(storage.put('videos/1/b.mp4', createStream(17 * MIB)))).toMatchObject({
      isFull: true,
    });
    expect(await store.unfinished()).toEqual([]);
    store.fail({ status: 503, code: 'SlowDown' });
    expect(await catchError(storage.put('videos/1/b.mp4', createStream(10)))).toMatchObject({
      isFull: false,
    });
  });

  it('a store that fails briefly is retried', async () => {
    store.fail('reset');
    const putting = storage.put('videos/1/d.mp4', createStream(10));
    store.requests.length = 0;
    await expect.poll(() => store.requests.length, { interval: 1 }).toBe(1);
    store.fail(null);
    expect(await putting).toBe(10);
    await storage.remove('videos/1/d.mp4');
  });
});

describe('reading from a store', () => {
  it.each(['break-off', 'stall'] as const)('fails if the response is truncated (%s)', async (fault) => {
    store.fail(fault);
    const chunks: Buffer[] = [];
    const readingAll = (async () => {
      for await (const chunk of await storage.read('videos/1/a.mp4')) chunks.push(chunk);
    })();
    expect(await catchError(readingAll)).toBeInstanceOf(StorageUnavailable);
    expect(Buffer.concat(chunks).length).toBeLessThan(2 * MIB);
  });

  it('waits for a reader that pauses longer than the store’s timeout', async () => {
    const readingAll = await storage.read('videos/1/a.mp4');
    const iterator = readingAll[Symbol.asyncIterator]();
    let length = (await iterator.next()).value.length;
    // Pause of the reader.
    await sleep(1.7 * SLOW_TIMEOUTS.idleMs);
    for (let step = await iterator.next(); !step.done; step = await iterator.next())
      length += step.value.length;
    expect(length).toBe(2 * MIB);
  });

  it('waits for a reader that pauses after the response has ended', async () => {
    // Longer than one buffer and shorter than two, so that the store has nothing more to send, and no pipe is full.
    await storage.put('videos/1/short.mp4', createStream(66_000));
    const readingAll = await storage.read('videos/1/short.mp4');
    // Pause of the reader.
    await sleep(1.7 * SLOW_TIMEOUTS.idleMs);
    expect(await buffer(readingAll)).toHaveLength(66_000);
  });

  it('fails if the store sends a different range', async () => {
    // The tests' server treats the range from 0 to 0 as the whole.
    const failure = await catchError(storage.read('videos/1/a.mp4', { start: 0, end: 0 }));
    expect(failure).toBeInstanceOf(StorageUnavailable);
  });
});

describe('a multipart put', () => {
  it('succeeds if only the response to its completion is lost', async () => {
    store.fail('lose-completion');
    expect(await storage.put('videos/2/a.mp4', createStream(9 * MIB))).toBe(9 * MIB);
    store.fail(null);
    expect(await storage.size('videos/2/a.mp4')).toBe(9 * MIB);
  });
});

describe('opening a store', () => {
  const open = async (change: Partial<S3Server['settings']> = {}) => {
    const logged: string[] = [];
    await openS3Storage({ ...store.settings, ...change }, { log: (message) => logged.push(message) });
    return logged;
  };

  it('logs nothing if the store is reachable', async () => {
    expect(await open()).toEqual([]);
  });

  it('throws an error that names the setting that the store rejects', async () => {
    await expect(open({ bucket: 'other' })).rejects.toThrow(/^S3_BUCKET: .* no bucket other/);
    for (const [status, code, setting] of [
      [403, 'InvalidAccessKeyId', /^S3_ACCESS_KEY_ID: .*does not know this key/],
      [403, 'SignatureDoesNotMatch', /^S3_SECRET_ACCESS_KEY: /],
      [400, 'AuthorizationHeaderMalformed', /^S3_REGION: /],
      [403, 'AccessDenied', /^S3_ACCESS_KEY_ID, S3_SECRET_ACCESS_KEY: /],
    ] as const) {
      store.fail({ status, code });
      await expect(open()).rejects.toThrow(setting);
    }
  });

  it('logs that the store is unreachable, and succeeds', async () => {
    store.fail({ status: 503, code: 'SlowDown' });
    expect(await open()).toEqual([expect.stringContaining('responds unexpectedly')]);
    store.fail({ status: 403, code: 'RequestTimeTooSkewed' });
    expect(await open()).toEqual([expect.stringContaining('RequestTimeTooSkewed')]);
    expect(await open({ endpoint: 'http://127.0.0.1:1' })).toEqual([expect.stringContaining('ECONNREFUSED')]);
  });
});
