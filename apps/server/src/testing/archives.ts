import { createHash } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import {
  CHECKSUMS,
  type Checksums,
  MANIFEST,
  type Manifest,
  tablePart,
} from '../platform/backup/manifest.ts';
import { readEntries } from '../platform/backup/read-archive.ts';
import { writeArchive } from '../platform/backup/write-archive.ts';

type ArchiveContent = { manifest: Manifest; tables: Map<string, Buffer>; checksums: Checksums };

const LINE_END = 0x0a;

async function listEntries(file: string): Promise<Map<string, Buffer>> {
  const entries = new Map<string, Buffer>();
  for await (const { name, content } of readEntries(file)) {
    const chunks: Buffer[] = [];
    for await (const chunk of content) chunks.push(chunk);
    entries.set(name, Buffer.concat(chunks));
  }
  return entries;
}

/** Reads a small table's rows from an archive, in COPY's text format. */
export async function readArchiveRows(file: string, table: string): Promise<string[]> {
  const rows = (await listEntries(file)).get(tablePart(table, 1)) ?? '';
  return String(rows).split('\n').slice(0, -1);
}

/** Writes a changed copy of a small archive, with matching checksums. */
export async function rewriteArchive(
  file: string,
  to: string,
  change: (content: ArchiveContent) => void,
): Promise<void> {
  const entries = await listEntries(file);
  const json = (name: string) => JSON.parse(String(entries.get(name)));
  const content: ArchiveContent = { manifest: json(MANIFEST), checksums: json(CHECKSUMS), tables: new Map() };
  for (const { name } of content.manifest.tables) {
    content.tables.set(name, entries.get(tablePart(name, 1)) ?? Buffer.alloc(0));
  }
  change(content);
  for (const table of content.manifest.tables) {
    const bytes = content.tables.get(table.name) ?? Buffer.alloc(0);
    table.rows = bytes.filter((byte) => byte === LINE_END).length;
    const sha256 = createHash('sha256').update(bytes).digest('hex');
    content.checksums.tables[table.name] = { bytes: bytes.length, sha256 };
  }
  const archive = writeArchive(createWriteStream(to), { compress: false });
  await archive.add(MANIFEST, Buffer.from(JSON.stringify(content.manifest)));
  for (const [name, bytes] of content.tables)
    if (bytes.length > 0) await archive.add(tablePart(name, 1), bytes);
  for (const [name, bytes] of entries) if (name.startsWith('media/')) await archive.add(name, bytes);
  await archive.add(CHECKSUMS, Buffer.from(JSON.stringify(content.checksums)));
  await archive.finish();
}
