import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import getPort from 'get-port';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const run = promisify(execFile);
const SRT = '1\n00:00:01,000 --> 00:00:02,500\nHello\n';

/** This machine's Node and npm, without programs that this checkout installed. */
const PATH = (process.env.PATH ?? '')
  .split(path.delimiter)
  .filter((folder) => !folder.includes('node_modules'))
  .join(path.delimiter);

// Runs the README's first commands on the committed files.
describe('a fresh clone', () => {
  let clone: string;
  let server: ChildProcess | undefined;
  const env: NodeJS.ProcessEnv = { PATH, HOME: process.env.HOME, npm_config_loglevel: 'error' };
  const command = (...words: string[]) =>
    run(words[0] ?? '', words.slice(1), { cwd: clone, env }).then(
      ({ stdout, stderr }) => ({ code: 0, stdout, stderr }),
      ({ code, stdout, stderr }) => ({ code, stdout, stderr }),
    );

  beforeAll(async () => {
    clone = await mkdtemp(path.join(tmpdir(), 'sayback-clone-'));
    await run('git', ['clone', '--quiet', ROOT, clone]);
    await run('npm', ['ci'], { cwd: clone, env });
    await writeFile(path.join(clone, 'data.srt'), SRT);
  }, 1_800_000);
  afterAll(async () => {
    // npm, the server and PostgreSQL are one process group.
    try {
      if (server?.pid) process.kill(-server.pid, 'SIGKILL');
    } catch {
      // All of them have ended.
    }
    await rm(clone, { recursive: true, force: true });
  });

  it('explains how to build the command if it isn’t built', async () => {
    expect(await command('npx', 'sayback', 'convert', 'data.srt', '--to', 'vtt')).toEqual({
      code: 2,
      stdout: '',
      stderr: "sayback isn't built yet. Run 'npm run build' once, then try again.\n",
    });
  });

  it('builds at the first start, serves, and stops with npm', async () => {
    const port = String(await getPort({ host: '127.0.0.1' }));
    let output = '';
    const administrator = { ADMIN_USERNAME: 'me', ADMIN_PASSWORD: 'a good long one' };
    server = spawn('npm', ['start'], {
      cwd: clone,
      env: { ...env, ...administrator, PORT: port },
      detached: true,
    });
    for (const stream of [server.stdout, server.stderr]) stream?.on('data', (text) => (output += text));
    const isReady = () =>
      fetch(`http://127.0.0.1:${port}/health/ready`).then(
        ({ ok }) => ok,
        () => false,
      );
    await expect.poll(isReady, { timeout: 1_200_000, interval: 500, message: () => output }).toBe(true);
    const { stdout } = await command('npm', 'run', '--silent', 'admin', '--', 'list');
    expect(stdout).toMatch(/\bme\b/);
    // npm ends before the server, which drains and stops its database.
    const hasDatabase = () => existsSync(path.join(clone, 'data/postgres/data/postmaster.pid'));
    expect(hasDatabase()).toBe(true);
    server.kill('SIGTERM');
    await once(server, 'exit');
    await expect
      .poll(async () => [await isReady(), hasDatabase()], { timeout: 60_000 })
      .toEqual([false, false]);
  }, 1_800_000);

  it('then has a working command, which prints only its result to standard output', async () => {
    expect(await command('npx', 'sayback', 'convert', 'data.srt', '--to', 'vtt')).toEqual({
      code: 0,
      stdout: 'WEBVTT\n\n00:00:01.000 --> 00:00:02.500\nHello\n',
      stderr: '',
    });
  });

  it('leaves committed files unchanged', async () => {
    const { stdout } = await command('git', 'status', '--porcelain', '--untracked-files=no');
    expect(stdout).toBe('');
  });
});
