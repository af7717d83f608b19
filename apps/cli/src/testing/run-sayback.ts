import { spawnSync } from 'node:child_process';
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';

const MAIN = resolve(import.meta.dirname, '../main.ts');

/** The commands run in this folder; a test file removes it at its end. */
export const folder = mkdtempSync(join(tmpdir(), 'sayback-cli-'));

/** Runs the command as a process, and gives what it wrote; `lines` parses JSON lines. */
export function sayback(args: string[], input: string | Buffer = '') {
  const options = { cwd: folder, input, encoding: 'utf8', maxBuffer: 1e9 } as const;
  const node = ['--conditions=source', '--import', import.meta.resolve('tsx'), MAIN, ...args];
  const { status, stdout, stderr } = spawnSync(process.execPath, node, options);
  const lines = () =>
    stdout
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line));
  return { status, stdout, stderr, lines };
}

/** Puts a file into the folder, and gives its name. */
export function file(name: string, text: string | Buffer): string {
  writeFileSync(join(folder, name), text);
  return name;
}

export const SRT =
  '1\n00:00:01,000 --> 00:00:02,500\n<i>One</i>\n\n2\n00:00:03,000 --> 00:00:04,000\n[Music]\n';
