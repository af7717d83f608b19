import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import type { Storage } from '../storage/storage.ts';
import { BackupError } from './backup-error.ts';
import { formatBytes, formatCount, formatNumber } from './format.ts';
import { mediaEntry } from './manifest.ts';
import { readEntries } from './read-archive.ts';
import type { Archive } from './verify-archive.ts';

type Target = Pick<Storage, 'put' | 'read' | 'remove' | 'size'>;
type Watch = { log: (line: string) => void; signal: AbortSignal };

const PROGRESS_INTERVAL_MS = 5000;

async function computeDigest(content: AsyncIterable<Buffer>): Promise<string> {
  const hash = createHash('sha256');
  for await (const chunk of content) hash.update(chunk);
  return hash.digest('hex');
}

/** Writes the archive's media to the storage. `removeAdded` deletes those that didn't exist before. */
export function createMediaRestorer(storage: Target, { file, checksums }: Archive, { log, signal }: Watch) {
  const added: string[] = [];

  async function isStored(key: string): Promise<boolean> {
    const expected = checksums.media[key];
    if ((await storage.size(key)) !== expected?.size) return false;
    return (await computeDigest(await storage.read(key))) === expected.sha256;
  }

  async function restoreFile(key: string, content: AsyncIterable<Buffer>): Promise<void> {
    const existed = (await storage.size(key)) !== null;
    const hash = createHash('sha256');
    const hashedContent = async function* () {
      for await (const chunk of content) {
        signal.throwIfAborted();
        hash.update(chunk);
        yield chunk;
      }
    };
    if (!existed) added.push(key);
    await storage.put(key, Readable.from(hashedContent(), { objectMode: false }));
    if (hash.digest('hex') !== checksums.media[key]?.sha256) {
      throw new BackupError(`The archive changed during the restore: ${key} doesn't match its checksum.`);
    }
  }

  return {
    async restoreAll(): Promise<void> {
      const keys = new Map(Object.keys(checksums.media).map((key) => [mediaEntry(key), key]));
      let files = 0;
      let bytes = 0;
      let reportedAt = Date.now();
      for await (const entry of readEntries(file)) {
        signal.throwIfAborted();
        const key = keys.get(entry.name);
        if (key === undefined) continue;
        if (!(await isStored(key))) await restoreFile(key, entry.content);
        files += 1;
        bytes += entry.size;
        if (Date.now() - reportedAt > PROGRESS_INTERVAL_MS) {
          reportedAt = Date.now();
          log(`media: ${formatNumber(files)} of ${formatNumber(keys.size)} files, ${formatBytes(bytes)}`);
        }
      }
      log(`media: ${formatCount(files, 'file')}, ${formatBytes(bytes)}`);
    },
    async removeAdded(): Promise<void> {
      for (const key of added) await storage.remove(key).catch(() => undefined);
    },
  };
}
