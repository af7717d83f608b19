import { spawnSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll } from 'vitest';
import { sayback as run } from '../sayback.ts';

const MAIN = resolve(import.meta.dirname, '../main.ts');

export const folder = join(tmpdir(), `sayback-cli-${randomUUID()}`);

/** Creates `folder` before the tests of a file, and removes it after them. */
export function useFolder(): void {
  beforeAll(() => void mkdirSync(folder, { recursive: true }));
  afterAll(() => rmSync(folder, { recursive: true }));
}

/** Runs a command in this process, and returns its output. `lines` parses JSON lines. */
export async function sayback(args: string[], input: string | Buffer = '', isTTY = false) {
  const written = { stdout: '', stderr: '' };
  const stream = (name: keyof typeof written) => ({
    isTTY,
    write: (text: string) => {
      written[name] += text;
      return true;
    },
    once: () => undefined,
  });
  const stdin = (async function* () {
    yield Buffer.from(input);
  })();
  const terminal = { cwd: folder, stdin, stdout: stream('stdout'), stderr: stream('stderr') };
  const status = await run(terminal, args);
  const lines = () =>
    written.stdout
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line));
  return { status, ...written, lines };
}

/** Runs a command in a separate process. */
export function saybackProcess(args: string[], input: string | Buffer = '') {
  const options = { cwd: folder, input, encoding: 'utf8', maxBuffer: 1e9 } as const;
  const node = ['--conditions=source', MAIN, ...args];
  const { status, stdout, stderr } = spawnSync(process.execPath, node, options);
  return { status, stdout, stderr };
}

export function file(name: string, text: string | Buffer): string {
  writeFileSync(join(folder, name), text);
  return name;
}

export const SRT =
  '1\n00:00:01,000 --> 00:00:02,500\n<i>One</i>\n\n2\n00:00:03,000 --> 00:00:04,000\n[Music]\n';
