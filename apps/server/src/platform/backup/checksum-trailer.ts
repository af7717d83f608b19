import { createHash } from 'node:crypto';
import { buffer } from 'node:stream/consumers';
import tar from 'tar-stream';
import { BackupError } from './backup-error.ts';

const END = 'end.json';
/** Two empty blocks end a tar. */
const TAR_END_BYTES = 1024;
/** Size of the last entry's header, its one block of content, and the tar's end. */
const TRAILER_BYTES = 2048;

/** Adds the chunk type that tar-stream's own types lack. */
export async function* readBytes(stream: AsyncIterable<unknown>): AsyncGenerator<Buffer> {
  for await (const chunk of stream) yield chunk as Buffer;
}

/** Builds the end of an archive: an entry with the SHA-256 of all bytes before it, and the tar's end. Deterministic. */
async function makeTrailer(digest: string): Promise<Buffer> {
  const pack = tar.pack();
  pack.entry({ name: END, mtime: new Date(0) }, JSON.stringify({ sha256: digest }));
  pack.finalize();
  return buffer(readBytes(pack));
}

/** Yields all bytes except the last `count`, which it returns at the end. */
async function* holdBackLast(source: AsyncIterable<Buffer>, count: number): AsyncGenerator<Buffer, Buffer> {
  let held: Buffer = Buffer.alloc(0);
  for await (const chunk of source) {
    const bytes = held.length > 0 ? Buffer.concat([held, chunk]) : chunk;
    const passing = bytes.subarray(0, Math.max(0, bytes.length - count));
    held = bytes.subarray(passing.length);
    if (passing.length > 0) yield passing;
  }
  return held;
}

/** Ends a tar with a checksum of all its bytes, including headers and padding. */
export async function* withTrailer(source: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  const hash = createHash('sha256');
  const bytes = holdBackLast(source, TAR_END_BYTES);
  for await (const chunk of bytes) {
    hash.update(chunk);
    yield chunk;
  }
  yield makeTrailer(hash.digest('hex'));
}

/**
 * Yields the bytes of a tar that ends with its checksum. After the last byte, throws a `BackupError` if the tar is truncated or
 * changed.
 */
export async function* checkTrailer(source: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  const hash = createHash('sha256');
  let count = 0;
  const bytes = holdBackLast(source, TRAILER_BYTES);
  let next = await bytes.next();
  while (!next.done) {
    hash.update(next.value);
    count += next.value.length;
    yield next.value;
    next = await bytes.next();
  }
  const trailer = next.value;
  if (!trailer.subarray(0, END.length).equals(Buffer.from(END))) throw truncatedError(count + trailer.length);
  if (!trailer.equals(await makeTrailer(hash.digest('hex')))) {
    throw new BackupError('The archive is damaged: its checksum doesn’t match.');
  }
  yield trailer;
}

export const truncatedError = (bytes?: number) =>
  new BackupError(
    `The archive is cut off: its end is missing${bytes === undefined ? '' : ` after ${bytes.toLocaleString('en')} bytes`}.`,
  );
