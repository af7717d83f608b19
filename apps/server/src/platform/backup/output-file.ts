import { createWriteStream } from 'node:fs';
import { rename, rm } from 'node:fs/promises';
import path from 'node:path';
import { Writable } from 'node:stream';
import { syncFolder } from '@sayback/embedded-postgres';

/** Destination of an archive. `commit` makes it permanent, `discard` removes it. */
export type Output = { stream: Writable; commit: () => Promise<void>; discard: () => Promise<void> };

/** Mode of the file: readable only by its owner, since it contains password hashes and email addresses. */
const MODE = 0o600;

/** Writes to `FILE.unfinished`, and renames it once everything is on the disk. */
export async function openOutputFile(file: string): Promise<Output> {
  const unfinished = `${file}.unfinished`;
  await rm(unfinished, { force: true });
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
