import type { Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import tar from 'tar-stream';
import { gzipBlocks } from './gzip-blocks.ts';
import { bytesOf, sealed } from './seal.ts';

/** Texts shrink to a fifth at this level; higher ones take far longer for little. */
const TEXT_LEVEL = 6;
const STORED = 0;

/** Files only their owner reads, should somebody unpack the archive by hand. */
const MODE = 0o600;

export type ArchiveWriter = {
  add: (name: string, content: Buffer) => Promise<void>;
  /** `content` must give exactly `size` bytes. It is stored without compressing it. */
  addMedia: (name: string, size: number, content: AsyncIterable<Buffer>) => Promise<void>;
  /** Seals the archive and waits until the output has taken all of it. */
  finish: () => Promise<void>;
  /** Gives up: the output is destroyed. */
  abort: (reason: Error) => Promise<void>;
};

/** Writes a tar to an output, entry by entry, waiting for the output: no more than a few parts are held in memory. */
export function writeArchive(output: Writable, { compress }: { compress: boolean }): ArchiveWriter {
  const pack = tar.pack();
  let level = TEXT_LEVEL;
  const tarBytes = sealed(bytesOf(pack));
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
      // What the output failed with says more than a tar whose output is gone.
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
