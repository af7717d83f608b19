import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';

/** Debian's, run by Debian's own Python: whatever else is called python3 here doesn't have them. */
const PACKAGES = [
  'python3-django',
  'python3-djangorestframework',
  'gunicorn',
  'python3-psycopg2',
  'python3-jwt',
];
const PYTHON = '/usr/bin/python3';
const TRY = 'import django, rest_framework, gunicorn, psycopg2, jwt';
const INSTALL = `apt-get -o Acquire::http::Timeout=20 update &&
  apt-get -o DPkg::Lock::Timeout=120 install -y --no-install-recommends ${PACKAGES.join(' ')}`;
const TIMEOUT_MS = 300_000;

function succeeds(command: string, args: string[], env = process.env): Promise<boolean> {
  const child = spawn(command, args, { stdio: 'ignore', timeout: TIMEOUT_MS, env });
  return new Promise((resolve) => {
    child.on('error', () => resolve(false));
    child.on('close', (status) => resolve(status === 0));
  });
}

/** The Python that has Django REST framework and gunicorn: installed, or brought when root on Debian; else null. */
export async function ensureDjango(): Promise<string | null> {
  if (!existsSync('/etc/debian_version') || !existsSync(PYTHON)) return null;
  if (await succeeds(PYTHON, ['-c', TRY])) return PYTHON;
  if (process.getuid?.() !== 0) return null;
  await succeeds('sh', ['-c', INSTALL], { ...process.env, DEBIAN_FRONTEND: 'noninteractive' });
  return (await succeeds(PYTHON, ['-c', TRY])) ? PYTHON : null;
}
