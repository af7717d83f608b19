import { Readable } from 'node:stream';
import { describe, expect, it } from 'vitest';
import { catchError } from '../../testing/catch-error.ts';
import { type ByteRange, ObjectNotFound, StorageUnavailable } from '../storage/storage.ts';
import { readMedia } from './media-reader.ts';

const BYTES = Buffer.from('0123456789');

/** Creates a storage whose first reads each fail after three bytes. */
function failingStorage(times: number, error: Error) {
  let failuresLeft = times;
  const ranges: (ByteRange | undefined)[] = [];
  return {
    ranges,
    read: async (_: string, range?: ByteRange) => {
      ranges.push(range);
      const { start, end } = range ?? { start: 0, end: BYTES.length - 1 };
      const fails = failuresLeft > 0;
      failuresLeft -= 1;
      return Readable.from(
        (async function* () {
          yield BYTES.subarray(start, fails ? start + 3 : end + 1);
          if (fails) throw error;
        })(),
      );
    },
  };
}

async function read(storage: ReturnType<typeof failingStorage>) {
  const chunks: Buffer[] = [];
  let isRemoved = false;
  const onRemoved = () => {
    isRemoved = true;
  };
  for await (const chunk of readMedia(storage, 'key', { size: BYTES.length, onRemoved })) chunks.push(chunk);
  return { bytes: Buffer.concat(chunks), isRemoved };
}

describe('readMedia', () => {
  it('resumes after a failed read', async () => {
    const storage = failingStorage(2, new StorageUnavailable('down'));
    expect(await read(storage)).toEqual({ bytes: BYTES, isRemoved: false });
    expect(storage.ranges.map((range) => range?.start)).toEqual([0, 3, 6]);
  });

  it('gives up on a storage that fails repeatedly', async () => {
    const storage = failingStorage(99, new StorageUnavailable('down'));
    storage.read = async () => {
      throw new StorageUnavailable('down');
    };
    expect(await catchError(read(storage))).toBeInstanceOf(StorageUnavailable);
  });

  it('pads media deleted during the read to their announced size, and reports the deletion', async () => {
    const { bytes, isRemoved } = await read(failingStorage(1, new ObjectNotFound('gone')));
    expect(bytes).toEqual(Buffer.concat([BYTES.subarray(0, 3), Buffer.alloc(7)]));
    expect(isRemoved).toBe(true);
  });
});
