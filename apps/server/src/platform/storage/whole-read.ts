import { type Readable, Transform } from 'node:stream';
import { StorageUnavailable } from './storage.ts';

/**
 * Passes on a store's response, and fails with `StorageUnavailable` if it is interrupted, ends before `length` bytes, or stalls
 * for `idleMs` milliseconds. The reader may pause for any time.
 */
export function wholeRead(body: Readable, length: number, idleMs: number): Readable {
  let bytes = 0;
  let newest = performance.now();
  const passed = new Transform({
    transform(chunk: Buffer, _, next) {
      bytes += chunk.length;
      newest = performance.now();
      next(null, chunk);
    },
    flush(next) {
      next(bytes === length ? null : interrupted());
    },
  });

  function interrupted(cause?: unknown): StorageUnavailable {
    return new StorageUnavailable(`The media store sent ${bytes} of ${length} bytes.`, { cause });
  }

  // With data in the buffer, the reader is slow, not the store.
  const watch = setInterval(() => {
    if (passed.readableLength > 0 || passed.writableLength > 0) newest = performance.now();
    else if (performance.now() - newest > idleMs) passed.destroy(interrupted());
  }, idleMs / 4);

  body.on('error', (error) => passed.destroy(interrupted(error)));
  body.on('close', () => {
    if (!body.readableEnded) passed.destroy(interrupted());
  });
  // A later reader finds the stream destroyed; without a listener the error would end the process.
  passed.on('error', () => undefined);
  passed.on('close', () => {
    clearInterval(watch);
    body.destroy();
  });
  return body.pipe(passed);
}
