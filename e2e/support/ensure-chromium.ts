// Finds a Chromium for testing, or installs one: Debian's package if run as root on Debian, otherwise Playwright's.
import { spawnSync } from 'node:child_process';
import { accessSync, constants, existsSync } from 'node:fs';
import path from 'node:path';
import { chromium } from '@playwright/test';

const NAMES = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'];

function isProgram(file: string): boolean {
  try {
    accessSync(file, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

function find(): string | undefined {
  const folders = (process.env.PATH ?? '').split(path.delimiter);
  const installed = NAMES.flatMap((name) => folders.map((folder) => path.join(folder, name)));
  return [process.env.CHROMIUM_PATH, ...installed, chromium.executablePath()].find(
    (file) => file && isProgram(file),
  );
}

function run(command: string, args: string[]): boolean {
  const { status } = spawnSync(command, args, { stdio: ['ignore', process.stderr, process.stderr] });
  return status === 0;
}

function install(): void {
  const isDebian = existsSync('/etc/debian_version') && process.getuid?.() === 0;
  if (
    isDebian &&
    run('apt-get', ['update']) &&
    run('apt-get', ['install', '-y', '--no-install-recommends', 'chromium'])
  )
    return;
  run('npx', ['playwright', 'install', 'chromium']);
}

/** Returns the path of a Chromium. Throws if there is none and none can be installed. */
export function ensureChromium(): string {
  if (!find()) install();
  const executable = find();
  if (!executable)
    throw new Error('No Chromium was found. Install one, or set CHROMIUM_PATH to its executable.');
  return executable;
}
