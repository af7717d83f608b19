import { spawnSync } from 'node:child_process';
import { closeSync, openSync } from 'node:fs';

/** The caller must close `fd`. `unsupported`: no program here can lock, or the file system can't. */
export type KernelLock = { state: 'locked' | 'unsupported'; fd: number } | { state: 'held' };

const FLOCK_BY_PERL =
  'open my $file, "+<&=3" or exit 2; exit 0 if flock($file, 6); exit($! == EWOULDBLOCK ? 1 : 2)';

/** Each locks the open file that it inherits as descriptor 3, and exits with 1 if it is already locked. */
const PROGRAMS: [string, ...string[]][] = [
  ['flock', '-n', '3'],
  // macOS has no flock program.
  ['perl', '-MErrno=EWOULDBLOCK', '-e', FLOCK_BY_PERL],
];

/**
 * Takes the exclusive flock(2) of a file, which is made if it isn't there, or returns `held` at once.
 *
 * Node can't call flock, but such a lock belongs to the open file, not to a process: a short-lived program takes it on
 * the descriptor that we hand it, and it stays with ours. The kernel releases it when the last copy of the descriptor
 * is closed, however its process dies. It excludes other containers on the same kernel. The file must never be
 * removed: two processes would then lock two files.
 */
export function lockFile(path: string): KernelLock {
  // A plain number: Node would close an unreferenced FileHandle and release the lock.
  const fd = openSync(path, 'a+', 0o600);
  for (const [command, ...args] of PROGRAMS) {
    const { status, stderr } = spawnSync(command, args, { stdio: ['ignore', 'ignore', 'pipe', fd] });
    if (status === 0) return { state: 'locked', fd };
    // Busybox exits with 1 for errors too, but prints a message.
    if (status === 1 && stderr.length === 0) {
      closeSync(fd);
      return { state: 'held' };
    }
  }
  return { state: 'unsupported', fd };
}
