import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import getPort from 'get-port';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, inject, it } from 'vitest';
import { signalProcess } from '../../../packages/embedded-postgres/src/testing/signal-process.ts';
import { queryOnce, replaceDatabase } from './testing/databases.ts';
import { type Program, runProgram, startServerProcess } from './testing/processes/server-process.ts';

const source = (file: string) => fileURLToPath(new URL(file, import.meta.url));

/** An installation without accounts that was started once. Each test copies it, to save the first start. */
let template: string;
beforeAll(async () => {
  template = await mkdtemp(path.join(tmpdir(), 'sayback-fresh-'));
  await (await startServerProcess({ DATA_DIR: template })).stop();
});
afterAll(() => rm(template, { recursive: true, force: true }));

let dataDir: string;
let started: Program[];
beforeEach(async () => {
  dataDir = await mkdtemp(path.join(tmpdir(), 'sayback-process-'));
  await promisify(execFile)('cp', ['-a', `${template}/.`, dataDir]);
  started = [];
});
afterEach(async () => {
  // Kill the server before its database, so that none is left running.
  for (const { process } of started) process.kill('SIGTERM');
  await Promise.all(started.map(({ ended }) => ended));
  await killOrphan();
  await rm(dataDir, { recursive: true, force: true });
});

async function findPostmaster(): Promise<number> {
  const file = await readFile(path.join(dataDir, 'postgres/data/postmaster.pid'), 'utf8').catch(() => '');
  return Number(file.split('\n')[0]);
}

async function killOrphan(): Promise<void> {
  const pid = await findPostmaster();
  if (pid > 0) signalProcess(pid, 'SIGQUIT');
}

function run(file: string, args: string[], settings: Record<string, string>): Program {
  const program = runProgram(source(file), args, { DATA_DIR: dataDir, ...settings });
  started.push(program);
  return program;
}

async function startServer(settings: Record<string, string> = {}) {
  const server = await startServerProcess({ DATA_DIR: dataDir, ...settings });
  started.push(server);
  return server;
}

const post = (url: string, body: object) =>
  fetch(url, { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) });

const ANA = { username: 'ana', password: 'correct horse 9' };

describe('the server process', { timeout: 240_000 }, () => {
  it('keeps acknowledged writes when it is killed, and adopts its database at the next start', async () => {
    const first = await startServer();
    expect((await post(`${first.url}/api/accounts/register/`, ANA)).status).toBe(201);
    first.process.kill('SIGKILL');
    await first.ended;

    const second = await startServer();
    expect(second.output()).toContain('Adopted the PostgreSQL');
    expect((await post(`${second.url}/api/token/`, ANA)).status).toBe(200);
  });

  it('refuses to start on another server’s data folder, and names its owner', async () => {
    const first = await startServer();
    const second = run('./main.ts', [], { PORT: String(await getPort({ host: '127.0.0.1' })) });
    expect(await second.ended).toBe(1);
    expect(second.output()).toContain(dataDir);
    expect(second.output()).toContain(String(first.process.pid));
    expect(second.output()).not.toMatch(/\n\s+at /);
  });

  it('allows creating an administrator while it runs', async () => {
    const server = await startServer();
    const admin = run('./admin/main.ts', ['create', 'root'], {});
    admin.process.stdin?.end('correct horse 9\n');
    expect(await admin.ended).toBe(0);
    expect(admin.output()).toContain('Created the administrator root.');
    const response = await post(`${server.url}/api/token/`, {
      username: 'root',
      password: 'correct horse 9',
    });
    const { access } = (await response.json()) as { access: string };
    const profile = await fetch(`${server.url}/api/accounts/profile/`, {
      headers: { authorization: `Bearer ${access}` },
    });
    expect(await profile.json()).toMatchObject({ username: 'root', is_admin: true });
  });

  it('allows managing accounts while it runs, keeps an administrator, and logs the changes', async () => {
    const server = await startServer({ ADMIN_USERNAME: 'boss', ADMIN_PASSWORD: 'correct horse 9' });
    await post(`${server.url}/api/accounts/register/`, ANA);
    const command = async (...args: string[]) => {
      const admin = run('./admin/main.ts', args, {});
      return { status: await admin.ended, output: admin.output() };
    };
    expect(await command('demote', 'boss')).toMatchObject({
      status: 1,
      output: expect.stringContaining('only administrator'),
    });
    expect(await command('promote', 'nobody')).toMatchObject({
      status: 1,
      output: 'There is no user nobody.\n',
    });
    expect(await command('promote', 'Ana')).toEqual({ status: 0, output: 'Changed ana.\n' });
    expect((await command('list')).output).toBe('ana\tadministrator\nboss\tadministrator\n');
    expect((await command('disable', 'boss')).status).toBe(0);
    expect(
      (await post(`${server.url}/api/token/`, { username: 'boss', password: 'correct horse 9' })).status,
    ).toBe(401);
    const { access } = (await (await post(`${server.url}/api/token/`, ANA)).json()) as { access: string };
    const log = await fetch(`${server.url}/api/audit-log/`, {
      headers: { authorization: `Bearer ${access}` },
    });
    const { results } = (await log.json()) as { results: { action: string; target: string }[] };
    expect(results.map(({ action, target }) => `${action} ${target}`)).toEqual([
      'disable boss',
      'promote Ana',
    ]);
  });

  it('finishes the requests in flight on SIGTERM', async () => {
    const server = await startServer();
    const headers = { 'content-type': 'application/json', expect: '100-continue' };
    const sent = request(`${server.url}/api/accounts/register/`, { method: 'POST', headers });
    sent.flushHeaders();
    // Now the server has received the headers, and waits for the body.
    await once(sent, 'continue');
    server.process.kill('SIGTERM');
    sent.end(JSON.stringify(ANA));
    const [{ statusCode }] = await once(sent, 'response');
    expect(statusCode).toBe(201);
    expect(await server.ended).toBe(0);
  });

  it.runIf(process.platform === 'linux')(
    'stops its PostgreSQL cleanly after PostgreSQL was frozen repeatedly under traffic',
    async () => {
      const server = await startServer({ DATABASE_POOL: '2', DATABASE_STATEMENT_MS: '500' });
      const postmaster = await findPostmaster();
      for (let freeze = 0; freeze < 3; freeze += 1) {
        signalProcess(postmaster, 'SIGSTOP');
        const backends = (await readFile(`/proc/${postmaster}/task/${postmaster}/children`, 'utf8'))
          .split(' ')
          .flatMap((pid) => (Number(pid) > 0 ? [Number(pid)] : []));
        for (const pid of backends) signalProcess(pid, 'SIGSTOP');
        const responses = Array.from({ length: 12 }, () => post(`${server.url}/api/accounts/register/`, ANA));
        for (const response of await Promise.all(responses)) expect(response.status).toBe(503);
        for (const pid of [postmaster, ...backends]) signalProcess(pid, 'SIGCONT');
      }
      server.process.kill('SIGTERM');
      expect(await server.ended).toBe(0);
      expect(() => process.kill(postmaster, 0)).toThrow('ESRCH');
    },
  );

  it('reports invalid settings and exits', async () => {
    const server = run('./main.ts', [], { PORT: 'many', DATABASE_URL: 'postgres://127.0.0.1/x' });
    expect(await server.ended).toBe(1);
    expect(server.output()).toMatch(/PORT[\s\S]*SECRET_KEY/);
  });

  it('explains what to do if its data folder is a file', async () => {
    const file = path.join(dataDir, 'file');
    await writeFile(file, '');
    const server = run('./main.ts', [], { DATA_DIR: file });
    expect(await server.ended).toBe(1);
    expect(server.output()).toBe(
      `The folder ${file} (DATA_DIR) can't be created: ${file} is a file. Move it away, or choose another folder.\n`,
    );
  });

  it('creates the first administrator once', async () => {
    const settings = { ADMIN_USERNAME: 'boss', ADMIN_PASSWORD: 'correct horse 9' };
    const first = await startServer(settings);
    expect(first.output()).toContain('Created the first administrator, boss.');
    first.process.kill('SIGTERM');
    await first.ended;
    const second = await startServer({ ...settings, ADMIN_USERNAME: 'boss2' });
    expect(second.output()).not.toContain('boss2');
  });
});

describe('two servers on one PostgreSQL', { timeout: 240_000 }, () => {
  it('start concurrently on an empty database', async () => {
    const postgres = inject('postgresUrl');
    await queryOnce(postgres, 'CREATE DATABASE two_servers');
    const settings = {
      DATABASE_URL: replaceDatabase(postgres, 'two_servers'),
      SECRET_KEY: 'a secret of the tests, long enough',
      MEDIA_DIR: path.join(dataDir, 'media'),
    };
    const [first, second] = await Promise.all([startServer(settings), startServer(settings)]);
    expect((await post(`${first.url}/api/accounts/register/`, ANA)).status).toBe(201);
    expect((await post(`${second.url}/api/token/`, ANA)).status).toBe(200);
  });
});
