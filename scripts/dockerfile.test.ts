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
 * No image can be built where Docker doesn't run. So the Dockerfile's commands are followed in empty folders, one for each
 * stage, with what `.dockerignore` leaves of this checkout; the result is then started as the image would be: by a user who may
 * write nothing of it, with the environment, the command and the health check that the Dockerfile names.
 */

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const run = promisify(execFile);
/** As `node` of the base image, where the tests may become someone else. */
const someone = process.getuid?.() === 0 ? { uid: 1000, gid: 1000 } : {};

let home: string;
let build: Stage;
let image: Stage;
/** Instructions that need the base image, and are skipped here. */
let skipped: string[];

const inStage = (stage: Stage, place: string) => path.join(home, stage.name ?? 'image', place);
const getWorkdir = (stage: Stage) => inStage(stage, instructionTexts(stage, 'WORKDIR')[0] ?? '/');

/** Files that `COPY . .` takes: names alone, or below any folder, with `*` at the most. */
async function ignoredBy(file: string): Promise<(relative: string) => boolean> {
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
    const isIgnored = await ignoredBy(path.join(ROOT, '.dockerignore'));
    const filter = (source: string) => !isIgnored(path.relative(ROOT, source));
    await cp(path.join(ROOT, places[0] ?? ''), target, { recursive: true, filter });
    return;
  }
  for (const place of places) {
    const source = path.join(home, from, place);
    const copied = text.endsWith('/') ? path.join(target, path.basename(place)) : target;
    await mkdir(path.dirname(copied), { recursive: true });
    // Moved: the stage that it came from is not needed any more, and much is spared.
    await rename(source, copied);
  }
}

async function follow(stage: Stage): Promise<void> {
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
  await follow(build);
  await follow(image);
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
    if (someone.uid) await chown(data, someone.uid, someone.gid);
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
    server = spawn(command, args, { cwd: getWorkdir(image), env, ...someone });
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

  it('contains nothing that only building needs', async () => {
    const has = (name: string) => run('test', ['-e', path.join(getWorkdir(image), 'node_modules', name)]);
    await expect(has('fastify')).resolves.toBeDefined();
    await expect(has('vite')).rejects.toThrow();
    await expect(has('vitest')).rejects.toThrow();
    await expect(has('@mantine/core')).rejects.toThrow();
  });

  it.each(['apps/server/src', 'apps/server/dist/demo', 'packages/contract/src', '.git', 'scripts'])(
    'holds no %s',
    async (name) => {
      await expect(run('test', ['-e', path.join(getWorkdir(image), name)])).rejects.toThrow();
    },
  );

  it('serves the web app and the API, as a user that may only write the data', async () => {
    const check = instructionTexts(image, 'HEALTHCHECK')[0]?.split(' CMD ')[1]?.split(' ') ?? [];
    const isHealthy = () =>
      run(check[0] ?? '', check.slice(1), { cwd: getWorkdir(image), env, ...someone }).then(
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
      ...someone,
    });
    await expect(admin).resolves.toBeDefined();
  });

  it('stops on SIGTERM', async () => {
    server.kill('SIGTERM');
    const [code] = await once(server, 'exit');
    expect(code).toBe(0);
  });
});
