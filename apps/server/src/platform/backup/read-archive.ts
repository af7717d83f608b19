import { open } from 'node:fs/promises';
import type { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import { createGunzip } from 'node:zlib';
import tar from 'tar-stream';
import { BackupError } from './backup-error.ts';
import { checkTrailer, readBytes, truncatedError } from './checksum-trailer.ts';

/** An entry of an archive. `content` can only be read before the next entry is requested. */
export type ArchiveEntry = { name: string; size: number; content: AsyncIterable<Buffer> };

const READ_BYTES = 256 * 1024;
/** Maximum size of an entry that is read into memory. */
const MAX_TEXT_BYTES = 512 * 1024 * 1024;
const GZIP_MAGIC = Buffer.from([0x1f, 0x8b]);

/** Opens the archive. Detects compression by its content, because the file may have been renamed. */
async function openTar(file: string): Promise<Readable> {
  const handle = await open(file).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') throw new BackupError(`There is no file ${file}.`);
    throw error;
  });
  const { buffer } = await handle.read(Buffer.alloc(2), 0, 2, 0);
  const raw = handle.createReadStream({ start: 0, highWaterMark: READ_BYTES });
  if (!buffer.equals(GZIP_MAGIC)) return raw;
  const gunzip = createGunzip({ chunkSize: READ_BYTES });
  pipeline(raw, gunzip).catch(() => undefined);
  return gunzip;
}

/** Converts errors of zlib and tar-stream to messages for the user. */
function toBackupError(error: unknown): unknown {
  if (error instanceof BackupError) return error;
  const { code, message } = error as NodeJS.ErrnoException;
  if (code === 'Z_BUF_ERROR') return truncatedError();
  if (code?.startsWith('Z_')) return new BackupError(`The archive is damaged: ${message}.`);
  if (/tar header|header exceeds|Invalid header/i.test(message)) {
    return new BackupError("The archive is damaged, or not a backup of Sayback: it isn't a valid tar file.");
  }
  return error;
}

/**
 * Reads an archive entry by entry. Throws a `BackupError` if it is truncated, damaged or not an archive, possibly only after
 * the last entry.
 */
export async function* readEntries(file: string): AsyncGenerator<ArchiveEntry> {
  const extract = tar.extract();
  const source = await openTar(file);
  const failure = pipeline(checkTrailer(source), extract).then(
    () => null,
    (error: unknown) => toBackupError(error),
  );

  async function* readContent(entry: AsyncIterable<unknown>): AsyncGenerator<Buffer> {
    try {
      yield* readBytes(entry);
    } catch (error) {
      throw (await failure) ?? error;
    }
  }

  try {
    for await (const entry of extract) {
      const { name, size = 0 } = entry.header;
      yield { name, size, content: readContent(entry) };
      entry.resume();
    }
  } catch (error) {
    throw (await failure) ?? error;
  } finally {
    extract.destroy();
    source.destroy();
  }
  const failed = await failure;
  if (failed) throw failed;
}

export async function readText({ name, size, content }: ArchiveEntry): Promise<string> {
  if (size > MAX_TEXT_BYTES) throw new BackupError(`The archive is damaged: its ${name} is too large.`);
  return text(content);
}
