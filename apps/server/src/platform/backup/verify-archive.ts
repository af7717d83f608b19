import { createHash, type Hash } from 'node:crypto';
import { BackupError } from './backup-error.ts';
import {
  CHECKSUMS,
  type Checksums,
  MANIFEST,
  type Manifest,
  mediaEntry,
  readChecksums,
  readManifest,
} from './manifest.ts';
import { readEntries, readText } from './read-archive.ts';

export type Archive = { file: string; manifest: Manifest; checksums: Checksums };

type Sum = { bytes: number; lines: number; hash: Hash };

const LINE_END = 0x0a;

const newSum = (): Sum => ({ bytes: 0, lines: 0, hash: createHash('sha256') });

function addTo(sum: Sum, chunk: Buffer): void {
  sum.bytes += chunk.length;
  sum.hash.update(chunk);
}

function countLines(chunk: Buffer): number {
  let lines = 0;
  for (let at = chunk.indexOf(LINE_END); at >= 0; at = chunk.indexOf(LINE_END, at + 1)) lines += 1;
  return lines;
}

/** Reads a whole archive, and compares it with its checksums. Throws a `BackupError` that describes the damage. Changes nothing. */
export async function verifyArchive(
  file: string,
  watch: { signal: AbortSignal; onBytes: (bytes: number) => void },
): Promise<Archive> {
  const sums = new Map<string, Sum>();
  let manifest: Manifest | null = null;
  let checksums: Checksums | null = null;
  for await (const entry of readEntries(file)) {
    watch.signal.throwIfAborted();
    if (manifest === null) {
      if (entry.name !== MANIFEST) throw new BackupError('This is not a backup of Sayback.');
      manifest = readManifest(await readText(entry));
    } else if (entry.name === CHECKSUMS) {
      checksums = readChecksums(await readText(entry));
      compare(manifest, checksums, sums);
    } else if (checksums === null) {
      const sum = getSum(sums, entry.name);
      const isTable = entry.name.startsWith('tables/');
      for await (const chunk of entry.content) {
        addTo(sum, chunk);
        if (isTable) sum.lines += countLines(chunk);
        watch.onBytes(chunk.length);
      }
    }
  }
  if (!manifest || !checksums) throw new BackupError('This is not a backup of Sayback.');
  return { file, manifest, checksums };
}

function getSum(sums: Map<string, Sum>, entry: string): Sum {
  const name = entry.startsWith('tables/') ? entry.slice(0, entry.lastIndexOf('/')) : entry;
  const sum = sums.get(name) ?? newSum();
  sums.set(name, sum);
  return sum;
}

function compare(manifest: Manifest, checksums: Checksums, sums: Map<string, Sum>): void {
  const damaged = (label: string) =>
    new BackupError(`The archive is damaged: ${label} doesn't match its checksum.`);
  for (const { name, rows } of manifest.tables) {
    const sum = sums.get(`tables/${name}`) ?? newSum();
    const expected = checksums.tables[name];
    if (sum.bytes !== expected?.bytes || sum.lines !== rows || sum.hash.digest('hex') !== expected.sha256) {
      throw damaged(`the table ${name}`);
    }
    sums.delete(`tables/${name}`);
  }
  for (const { key } of manifest.media) {
    const sum = sums.get(mediaEntry(key));
    const expected = checksums.media[key];
    if (!expected && checksums.missing.includes(key)) {
      sums.delete(mediaEntry(key));
      continue;
    }
    if (sum?.bytes !== expected?.size || sum?.hash.digest('hex') !== expected?.sha256) throw damaged(key);
    sums.delete(mediaEntry(key));
  }
  const [stranger] = sums.keys();
  if (stranger) throw damaged(stranger);
}
