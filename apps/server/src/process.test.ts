import { once } from 'node:events';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { request } from 'node:http';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { accounts, type Endpoint, videos } from '@sayback/contract';
import getPort from 'get-port';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { signalProcess } from '../../../packages/embedded-postgres/src/testing/signal-process.ts';
import { eventually } from './testing/eventually.ts';
import {
  PROGRAMS,
  runProgram,
  type ServerProcess,
  startServerProcess,
} from './testing/processes/server-process.ts';

const BOSS = { username: 'boss', password: 'correct horse 9' };
const ANA = { username: 'ana', password: 'correct horse 9' };
const ROOT = { username: 'root', password: 'correct horse 9' };

/** Command prefix that limits the number of file descriptors. */
const FEW_DESCRIPTORS = ['sh', '-c', 'ulimit -n 600; exec "$0" "$@"'];
const CONNECTIONS = 2000;

/** All tests share one installation and build on each other, since a start takes seconds of CPU time. */
let dataDir: string;
let server: ServerProcess;
let token = '';
beforeAll(async () => {
  dataDir = await mkdtemp(path.join(tmpdir(), 'sayback-process-'));
  server = await startServer({ ADMIN_USERNAME: BOSS.username, ADMIN_PASSWORD: BOSS.password });
});
afterAll(async () => {
  // Kill the server before its database, so that neither is left running.
  await server?.stop();
  const pid = await readPostmaster().catch(() => 0);
  if (pid > 0) signalProcess(pid, 'SIGQUIT');
  await rm(dataDir, { recursive: true, force: true, maxRetries: 5 });
});

const startServer = (settings: Record<string, string> = {}, wrapper?: string[]) =>
  startServerProcess({ DATA_DIR: dataDir, ...settings }, undefined, wrapper);

const run = (program: keyof typeof PROGRAMS, args: string[], settings: Record<string, string>) =>
  runProgram(PROGRAMS[program], args, { DATA_DIR: dataDir, ...settings });

async function runCommand(args: string[], input = '') {
  const command = run('admin', args, {});
  command.process.stdin?.end(input);
  return { status: await command.ended, output: command.output() };
}

const send = ({ method, path }: Endpoint, body?: object) =>
  fetch(server.url + path, {
    method,
    headers: { ...(token && { authorization: `Bearer ${token}` }), 'content-type': 'application/json' },
    ...(body && { body: JSON.stringify(body) }),
  });
async function read<Body>(...call: Parameters<typeof send>): Promise<Body> {
  const response = await send(...call);
  expect(response.status).toBe(200);
  return (await response.json()) as Body;
}
const logIn = (user: typeof ANA) => read<{ access: string }>(accounts.login, user);
const isReady = async () => (await fetch(`${server.url}/health/ready`)).status === 200;

async function readPostmaster(): Promise<number> {
  const file = await readFile(path.join(dataDir, 'postgres/data/postmaster.pid'), 'utf8');
  return Number(file.split('\n')[0]);
}
async function listBackends(): Promise<number[]> {
  const parent = await readPostmaster();
  const children = await readFile(`/proc/${parent}/task/${parent}/children`, 'utf8');
  return children.split(' ').filter(Boolean).map(Number);
}
/** Returns the pid of a PostgreSQL backend with a connection from the server. */
async function findServingBackend(): Promise<number> {
  for (const pid of await listBackends()) {
    const title = await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '');
    if (title.includes('sayback 127.0.0.1')) return pid;
  }
  throw new Error('the server has no backend process');
}

/** Titles of acknowledged videos. */
const addedTitles: string[] = [];

/** Adds videos until one isn't acknowledged. */
async function addUntilFailure(prefix: string): Promise<void> {
  for (let number = 1; ; number += 1) {
    const title = `${prefix} ${number}`;
    const body = { title, original_language: 'en', youtube_id: null };
    const response = await send(videos.createVideo, body).catch(() => null);
    await response?.arrayBuffer();
    if (response?.status !== 201) return;
    addedTitles.push(title);
  }
}

/** Starts four writers that add videos, runs `kill`, and waits until all writers have failed. */
async function killWhileAdding(name: string, kill: () => Promise<unknown>): Promise<void> {
  const before = addedTitles.length;
  const adding = [1, 2, 3, 4].map((writer) => addUntilFailure(`${name}, writer ${writer}, video`));
  await eventually(() => expect(addedTitles.length).toBeGreaterThan(before + 20));
  await kill();
  await Promise.all(adding);
}

async function findMissingTitles(): Promise<string[]> {
  // Connections to the killed process can fail for a moment.
  const rows = await eventually(() => read<{ title: string }[]>(videos.listManagedVideos));
  const listedTitles = new Set(rows.map(({ title }) => title));
  return addedTitles.filter((title) => !listedTitles.has(title));
}

describe('the server process', { timeout: 240_000 }, () => {
  it('reports invalid settings and exits', async () => {
    const invalid = run('server', [], { PORT: 'many', DATABASE_URL: 'postgres://127.0.0.1/x' });
    expect(await invalid.ended).toBe(1);
    expect(invalid.output()).toMatch(/PORT[\s\S]*SECRET_KEY/);
  });

  it('reports that its data folder is a file, with advice', async () => {
    const file = path.join(dataDir, 'file');
    await writeFile(file, '');
    const refused = run('server', [], { DATA_DIR: file });
    expect(await refused.ended).toBe(1);
    expect(refused.output()).toBe(
      `The folder ${file} (DATA_DIR) can't be created: ${file} is a file. Move it away, or choose another folder.\n`,
    );
  });

  it('refuses to start on the data folder of another server, and names that server', async () => {
    const second = run('server', [], { PORT: String(await getPort({ host: '127.0.0.1' })) });
    expect(await second.ended).toBe(1);
    expect(second.output()).toContain(dataDir);
    expect(second.output()).toContain(String(server.process.pid));
    expect(second.output()).not.toMatch(/\n\s+at /);
  });

  it('creates the first administrator', () => {
    expect(server.output()).toContain('Created the first administrator, boss.');
  });

  it('allows managing accounts while it runs, requires one administrator, and logs the changes', async () => {
    await send(accounts.register, ANA);
    expect(await runCommand(['demote', 'boss'])).toMatchObject({
      status: 1,
      output: expect.stringContaining('only administrator'),
    });
    expect(await runCommand(['promote', 'nobody'])).toEqual({
      status: 1,
      output: 'There is no user nobody.\n',
    });
    expect(await runCommand(['promote', 'Ana'])).toEqual({ status: 0, output: 'Changed ana.\n' });
    expect((await runCommand(['list'])).output).toBe('ana\tadministrator\nboss\tadministrator\n');
    expect((await runCommand(['disable', 'boss'])).status).toBe(0);
    expect((await send(accounts.login, BOSS)).status).toBe(401);
    expect(await runCommand(['create', 'root'], `${ROOT.password}\n`)).toMatchObject({
      status: 0,
      output: expect.stringContaining('Created the administrator root.'),
    });
    token = (await logIn(ROOT)).access;
    expect(await read(accounts.getProfile)).toMatchObject({ username: 'root', is_admin: true });
    const { results } = await read<{ results: { action: string; target: string }[] }>(accounts.listAudit);
    expect(results.map(({ action, target }) => `${action} ${target}`)).toEqual([
      'create root',
      'disable boss',
      'promote Ana',
    ]);
  });
});

describe.runIf(process.platform === 'linux')('acknowledged writes', { timeout: 240_000 }, () => {
  it('survive a killed database process, and the server continues', async () => {
    await killWhileAdding('process', async () => process.kill(await findServingBackend(), 'SIGKILL'));
    await eventually(async () => expect(await isReady()).toBe(true));
    expect(await findMissingTitles()).toEqual([]);
    expect(server.process.exitCode).toBeNull();
  });

  it('survive a killed server: the next one adopts its database, and creates no further administrator', async () => {
    await killWhileAdding('server', () => server.kill());
    const settings = { ADMIN_USERNAME: 'boss2', ADMIN_PASSWORD: BOSS.password };
    server = await startServer(settings, FEW_DESCRIPTORS);
    expect(server.output()).toContain('Adopted the PostgreSQL');
    expect(server.output()).not.toContain('boss2');
    expect(await findMissingTitles()).toEqual([]);
  });
});

describe.runIf(process.platform === 'linux')(
  'a server with an adopted database',
  { timeout: 240_000 },
  () => {
    it('survives more idle connections than it has file descriptors', async () => {
      const sockets = Array.from({ length: CONNECTIONS }, () => connect(server.port, '127.0.0.1'));
      // The server may close connections when it runs out of descriptors.
      for (const socket of sockets) socket.on('error', () => undefined);
      await Promise.all(sockets.map((socket) => once(socket, 'connect').catch(() => null)));
      // Wait longer than the interval of database checks.
      await sleep(5000);
      expect(server.process.exitCode, server.output()).toBeNull();
      for (const socket of sockets) socket.destroy();
      await eventually(async () => expect(await isReady()).toBe(true));
      expect(server.output()).not.toContain('PostgreSQL ended');
    });

    it('exits when its database is killed, without losing acknowledged writes', async () => {
      await killWhileAdding('database', async () => process.kill(await readPostmaster(), 'SIGKILL'));
      expect(await server.ended).toBe(1);
      expect(server.output()).toContain('PostgreSQL ended unexpectedly');
      server = await startServer();
      expect(await findMissingTitles()).toEqual([]);
    });

    it('loses no acknowledged writes when server and database are killed together', async () => {
      await killWhileAdding('both', async () => {
        process.kill(await readPostmaster(), 'SIGKILL');
        await server.kill();
      });
      server = await startServer();
      expect(await findMissingTitles()).toEqual([]);
    });
  },
);

describe.runIf(process.platform === 'linux')('SIGTERM', { timeout: 240_000 }, () => {
  it('finishes the requests in flight', async () => {
    const headers = { 'content-type': 'application/json', expect: '100-continue' };
    const sent = request(server.url + accounts.register.path, { method: 'POST', headers });
    sent.flushHeaders();
    // Now the server has received the headers, and waits for the body.
    await once(sent, 'continue');
    server.process.kill('SIGTERM');
    sent.end(JSON.stringify({ ...ANA, username: 'bea' }));
    const [{ statusCode }] = await once(sent, 'response');
    expect(statusCode).toBe(201);
    expect(await server.ended).toBe(0);
  });

  it('stops PostgreSQL cleanly after PostgreSQL was frozen repeatedly under traffic', async () => {
    server = await startServer({ DATABASE_POOL: '2', DATABASE_STATEMENT_MS: '500' });
    const postmaster = await readPostmaster();
    for (let freeze = 0; freeze < 3; freeze += 1) {
      signalProcess(postmaster, 'SIGSTOP');
      const backends = await listBackends();
      for (const pid of backends) signalProcess(pid, 'SIGSTOP');
      const responses = await Promise.all(
        Array.from({ length: 12 }, () => send(accounts.register, ANA)),
      ).finally(() => {
        for (const pid of [postmaster, ...backends]) signalProcess(pid, 'SIGCONT');
      });
      for (const response of responses) expect(response.status).toBe(503);
    }
    server.process.kill('SIGTERM');
    expect(await server.ended).toBe(0);
    expect(() => process.kill(postmaster, 0)).toThrow('ESRCH');
  });
});
