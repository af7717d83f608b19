import { type Readable, Transform } from 'node:stream';
import { StorageUnavailable } from './storage.ts';

/**
 * Forwards a store's response. Fails with `StorageUnavailable` if the response is interrupted, doesn't have `length` bytes, or
 * stalls for `idleMs` milliseconds. The reader can pause for any time.
 */
export function failIfIncomplete(body: Readable, length: number, idleMs: number): Readable {
  let bytes = 0;
  let lastActivity = performance.now();
  const output = new Transform({
    transform(chunk: Buffer, _, done) {
      bytes += chunk.length;
      lastActivity = performance.now();
      done(null, chunk);
    },
    flush(done) {
      done(bytes === length ? null : interrupted());
    },
  });

  function interrupted(cause?: unknown): StorageUnavailable {
    return new StorageUnavailable(`The media store sent ${bytes} of ${length} bytes.`, { cause });
  }

  // While the buffer has data, the reader is slow, not the store.
  const watch = setInterval(() => {
    if (output.readableLength > 0 || output.writableLength > 0) lastActivity = performance.now();
    else if (performance.now() - lastActivity > idleMs) output.destroy(interrupted());
  }, idleMs / 4);

  body.on('error', (error) => output.destroy(interrupted(error)));
  body.on('close', () => {
    if (!body.readableEnded) output.destroy(interrupted());
  });
  // Readers that start later will find the stream destroyed. Without a listener, the error would end the process.
  output.on('error', () => undefined);
  output.on('close', () => {
    clearInterval(watch);
    body.destroy();
  });
  return body.pipe(output);
}
