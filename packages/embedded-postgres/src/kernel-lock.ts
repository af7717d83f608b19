import { spawnSync } from 'node:child_process';
import { closeSync, openSync } from 'node:fs';

/** The caller must close `fd`. `unsupported`: neither program is installed, or the file system has no locks. */
export type KernelLock = { state: 'locked' | 'unsupported'; fd: number } | { state: 'held' };

const FLOCK_BY_PERL =
  'open my $file, "+<&=3" or exit 2; exit 0 if flock($file, 6); exit($! == EWOULDBLOCK ? 1 : 2)';

/** Programs that lock an inherited file on descriptor 3, and exit with 1 if it is already locked. */
const PROGRAMS: [string, ...string[]][] = [
  ['flock', '-n', '3'],
  // macOS has no flock program.
  ['perl', '-MErrno=EWOULDBLOCK', '-e', FLOCK_BY_PERL],
];

/**
 * Takes an exclusive flock(2) on a file, or returns `held` immediately. Creates the file if necessary.
 *
 * Node can't call flock, but the lock belongs to the open file, not to a process: a short-lived program locks a descriptor that
 * it inherits, which locks ours too. The kernel releases the lock when the last copy of the descriptor is closed, even after a
 * crash. The lock works across containers on the same kernel. Never remove the file: two processes could then lock different
 * files.
 */
export function lockFile(path: string): KernelLock {
  // Uses a raw descriptor, since Node would close an unreferenced FileHandle and release the lock.
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
