import { createHash } from 'node:crypto';
import type pg from 'pg';
import { to as copyTo } from 'pg-copy-streams';
import { BackupError } from './backup-error.ts';
import { columnList, qualifiedName } from './catalog.ts';
import { withConnection } from './connect.ts';
import { formatBytes, formatCount, formatNumber } from './format.ts';
import { CHECKSUMS, type Checksums, MANIFEST, type Manifest, mediaEntry, tablePart } from './manifest.ts';
import { readMedia } from './media-reader.ts';
import { describeSnapshot, type Installation, startSnapshot } from './snapshot.ts';
import type { ArchiveWriter } from './write-archive.ts';

type Watch = { log: (line: string) => void; signal: AbortSignal };

export type Saved = { manifest: Manifest; checksums: Checksums };

const PART_BYTES = 4 * 1024 * 1024;
const PROGRESS_INTERVAL_MS = 5000;

/**
 * Writes an installation to an archive: a snapshot of all tables, while servers continue to write, then the media that the rows
 * refer to. `checksums.missing` lists media removed during the backup. Throws a `BackupError` with a message for the user; the
 * archive is then unusable.
 */
export async function backUp(
  installation: Installation,
  archive: ArchiveWriter,
  { log, signal }: Watch,
): Promise<Saved> {
  const checksums: Checksums = { tables: {}, media: {}, missing: [] };
  const manifest = await withConnection(installation.url, async (client) => {
    await startSnapshot(client);
    const manifest = await describeSnapshot(client, installation);
    await archive.add(MANIFEST, Buffer.from(JSON.stringify(manifest)));
    for (const table of manifest.tables) {
      checksums.tables[table.name] = await saveTable(client, table, archive, signal);
      log(
        `${table.name}: ${formatCount(table.rows, 'row')}, ${formatBytes(checksums.tables[table.name]?.bytes ?? 0)}`,
      );
    }
    await client.query('COMMIT');
    return manifest;
  });
  await saveMedia(installation.storage, manifest, { archive, checksums, log, signal });
  await archive.add(CHECKSUMS, Buffer.from(JSON.stringify(checksums)));
  await archive.finish();
  return { manifest, checksums };
}

async function saveTable(
  client: pg.Client,
  { name, columns, rows }: Manifest['tables'][number],
  archive: ArchiveWriter,
  signal: AbortSignal,
): Promise<Checksums['tables'][string]> {
  const hash = createHash('sha256');
  let pending: Buffer[] = [];
  let pendingBytes = 0;
  let bytes = 0;
  let parts = 0;
  const writePart = async () => {
    const part = Buffer.concat(pending);
    pending = [];
    pendingBytes = 0;
    parts += 1;
    hash.update(part);
    await archive.add(tablePart(name, parts), part);
  };
  // COPY from a table omits its partitions.
  const copying = client.query(
    copyTo(`COPY (SELECT ${columnList(columns)} FROM ${qualifiedName(name)}) TO STDOUT`),
  );
  for await (const chunk of copying as AsyncIterable<Buffer>) {
    signal.throwIfAborted();
    pending.push(chunk);
    pendingBytes += chunk.length;
    bytes += chunk.length;
    if (pendingBytes >= PART_BYTES) await writePart();
  }
  if (pendingBytes > 0) await writePart();
  if (copying.rowCount !== rows) throw new BackupError(`The table ${name} changed during the backup.`);
  return { bytes, sha256: hash.digest('hex') };
}

type MediaDeps = Watch & { archive: ArchiveWriter; checksums: Checksums };

async function saveMedia(
  storage: Installation['storage'],
  { media }: Manifest,
  { archive, checksums, log, signal }: MediaDeps,
): Promise<void> {
  let bytes = 0;
  let reportedAt = Date.now();
  for (const [index, { key }] of media.entries()) {
    signal.throwIfAborted();
    const size = await storage.size(key);
    if (size === null) {
      checksums.missing.push(key);
      continue;
    }
    let isRemoved = false;
    const hash = createHash('sha256');
    const onRemoved = () => {
      isRemoved = true;
    };
    await archive.addMedia(
      mediaEntry(key),
      size,
      tapChunks(readMedia(storage, key, { size, onRemoved }), (chunk) => {
        signal.throwIfAborted();
        hash.update(chunk);
      }),
    );
    if (isRemoved) checksums.missing.push(key);
    else checksums.media[key] = { size, sha256: hash.digest('hex') };
    bytes += size;
    if (Date.now() - reportedAt > PROGRESS_INTERVAL_MS) {
      reportedAt = Date.now();
      log(`media: ${formatNumber(index + 1)} of ${formatNumber(media.length)} files, ${formatBytes(bytes)}`);
    }
  }
  log(`media: ${formatCount(media.length - checksums.missing.length, 'file')}, ${formatBytes(bytes)}`);
}

async function* tapChunks(
  source: AsyncIterable<Buffer>,
  onChunk: (chunk: Buffer) => void,
): AsyncGenerator<Buffer> {
  for await (const chunk of source) {
    onChunk(chunk);
    yield chunk;
  }
}
