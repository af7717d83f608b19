import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, chown, cp, mkdir, mkdtemp, readFile, rename, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import getPort from 'get-port';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { instructionTexts, readDockerfile, type Stage } from './dockerfile.ts';

/*
 * Tests the Dockerfile where Docker isn't available. Runs its commands in an empty folder per stage, with the files of this
 * checkout that `.dockerignore` doesn't exclude. Then starts the result as a user without write access, with the environment,
 * command and health check of the Dockerfile.
 */

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const run = promisify(execFile);
/** The user `node` of the base image, if the tests run as root. */
const unprivileged = process.getuid?.() === 0 ? { uid: 1000, gid: 1000 } : {};

let home: string;
let build: Stage;
let image: Stage;
/** Commands that need the base image, and aren't run here. */
let skipped: string[];

const pathInStage = (stage: Stage, place: string) => path.join(home, stage.name ?? 'image', place);
const getWorkdir = (stage: Stage) => pathInStage(stage, instructionTexts(stage, 'WORKDIR')[0] ?? '/');

/** Reads a .dockerignore. Supports names at the root, names in any folder, and `*`. */
async function createIgnoreFilter(file: string): Promise<(relative: string) => boolean> {
  const patterns = (await readFile(file, 'utf8')).split('\n').filter(Boolean);
  const tests = patterns.map((pattern) => {
    const name = pattern
      .replace(/^\*\*\//, '')
      .replaceAll('.', '\\.')
      .replaceAll('*', '[^/]*');
    return new RegExp(pattern.startsWith('**/') ? `(^|/)${name}$` : `^${name}$`);
  });
  return (relative) => tests.some((test) => test.test(relative));
}

async function copy(stage: Stage, text: string): Promise<void> {
  const from = text.match(/^--from=(\S+) /)?.[1];
  const places = text.replace(/^--\S+ /, '').split(' ');
  const target = path.resolve(getWorkdir(stage), places.pop() ?? '');
  if (!from) {
    const isIgnored = await createIgnoreFilter(path.join(ROOT, '.dockerignore'));
    const filter = (source: string) => !isIgnored(path.relative(ROOT, source));
    await cp(path.join(ROOT, places[0] ?? ''), target, { recursive: true, filter });
    return;
  }
  for (const place of places) {
    const source = path.join(home, from, place);
    const copied = text.endsWith('/') ? path.join(target, path.basename(place)) : target;
    await mkdir(path.dirname(copied), { recursive: true });
    // Moving saves time, and the other stage is no longer needed.
    await rename(source, copied);
  }
}

async function runStage(stage: Stage): Promise<void> {
  await mkdir(getWorkdir(stage), { recursive: true });
  for (const { name, text } of stage.instructions) {
    if (name === 'COPY') await copy(stage, text);
    if (name === 'RUN' && text.startsWith('npm ')) await run('sh', ['-c', text], { cwd: getWorkdir(stage) });
    else if (name === 'RUN') skipped.push(text);
  }
}

beforeAll(async () => {
  home = await mkdtemp(path.join(tmpdir(), 'sayback-image-'));
  await chmod(home, 0o755);
  skipped = [];
  const [first, last] = readDockerfile(await readFile(path.join(ROOT, 'Dockerfile'), 'utf8'));
  if (!first || !last) throw new Error('two stages are expected');
  [build, image] = [first, last];
  await runStage(build);
  await runStage(image);
  await run('chmod', ['-R', 'a-w', getWorkdir(image)]);
}, 1_800_000);

afterAll(async () => {
  await run('chmod', ['-R', 'u+w', home]);
  await rm(home, { recursive: true, force: true });
});

describe('the image', () => {
  let env: Record<string, string>;
  let server: ChildProcess;
  let output = '';

  beforeAll(async () => {
    const data = path.join(home, 'volume');
    await mkdir(data);
    if (unprivileged.uid) await chown(data, unprivileged.uid, unprivileged.gid);
    const pairs = instructionTexts(image, 'ENV').flatMap((text) =>
      text.split(' ').map((pair) => pair.split('=')),
    );
    env = {
      ...Object.fromEntries(pairs),
      PATH: process.env.PATH ?? '',
      DATA_DIR: data,
      PORT: String(await getPort({ host: '127.0.0.1' })),
    };
    const [command, ...args] = JSON.parse(instructionTexts(image, 'CMD')[0] ?? '[]');
    server = spawn(command, args, { cwd: getWorkdir(image), env, ...unprivileged });
    for (const stream of [server.stdout, server.stderr]) stream?.on('data', (text) => (output += text));
  });
  afterAll(() => server.kill('SIGKILL'));

  it('only adds ffmpeg and a data folder to the base system', () => {
    expect(skipped).toEqual([
      'apt-get update && apt-get install -y --no-install-recommends ffmpeg && rm -rf /var/lib/apt/lists/*',
      'mkdir /data && chown node:node /data',
    ]);
    expect(instructionTexts(image, 'USER')).toEqual(['node']);
  });

  it('contains no packages that only the build needs', async () => {
    const has = (name: string) => run('test', ['-e', path.join(getWorkdir(image), 'node_modules', name)]);
    await expect(has('fastify')).resolves.toBeDefined();
    await expect(has('vite')).rejects.toThrow();
    await expect(has('vitest')).rejects.toThrow();
    await expect(has('@mantine/core')).rejects.toThrow();
  });

  it.each(['apps/server/src', 'apps/server/dist/demo', 'packages/contract/src', '.git', 'scripts'])(
    'doesn’t contain %s',
    async (name) => {
      await expect(run('test', ['-e', path.join(getWorkdir(image), name)])).rejects.toThrow();
    },
  );

  it('serves the web app and the API as a user with write access only to the data', async () => {
    const check = instructionTexts(image, 'HEALTHCHECK')[0]?.split(' CMD ')[1]?.split(' ') ?? [];
    const isHealthy = () =>
      run(check[0] ?? '', check.slice(1), { cwd: getWorkdir(image), env, ...unprivileged }).then(
        () => true,
        () => false,
      );
    await expect.poll(isHealthy, { timeout: 60_000, interval: 500, message: output }).toBe(true);
    const page = await fetch(`http://127.0.0.1:${env.PORT}/`);
    expect(await page.text()).toContain('<div id="root">');
    const languages = await fetch(`http://127.0.0.1:${env.PORT}/api/languages/`);
    expect(languages.status).toBe(200);
  }, 90_000);

  it('has the admin command', async () => {
    const admin = run('node', ['apps/server/dist/admin/main.js', 'list'], {
      cwd: getWorkdir(image),
      env,
      ...unprivileged,
    });
    await expect(admin).resolves.toBeDefined();
  });

  it('stops on SIGTERM', async () => {
    server.kill('SIGTERM');
    const [code] = await once(server, 'exit');
    expect(code).toBe(0);
  });
});
