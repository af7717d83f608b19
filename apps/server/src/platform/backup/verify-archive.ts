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

/** Totals of a table's parts, or of a media file. */
type Totals = { bytes: number; lines: number; hash: Hash };

const LINE_END = 0x0a;

const newTotals = (): Totals => ({ bytes: 0, lines: 0, hash: createHash('sha256') });

function addChunk(totals: Totals, chunk: Buffer): void {
  totals.bytes += chunk.length;
  totals.hash.update(chunk);
}

function countLines(chunk: Buffer): number {
  let lines = 0;
  for (let end = chunk.indexOf(LINE_END); end >= 0; end = chunk.indexOf(LINE_END, end + 1)) lines += 1;
  return lines;
}

/** Reads a whole archive, and compares it with its checksums. Throws a `BackupError` that describes the damage. */
export async function verifyArchive(
  file: string,
  { signal, onBytes }: { signal: AbortSignal; onBytes: (bytes: number) => void },
): Promise<Archive> {
  const totalsByName = new Map<string, Totals>();
  let manifest: Manifest | null = null;
  let checksums: Checksums | null = null;
  for await (const entry of readEntries(file)) {
    signal.throwIfAborted();
    if (manifest === null) {
      if (entry.name !== MANIFEST) throw new BackupError('This is not a backup of Sayback.');
      manifest = readManifest(await readText(entry));
    } else if (entry.name === CHECKSUMS) {
      checksums = readChecksums(await readText(entry));
      compare(manifest, checksums, totalsByName);
    } else if (checksums === null) {
      const totals = ensureTotals(totalsByName, entry.name);
      const isTable = entry.name.startsWith('tables/');
      for await (const chunk of entry.content) {
        addChunk(totals, chunk);
        if (isTable) totals.lines += countLines(chunk);
        onBytes(chunk.length);
      }
    }
  }
  if (!manifest || !checksums) throw new BackupError('This is not a backup of Sayback.');
  return { file, manifest, checksums };
}

function ensureTotals(totalsByName: Map<string, Totals>, entry: string): Totals {
  const name = entry.startsWith('tables/') ? entry.slice(0, entry.lastIndexOf('/')) : entry;
  const totals = totalsByName.get(name) ?? newTotals();
  totalsByName.set(name, totals);
  return totals;
}

function compare(manifest: Manifest, checksums: Checksums, totalsByName: Map<string, Totals>): void {
  const damagedError = (label: string) =>
    new BackupError(`The archive is damaged: ${label} doesn't match its checksum.`);
  for (const { name, rows } of manifest.tables) {
    const totals = totalsByName.get(`tables/${name}`) ?? newTotals();
    const expected = checksums.tables[name];
    if (
      totals.bytes !== expected?.bytes ||
      totals.lines !== rows ||
      totals.hash.digest('hex') !== expected.sha256
    ) {
      throw damagedError(`the table ${name}`);
    }
    totalsByName.delete(`tables/${name}`);
  }
  for (const { key } of manifest.media) {
    const totals = totalsByName.get(mediaEntry(key));
    const expected = checksums.media[key];
    if (!expected && checksums.missing.includes(key)) {
      totalsByName.delete(mediaEntry(key));
      continue;
    }
    if (totals?.bytes !== expected?.size || totals?.hash.digest('hex') !== expected?.sha256)
      throw damagedError(key);
    totalsByName.delete(mediaEntry(key));
  }
  const [unlisted] = totalsByName.keys();
  if (unlisted) throw damagedError(unlisted);
}
