import type { Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import tar from 'tar-stream';
import { readBytes, withTrailer } from './checksum-trailer.ts';

const gzipBuffer = promisify(gzip);

const BLOCK_BYTES = 1024 * 1024;

/**
 * Compresses block by block. Each is a gzip member of its own, which every gzip reader treats as one stream, so the level can
 * change on the way: media are already compressed, and only stored. `level` is called for each block.
 */
async function* gzipBlocks(source: AsyncIterable<Buffer>, level: () => number): AsyncGenerator<Buffer> {
  let waiting: Buffer[] = [];
  let count = 0;
  for await (const chunk of source) {
    waiting.push(chunk);
    count += chunk.length;
    if (count < BLOCK_BYTES) continue;
    yield await gzipBuffer(Buffer.concat(waiting), { level: level() });
    waiting = [];
    count = 0;
  }
  yield await gzipBuffer(Buffer.concat(waiting), { level: level() });
}

/** Texts shrink to a fifth at this level; higher ones take far longer for little. */
const TEXT_LEVEL = 6;
const STORED = 0;

/** Readable only by the owner, in case someone unpacks the archive by hand. */
const MODE = 0o600;

export type ArchiveWriter = {
  add: (name: string, content: Buffer) => Promise<void>;
  /** `content` must have exactly `size` bytes. It is stored uncompressed. */
  addMedia: (name: string, size: number, content: AsyncIterable<Buffer>) => Promise<void>;
  /** Writes the checksum, and waits until the output has consumed everything. */
  finish: () => Promise<void>;
  abort: (reason: Error) => Promise<void>;
};

/** Writes a tar to an output, entry by entry, at the output's pace: only a few parts are in memory. */
export function writeArchive(output: Writable, { compress }: { compress: boolean }): ArchiveWriter {
  const pack = tar.pack();
  let level = TEXT_LEVEL;
  const tarBytes = withTrailer(readBytes(pack));
  const written = pipeline(compress ? gzipBlocks(tarBytes, () => level) : tarBytes, output);
  written.catch(() => undefined);

  async function addEntry(name: string, size: number, content: AsyncIterable<Buffer>): Promise<void> {
    const taken = new Promise<void>((resolve, reject) => {
      const sink = pack.entry({ name, size, mode: MODE }, (error) => (error ? reject(error) : resolve()));
      sink.on('error', reject);
      feed(sink, content).catch(reject);
    });
    try {
      await Promise.race([taken, written]);
    } catch (error) {
      // The output's own error says more than that of the tar stream, which only lost its output.
      if (pack.destroyed) await written;
      throw error;
    }
  }

  return {
    add(name, content) {
      level = TEXT_LEVEL;
      return addEntry(name, content.length, once(content));
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

async function feed(sink: ReturnType<tar.Pack['entry']>, content: AsyncIterable<Buffer>): Promise<void> {
  for await (const chunk of content) {
    if (!sink.write(chunk)) await new Promise<void>((resolve) => sink.once('drain', resolve));
  }
  sink.end(null);
}

async function* once(content: Buffer): AsyncGenerator<Buffer> {
  yield content;
}
