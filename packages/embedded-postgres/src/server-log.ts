import { type FileHandle, open, readFile, rename, stat } from 'node:fs/promises';

const LIMIT_BYTES = 8 * 1024 * 1024;

/** Opens PostgreSQL's log file. A pipe would break when PostgreSQL outlives this process. Rotates a large file to `….log.1`. */
export async function openServerLog(path: string): Promise<FileHandle> {
  const size = (await stat(path).catch(() => null))?.size ?? 0;
  if (size > LIMIT_BYTES) await rename(path, `${path}.1`);
  return open(path, 'a', 0o600);
}

/** Returns the last lines written after `offset` (bytes), for an error message. */
export async function readLastLines(path: string, offset: number): Promise<string> {
  const bytes = await readFile(path).catch(() => Buffer.alloc(0));
  return bytes.subarray(offset).toString('utf8').trim().split('\n').slice(-6).join('\n');
}
