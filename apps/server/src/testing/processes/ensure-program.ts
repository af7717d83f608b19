import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

const TIMEOUT_MS = 300_000;

/** Installs a program from Debian if necessary and possible (as root on Debian). Returns true if it can be run. */
export async function ensureProgram(program: string, packages: string): Promise<boolean> {
  if (existsSync(program)) return true;
  if (!existsSync('/etc/debian_version') || process.getuid?.() !== 0) return false;
  // In runlevel 1, Debian's packages start no services. Otherwise nginx would use port 80.
  const install = `test -x ${program} || {
    export RUNLEVEL=1
    apt-get -o Acquire::http::Timeout=20 update &&
    apt-get -o DPkg::Lock::Timeout=120 install -y --no-install-recommends ${packages}
  }`;
  const lock = path.join(tmpdir(), `sayback-${path.basename(program)}.lock`);
  // The lock makes other test files wait instead of installing the program at the same time.
  const installing = spawn('/usr/bin/flock', [lock, 'sh', '-c', install], {
    stdio: 'ignore',
    timeout: TIMEOUT_MS,
  });
  await new Promise<void>((resolve) => {
    installing.on('error', () => resolve());
    installing.on('close', () => resolve());
  });
  return existsSync(program);
}
