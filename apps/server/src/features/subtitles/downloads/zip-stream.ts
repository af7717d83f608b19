import { Readable } from 'node:stream';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { Zip, ZipDeflate, ZipPassThrough } from 'fflate';

export type ZipEntry = {
  name: string;
  content: Iterable<Uint8Array> | AsyncIterable<Uint8Array>;
  /** True if it is already compressed, and only stored. */
  isPacked?: boolean;
};

/** Number of bytes that are compressed in a few milliseconds. */
const PIECE_BYTES = 64 * 1024;

/** Splits a text, or bytes in memory, into pieces for an archive. */
export function* inPieces(content: string | Uint8Array): Generator<Uint8Array> {
  const bytes = typeof content === 'string' ? Buffer.from(content) : content;
  for (let at = 0; at < bytes.length; at += PIECE_BYTES) yield bytes.subarray(at, at + PIECE_BYTES);
}

async function* zipped(
  entries: Iterable<ZipEntry> | AsyncIterable<ZipEntry>,
): AsyncGenerator<Uint8Array, void, void> {
  const ready: Uint8Array[] = [];
  const zip = new Zip((error, chunk) => {
    if (error) throw error;
    ready.push(chunk);
  });
  for await (const { name, content, isPacked } of entries) {
    const file = isPacked ? new ZipPassThrough(name) : new ZipDeflate(name);
    zip.add(file);
    for await (const piece of content) {
      file.push(piece);
      yield* ready.splice(0);
      // Yield to other requests between two pieces.
      if (!isPacked) await nextTurn();
    }
    file.push(new Uint8Array(), true);
    yield* ready.splice(0);
  }
  zip.end();
  yield* ready.splice(0);
}

/** Streams an archive: only one piece is in memory at a time. Limited to 4 GiB. */
export const zipStream = (entries: Iterable<ZipEntry> | AsyncIterable<ZipEntry>): Readable =>
  Readable.from(zipped(entries), { objectMode: false });
