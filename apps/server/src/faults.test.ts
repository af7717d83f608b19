import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { accounts, videos } from '@sayback/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { eventually } from './testing/eventually.ts';
import { type ServerProcess, startServerProcess } from './testing/processes/server-process.ts';

const ADMIN = { username: 'boss', password: 'correct horse 9' };

let dataDir: string;
let server: ServerProcess;
let token: string;
const startServer = () =>
  startServerProcess({ DATA_DIR: dataDir, ADMIN_USERNAME: ADMIN.username, ADMIN_PASSWORD: ADMIN.password });
beforeAll(async () => {
  dataDir = await mkdtemp(path.join(tmpdir(), 'sayback-faults-'));
  server = await startServer();
  const response = await send('POST', accounts.login.path, ADMIN);
  token = ((await response.json()) as { access: string }).access;
});
afterAll(async () => {
  await server.stop();
  await rm(dataDir, { recursive: true, force: true });
});

const send = (method: string, address: string, body?: object) =>
  fetch(server.url + address, {
    method,
    headers: { ...(token && { authorization: `Bearer ${token}` }), 'content-type': 'application/json' },
    ...(body && { body: JSON.stringify(body) }),
  });

async function readPostmasterPid(): Promise<number> {
  const file = await readFile(path.join(dataDir, 'postgres/data/postmaster.pid'), 'utf8');
  return Number(file.split('\n')[0]);
}

/** Finds the pid of a database process that serves the server. */
async function findBackendPid(): Promise<number> {
  const parent = await readPostmasterPid();
  const children = await readFile(`/proc/${parent}/task/${parent}/children`, 'utf8');
  for (const pid of children.split(' ').filter(Boolean)) {
    const title = await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '');
    if (title.includes('sayback 127.0.0.1')) return Number(pid);
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
    const response = await send('POST', videos.createVideo.path, body).catch(() => null);
    await response?.arrayBuffer();
    if (response?.status !== 201) return;
    addedTitles.push(title);
  }
}

/** Starts four writers that add videos, runs `kill`, and waits until all writers have failed. */
async function killWhileAdding(name: string, kill: () => Promise<unknown>): Promise<void> {
  const before = addedTitles.length;
  const adding = [1, 2, 3, 4].map((writer) => addUntilFailure(`${name}, writer ${writer}, video`));
  await eventually(() => expect(addedTitles.length).toBeGreaterThan(before + 20), 60_000);
  await kill();
  await Promise.all(adding);
}

const findMissingTitles = async () => {
  // Connections to the killed process can fail for a moment.
  const response = await eventually(async () => {
    const response = await send('GET', videos.listManagedVideos.path);
    expect(response.status).toBe(200);
    return response;
  });
  const rows = (await response.json()) as { title: string }[];
  const listedTitles = new Set(rows.map(({ title }) => title));
  return addedTitles.filter((title) => !listedTitles.has(title));
};

const isReady = async () => (await fetch(`${server.url}/health/ready`)).status === 200;

describe.runIf(process.platform === 'linux')('acknowledged writes', () => {
  it('survive a killed database process, and the server continues', async () => {
    await killWhileAdding('process', async () => process.kill(await findBackendPid(), 'SIGKILL'));
    await eventually(async () => expect(await isReady()).toBe(true));
    expect(await findMissingTitles()).toEqual([]);
    expect(server.process.exitCode).toBeNull();
  });

  it('survive a killed database, after which the server exits', async () => {
    await killWhileAdding('database', async () => process.kill(await readPostmasterPid(), 'SIGKILL'));
    expect(await server.ended).toBe(1);
    expect(server.output()).toContain('PostgreSQL ended unexpectedly');
    server = await startServer();
    expect(await findMissingTitles()).toEqual([]);
  });

  it('survive killing server and database at once', async () => {
    await killWhileAdding('both', async () => {
      process.kill(await readPostmasterPid(), 'SIGKILL');
      await server.kill();
    });
    server = await startServer();
    expect(await findMissingTitles()).toEqual([]);
  });
});
