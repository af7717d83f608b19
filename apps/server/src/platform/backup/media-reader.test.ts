import { Readable } from 'node:stream';
import { describe, expect, it } from 'vitest';
import { catchError } from '../../testing/failure-of.ts';
import { type ByteRange, NothingStored, StorageUnavailable } from '../storage/storage.ts';
import { readMedia } from './media-reader.ts';

const BYTES = Buffer.from('0123456789');

/** A storage that fails that often after every three bytes, with this error. */
function failing(times: number, error: Error) {
  let left = times;
  const ranges: (ByteRange | undefined)[] = [];
  return {
    asked: ranges,
    read: async (_: string, range?: ByteRange) => {
      ranges.push(range);
      const { start, end } = range ?? { start: 0, end: BYTES.length - 1 };
      const isBroken = left > 0;
      left -= 1;
      return Readable.from(
        (async function* () {
          yield BYTES.subarray(start, isBroken ? start + 3 : end + 1);
          if (isBroken) throw error;
        })(),
      );
    },
  };
}

async function read(storage: ReturnType<typeof failing>) {
  const chunks: Buffer[] = [];
  let isGone = false;
  const onGone = () => {
    isGone = true;
  };
  for await (const chunk of readMedia(storage, 'key', { size: BYTES.length, onGone })) chunks.push(chunk);
  return { bytes: Buffer.concat(chunks), isGone };
}

describe('reading media for an archive', () => {
  it('resumes after the storage failed', async () => {
    const storage = failing(2, new StorageUnavailable('down'));
    expect(await read(storage)).toEqual({ bytes: BYTES, isGone: false });
    expect(storage.asked.map((range) => range?.start)).toEqual([0, 3, 6]);
  });

  it('gives up on a storage that keeps failing', async () => {
    const storage = failing(99, new StorageUnavailable('down'));
    storage.read = async () => {
      throw new StorageUnavailable('down');
    };
    expect(await catchError(read(storage))).toBeInstanceOf(StorageUnavailable);
  });

  it('pads media deleted meanwhile to their promised size, and reports it', async () => {
    const { bytes, isGone } = await read(failing(1, new NothingStored('gone')));
    expect(bytes).toEqual(Buffer.concat([BYTES.subarray(0, 3), Buffer.alloc(7)]));
    expect(isGone).toBe(true);
  });
});
