import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

const PROGRAM = '/usr/bin/yt-dlp';
const LOCK = path.join(tmpdir(), 'sayback-yt-dlp.lock');
const INSTALL = `test -x ${PROGRAM} || {
  apt-get -o Acquire::http::Timeout=20 update &&
  apt-get -o DPkg::Lock::Timeout=120 install -y --no-install-recommends yt-dlp
}`;
const PATIENCE_MS = 300_000;

/** Whether Debian's yt-dlp can be run here: it is installed, or brought when root on Debian. */
export async function ensureYtDlp(): Promise<boolean> {
  if (existsSync(PROGRAM)) return true;
  if (!existsSync('/etc/debian_version') || process.getuid?.() !== 0) return false;
  // Two test files may want it at the same time: the second waits, and finds it there.
  const installing = spawn('/usr/bin/flock', [LOCK, 'sh', '-c', INSTALL], {
    stdio: 'ignore',
    timeout: PATIENCE_MS,
  });
  await new Promise<void>((resolve) => {
    installing.on('error', () => resolve());
    installing.on('close', () => resolve());
  });
  return existsSync(PROGRAM);
}
