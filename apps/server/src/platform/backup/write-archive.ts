import type { Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import tar from 'tar-stream';
import { readBytes, withTrailer } from './checksum-trailer.ts';

const gzipBuffer = promisify(gzip);

const BLOCK_BYTES = 1024 * 1024;

/**
 * Compresses block by block. Each block is a separate gzip member, so that levels can differ: media are already compressed, and
 * only stored. Gzip readers treat the members as one stream.
 */
async function* gzipBlocks(source: AsyncIterable<Buffer>, getLevel: () => number): AsyncGenerator<Buffer> {
  let waiting: Buffer[] = [];
  let count = 0;
  for await (const chunk of source) {
    waiting.push(chunk);
    count += chunk.length;
    if (count < BLOCK_BYTES) continue;
    yield await gzipBuffer(Buffer.concat(waiting), { level: getLevel() });
    waiting = [];
    count = 0;
  }
  yield await gzipBuffer(Buffer.concat(waiting), { level: getLevel() });
}

/** Compression level for text: shrinks it to a fifth. Higher levels take far longer and gain little. */
const TEXT_LEVEL = 6;
const STORED = 0;

/** Mode of entries: readable only by the owner, in case someone unpacks the archive manually. */
const MODE = 0o600;

export type ArchiveWriter = {
  add: (name: string, content: Buffer) => Promise<void>;
  /** `content` must have exactly `size` bytes. It is stored uncompressed. */
  addMedia: (name: string, size: number, content: AsyncIterable<Buffer>) => Promise<void>;
  /** Writes the checksum, and waits until the output has consumed everything. */
  finish: () => Promise<void>;
  abort: (reason: Error) => Promise<void>;
};

/** Writes a tar to an output, entry by entry, no faster than the output accepts it. */
export function writeArchive(output: Writable, { compress }: { compress: boolean }): ArchiveWriter {
  const pack = tar.pack();
  let level = TEXT_LEVEL;
  const tarBytes = withTrailer(readBytes(pack));
  const written = pipeline(compress ? gzipBlocks(tarBytes, () => level) : tarBytes, output);
  written.catch(() => undefined);

  async function addEntry(name: string, size: number, content: AsyncIterable<Buffer>): Promise<void> {
    const added = new Promise<void>((resolve, reject) => {
      const sink = pack.entry({ name, size, mode: MODE }, (error) => (error ? reject(error) : resolve()));
      sink.on('error', reject);
      writeTo(sink, content).catch(reject);
    });
    try {
      await Promise.race([added, written]);
    } catch (error) {
      // The output's own error is more specific than that of the tar stream.
      if (pack.destroyed) await written;
      throw error;
    }
  }

  return {
    add(name, content) {
      level = TEXT_LEVEL;
      return addEntry(name, content.length, single(content));
    },
    addMedia(name, size, content) {
      level = STORED;
      return addEntry(name, size, content);
    },
    async finish() {
      pack.finalize();
      await written;
    },
    async abort(reason) {
      pack.destroy(reason);
      await written.catch(() => undefined);
    },
  };
}

async function writeTo(sink: ReturnType<tar.Pack['entry']>, content: AsyncIterable<Buffer>): Promise<void> {
  for await (const chunk of content) {
    if (!sink.write(chunk)) await new Promise<void>((resolve) => sink.once('drain', resolve));
  }
  sink.end(null);
}

async function* single(content: Buffer): AsyncGenerator<Buffer> {
  yield content;
}
