import { randomUUID } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { readdir, rename, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import { Writable } from 'node:stream';
import { syncFolder } from '@sayback/embedded-postgres';

/** Destination of an archive. `commit` makes it permanent, `discard` removes it. */
export type Output = { stream: Writable; commit: () => Promise<void>; discard: () => Promise<void> };

/** Mode of the file: readable only by its owner, since it contains password hashes and email addresses. */
const MODE = 0o600;

/** Age after the last write at which a partial file is abandoned. A running backup writes all the time. */
const ABANDONED_MS = 60 * 60 * 1000;
/** Ending of a partial file's name. Earlier releases wrote to `FILE.unfinished`. */
const UNFINISHED = /^(\.[0-9a-f-]{36})?\.unfinished$/;

/** Removes the partial files that interrupted backups to the same file left. */
async function removeAbandoned(file: string): Promise<void> {
  const { dir, base } = path.parse(path.resolve(file));
  for (const name of await readdir(dir)) {
    if (!name.startsWith(base) || !UNFINISHED.test(name.slice(base.length))) continue;
    const info = await stat(path.join(dir, name));
    if (info.mtimeMs < Date.now() - ABANDONED_MS) await rm(path.join(dir, name), { force: true });
  }
}

/**
 * Writes to `FILE.UUID.unfinished`, and renames it once everything is on the disk. Backups to one file at the same time each
 * write their own; the last to finish wins.
 */
export async function openOutputFile(file: string): Promise<Output> {
  const unfinished = `${file}.${randomUUID()}.unfinished`;
  // Another backup may remove its file meanwhile, and the folder may be writable but not readable.
  await removeAbandoned(file).catch(() => undefined);
  const stream = createWriteStream(unfinished, { flags: 'wx', mode: MODE, flush: true });
  const closed = new Promise<void>((resolve) => stream.once('close', resolve));
  return {
    stream,
    async commit() {
      await closed;
      await rename(unfinished, file);
      await syncFolder(path.dirname(path.resolve(file))).catch(() => undefined);
    },
    async discard() {
      stream.destroy();
      await closed;
      await rm(unfinished, { force: true });
    },
  };
}

/** Opens standard output, which can't be discarded. */
export function openStandardOutput(): Output {
  // Writes report a closed reader too; without a listener, this event would end the process.
  process.stdout.on('error', () => undefined);
  return {
    stream: new Writable({ write: (chunk, _encoding, done) => void process.stdout.write(chunk, done) }),
    commit: async () => undefined,
    discard: async () => undefined,
  };
}
