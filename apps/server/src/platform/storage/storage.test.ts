import { chown, mkdir, mkdtemp, readdir, rm, symlink, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type S3Server, startS3Server } from '../../testing/doubles/s3-server.ts';
import { openFolderStorage } from './folder-storage.ts';
import { openS3Storage } from './s3-storage.ts';
import { ObjectNotFound, type Storage } from './storage.ts';

const MIB = 1024 * 1024;
/** User id without privileges. */
const NOBODY = 65_534;

/** Distinct bytes, to detect swapped parts. */
const createBytes = (length: number, salt = 0): Buffer => {
  const bytes = Buffer.alloc(length);
  for (let offset = 0; offset + 4 <= length; offset += 4)
    bytes.writeUInt32LE((offset * 2_654_435_761 + salt) >>> 0, offset);
  return bytes;
};

/** Streams bytes in chunks, as from a network. */
const toStream = (bytes: Buffer): Readable =>
  Readable.from(
    (function* () {
      for (let start = 0; start < bytes.length; start += 65_536) yield bytes.subarray(start, start + 65_536);
    })(),
  );

/** Creates a stream that fails after these bytes. */
const failingStream = (bytes: Buffer): Readable =>
  Readable.from(
    (async function* () {
      yield* toStream(bytes);
      throw new Error('source failed');
    })(),
  );

let folder: string;
let store: S3Server;
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'sayback-storage-'));
  store = await startS3Server({ pageSize: 5 });
});
afterAll(async () => {
  await store.close();
  await rm(folder, { recursive: true, force: true });
});

const listFiles = async () => {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  return entries.filter((entry) => entry.isFile()).map(({ parentPath, name }) => path.join(parentPath, name));
};

type Adapter = {
  open: () => Promise<Storage>;
  /** Lists everything stored, including parts of incomplete writes. */
  listAll: () => Promise<string[]>;
};
const adapters: Record<string, Adapter> = {
  'a folder': { open: () => openFolderStorage(folder), listAll: listFiles },
  'an S3 store': {
    open: () => openS3Storage(store.settings, { log: () => undefined }),
    listAll: async () => [...(await store.keys()), ...(await store.unfinished())],
  },
};

describe.each(Object.entries(adapters))('%s', (_, { open, listAll }) => {
  let storage: Storage;
  beforeAll(async () => {
    storage = await open();
  });
  const put = (key: string, bytes: Buffer) => storage.put(key, toStream(bytes));
  const read = async (key: string, range?: { start: number; end: number }) =>
    buffer(await storage.read(key, range));

  it('returns stored content, its size and its ranges', async () => {
    const bytes = createBytes(200_000);
    expect(await put('videos/1/a.mp4', bytes)).toBe(200_000);
    expect(await storage.size('videos/1/a.mp4')).toBe(200_000);
    expect((await read('videos/1/a.mp4')).equals(bytes)).toBe(true);
    for (const [start, end] of [
      [0, 9],
      [65_530, 131_080],
      [199_999, 199_999],
      [0, 199_999],
    ] as const) {
      const part = await read('videos/1/a.mp4', { start, end });
      expect(part.equals(bytes.subarray(start, end + 1)), `${start} to ${end}`).toBe(true);
    }
  });

  it('stores an empty file', async () => {
    expect(await put('videos/1/none.peaks', Buffer.alloc(0))).toBe(0);
    expect(await storage.size('videos/1/none.peaks')).toBe(0);
    expect(await read('videos/1/none.peaks')).toHaveLength(0);
  });

  it.each([8 * MIB, 20 * MIB + 3])('stores %d bytes in chunks of any size', async (length) => {
    const bytes = createBytes(length);
    expect(await put('videos/1/large.mp4', bytes)).toBe(length);
    expect((await read('videos/1/large.mp4')).equals(bytes)).toBe(true);
    const middle = await read('videos/1/large.mp4', { start: 8 * MIB - 10, end: 8 * MIB - 1 });
    expect(middle.equals(bytes.subarray(8 * MIB - 10, 8 * MIB))).toBe(true);
    await storage.remove('videos/1/large.mp4');
  });

  it('returns null as the size of a missing object, throws when reading it, and ignores its removal', async () => {
    expect(await storage.size('videos/9/none.mp4')).toBeNull();
    await expect(storage.read('videos/9/none.mp4')).rejects.toThrow(ObjectNotFound);
    await expect(storage.remove('videos/9/none.mp4')).resolves.toBeUndefined();
    expect(await storage.list('nowhere')).toEqual([]);
  });

  it('lists all direct entries of a folder, across several pages', async () => {
    const names = Array.from({ length: 12 }, (_, n) => `exports/${n}.zip`);
    for (const name of [...names, 'exports/deeper/x.zip', 'exports2/x.zip']) {
      await put(name, Buffer.from(name));
    }
    expect((await storage.list('exports')).sort()).toEqual(names.sort());
  });

  it('lists everything in a folder at any depth that was stored before a time', async () => {
    const names = Array.from({ length: 7 }, (_, n) => `old/${n}/${n}.mp4`);
    for (const name of [...names, 'old/x.mp4', 'old2/x.mp4']) await put(name, Buffer.from(name));
    const minutesFromNow = (minutes: number) => new Date(Date.now() + minutes * 60_000);
    expect(await storage.listBefore('old', minutesFromNow(-1))).toEqual([]);
    expect((await storage.listBefore('old', minutesFromNow(1))).sort()).toEqual([...names, 'old/x.mp4']);
    expect(await storage.listBefore('nowhere', minutesFromNow(1))).toEqual([]);
  });

  it('deletes objects', async () => {
    await put('videos/2/a.mp4', createBytes(10));
    await storage.remove('videos/2/a.mp4');
    expect(await storage.size('videos/2/a.mp4')).toBeNull();
  });

  it.each(['../a', '/etc/passwd', 'a/../../b', '.hidden', 'a//b', 'a/', '', 'a b', 'a\0b'])(
    'rejects the key %j in every call',
    async (key) => {
      const before = await listAll();
      await expect(storage.put(key, toStream(createBytes(1)))).rejects.toThrow('not a storage key');
      await expect(storage.size(key)).rejects.toThrow('not a storage key');
      await expect(storage.read(key)).rejects.toThrow('not a storage key');
      await expect(storage.list(key)).rejects.toThrow('not a storage key');
      await expect(storage.listBefore(key, new Date())).rejects.toThrow('not a storage key');
      await expect(storage.remove(key)).rejects.toThrow('not a storage key');
      expect(await listAll()).toEqual(before);
    },
  );

  it.each([0, 100_000, 9 * MIB])(
    'stores nothing if the source fails after %d bytes, and throws its error',
    async (length) => {
      const before = await listAll();
      const putting = storage.put('videos/3/a.mp4', failingStream(createBytes(length)));
      await expect(putting).rejects.toThrow('source failed');
      expect(await storage.size('videos/3/a.mp4')).toBeNull();
      expect(await listAll()).toEqual(before);
    },
  );

  it('preserves the previous object if its replacement fails', async () => {
    const bytes = createBytes(1000);
    await put('videos/4/a.mp4', bytes);
    await expect(storage.put('videos/4/a.mp4', failingStream(createBytes(9 * MIB)))).rejects.toThrow();
    expect((await read('videos/4/a.mp4')).equals(bytes)).toBe(true);
  });

  it('stores exactly one of two concurrent puts with the same key', async () => {
    const [first, second] = [createBytes(3 * MIB, 1), createBytes(3 * MIB, 2)];
    await Promise.all([put('videos/5/a.mp4', first), put('videos/5/a.mp4', second)]);
    const stored = await read('videos/5/a.mp4');
    expect([first, second].filter((bytes) => bytes.equals(stored))).toHaveLength(1);
    expect((await listAll()).filter((key) => key.includes('unfinished'))).toEqual([]);
  });

  it('releases a reader that stops early', async () => {
    await put('videos/6/a.mp4', createBytes(2 * MIB));
    const reading = await storage.read('videos/6/a.mp4');
    for await (const chunk of reading) {
      expect(chunk.length).toBeGreaterThan(0);
      break;
    }
    expect(reading.destroyed).toBe(true);
    expect(await read('videos/6/a.mp4')).toHaveLength(2 * MIB);
  });
});

describe('an unfinished put of a crashed server', () => {
  it('is deleted from the folder once it is old, unlike complete files', async () => {
    const storage = await openFolderStorage(folder);
    await storage.put('videos/7/a.mp4', toStream(createBytes(10)));
    const [old, fresh] = ['b.mp4.1.unfinished', 'b.mp4.2.unfinished'].map((name) =>
      path.join(folder, 'videos/7', name),
    ) as [string, string];
    for (const file of [old, fresh]) await writeFile(file, 'half');
    await utimes(old, 1, 1);
    await storage.removeUnfinished(new Date(Date.now() - 60_000));
    expect((await readdir(path.join(folder, 'videos/7'))).sort()).toEqual(['a.mp4', 'b.mp4.2.unfinished']);
    expect(await storage.list('videos/7')).toEqual(['videos/7/a.mp4']);
    const inAMinute = new Date(Date.now() + 60_000);
    expect(await storage.listBefore('videos/7', inAMinute)).toEqual(['videos/7/a.mp4']);
  });

  it('is deleted from a folder that is a link to another disk', async () => {
    const root = await mkdtemp(path.join(tmpdir(), 'sayback-storage-'));
    const [media, disk] = [path.join(root, 'media'), path.join(root, 'disk')];
    await mkdir(disk);
    await mkdir(media);
    await symlink(disk, path.join(media, 'videos'));
    await writeFile(path.join(disk, 'b.mp4.1.unfinished'), 'half');
    await utimes(path.join(disk, 'b.mp4.1.unfinished'), 1, 1);
    const storage = await openFolderStorage(media);
    await storage.removeUnfinished(new Date(Date.now() - 60_000));
    expect(await readdir(disk)).toEqual([]);
    await rm(root, { recursive: true, force: true });
  });

  it('is deleted from a folder that also has one of another user, as the root of a file system has', async () => {
    const root = await mkdtemp(path.join(tmpdir(), 'sayback-storage-'));
    const closed = path.join(root, 'a-lost+found');
    const unfinished = path.join(root, 'b.mp4.1.unfinished');
    await mkdir(closed, { mode: 0o000 });
    await writeFile(unfinished, 'half');
    await utimes(unfinished, 1, 1);
    const storage = await openFolderStorage(root);
    // The superuser could read every folder.
    const isSuperuser = process.geteuid?.() === 0;
    if (isSuperuser) {
      await chown(root, NOBODY, NOBODY);
      process.seteuid?.(NOBODY);
    }
    try {
      await storage.removeUnfinished(new Date(Date.now() - 60_000));
    } finally {
      if (isSuperuser) process.seteuid?.(0);
    }
    expect(await readdir(root)).toEqual(['a-lost+found']);
    await rm(root, { recursive: true, force: true });
  });
});
