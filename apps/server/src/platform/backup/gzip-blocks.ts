import { promisify } from 'node:util';
import { gzip } from 'node:zlib';

const gzipBuffer = promisify(gzip);

const BLOCK_BYTES = 1024 * 1024;

/**
 * Compresses block by block, each a gzip member of its own, which any reader of gzip takes for one stream. So the level
 * can change on the way: media are compressed already, and only stored. `level` is asked at each block.
 */
export async function* gzipBlocks(
  source: AsyncIterable<Buffer>,
  level: () => number,
): AsyncGenerator<Buffer> {
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
