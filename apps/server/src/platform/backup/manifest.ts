import { z } from 'zod';
import { parseJson } from '../parse-json.ts';
import { BackupError } from './backup-error.ts';

/** Incremented when older versions can no longer read the format. */
const FORMAT_VERSION = 1;

export const MANIFEST = 'manifest.json';
export const CHECKSUMS = 'checksums.json';

/** Path of one part of a table. Tables are split because a tar entry states its size before its content. */
export const tablePart = (table: string, part: number) => `tables/${table}/${String(part).padStart(6, '0')}`;
export const mediaEntry = (key: string) => `media/${key}`;

const digest = z.string().regex(/^[0-9a-f]{64}$/);

const manifest = z.object({
  format: z.literal('sayback-backup'),
  format_version: z.literal(FORMAT_VERSION),
  sayback: z.string(),
  postgresql: z.string(),
  created_at: z.string(),
  /** Migrations in order. `when` (milliseconds) is a migration's id in the database. */
  migrations: z.array(z.object({ tag: z.string(), when: z.number() })).min(1),
  /** Rows are in COPY's text format, with these columns. */
  tables: z.array(z.object({ name: z.string(), columns: z.array(z.string()), rows: z.number() })),
  left_out: z.array(z.string()),
  /** Sequences by their column. `last_value` is text: it may exceed JSON numbers. */
  sequences: z.array(
    z.object({
      table: z.string(),
      column: z.string(),
      last_value: z.string().regex(/^\d+$/),
      is_called: z.boolean(),
    }),
  ),
  /** Media that rows refer to. `size` in bytes at the start of the backup; null if the storage doesn't have it. */
  media: z.array(z.object({ key: z.string(), size: z.number().nullable() })),
});

const checksums = z.object({
  /** Checksum of a table's chunks, concatenated. */
  tables: z.record(z.string(), z.object({ bytes: z.number(), sha256: digest })),
  media: z.record(z.string(), z.object({ size: z.number(), sha256: digest })),
  /** Media in the manifest that were no longer stored. */
  missing: z.array(z.string()),
});

export type Manifest = z.output<typeof manifest>;
export type Checksums = z.output<typeof checksums>;

export const buildManifest = (parts: Omit<Manifest, 'format' | 'format_version'>): Manifest => ({
  format: 'sayback-backup',
  format_version: FORMAT_VERSION,
  ...parts,
});

/** Throws a `BackupError` for an unknown or newer format. */
export function readManifest(text: string): Manifest {
  const parsed = parseJson(text) as { format?: unknown; format_version?: unknown } | null | undefined;
  if (parsed?.format !== 'sayback-backup') throw new BackupError('This is not a backup of Sayback.');
  if (Number(parsed.format_version) > FORMAT_VERSION) {
    throw new BackupError(
      `This archive has format ${Number(parsed.format_version)}, and this version of Sayback reads up to ${FORMAT_VERSION}. Use the version that made it, or a newer one.`,
    );
  }
  return parseWith(manifest, parsed, MANIFEST);
}

export const readChecksums = (text: string): Checksums => parseWith(checksums, parseJson(text), CHECKSUMS);

function parseWith<T>(schema: z.ZodType<T>, value: unknown, name: string): T {
  const result = schema.safeParse(value);
  if (!result.success) throw new BackupError(`The archive is damaged: its ${name} cannot be read.`);
  return result.data;
}
