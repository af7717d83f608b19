import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { buffer } from 'node:stream/consumers';
import { sql } from 'drizzle-orm';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { readConfig } from '../config.ts';
import { openContext } from '../open-context.ts';
import { silentMp3 } from '../testing/fixtures.ts';
import { buildConfig, emptyInstallation } from '../testing/installations.ts';
import {
  PROGRAMS,
  runProgram,
  type ServerProcess,
  startServerProcess,
} from '../testing/processes/server-process.ts';
import { runBackup } from './backup.ts';
import { runRestore } from './restore.ts';

const ADMIN = { username: 'boss', password: 'correct horse 9' };

let folder: string;
let server: ServerProcess | undefined;
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'sayback-commands-'));
});
afterEach(async () => {
  await server?.stop();
  await rm(folder, { recursive: true, force: true });
});

async function runCommand(args: string[], settings: Record<string, string>) {
  const program = runProgram(PROGRAMS.admin, args, settings);
  program.process.stdin?.end();
  return { status: await program.ended, output: program.output() };
}

/** Adds a hosted video over HTTP. Returns its id. */
async function addHosted({ url }: ServerProcess, bytes: Buffer): Promise<number> {
  const call = (path: string, init: RequestInit = {}) => fetch(`${url}${path}`, { method: 'POST', ...init });
  const headers = { 'content-type': 'application/json' };
  const login = await call('/api/token/', { headers, body: JSON.stringify(ADMIN) });
  const { access } = (await login.json()) as { access: string };
  const authorization = `Bearer ${access}`;
  const body = JSON.stringify({ title: 'Hosted', original_language: 'en' });
  const created = await call('/api/videos/create/', { headers: { ...headers, authorization }, body });
  const { id } = (await created.json()) as { id: number };
  const form = new FormData();
  form.set('media_file', new Blob([new Uint8Array(bytes)]), 'silence.mp3');
  const sent = await call(`/api/videos/${id}/media/`, { headers: { authorization }, body: form });
  expect(sent.status).toBe(201);
  return id;
}

/** Opens an installation with its own database, and reads a video's media. */
async function readMedia(settings: Record<string, string>, id: number): Promise<Buffer> {
  const options = { log: () => undefined, onDatabaseLost: () => undefined };
  const { db, storage, close } = await openContext(readConfig(settings), options);
  try {
    const { rows } = await db.execute<{ key: string }>(
      sql`select media_key as key from videos where id = ${id}`,
    );
    return await buffer(await storage.read(rows[0]?.key ?? 'none'));
  } finally {
    await close();
  }
}

describe('npm run admin', { timeout: 480_000 }, () => {
  it('moves an installation from its own database to a server and back, while it is running', async () => {
    const embedded = { DATA_DIR: path.join(folder, 'first') };
    server = await startServerProcess({
      ...embedded,
      ADMIN_USERNAME: ADMIN.username,
      ADMIN_PASSWORD: ADMIN.password,
    });
    const media = silentMp3();
    const id = await addHosted(server, media);
    const file = path.join(folder, 'moved.tgz');
    expect(await runCommand(['backup', file], embedded)).toMatchObject({
      status: 0,
      output: expect.stringMatching(/users: 1 row,[\s\S]*Saved \d+ rows, \d media files? /),
    });

    expect(await runCommand(['restore', file, '--replace', '--yes'], embedded)).toMatchObject({
      status: 1,
      output: expect.stringContaining(`is in use by another process (pid ${server.process.pid})`),
    });

    const external = buildConfig(await emptyInstallation());
    const options = { log: () => undefined, signal: new AbortController().signal };
    await runRestore(external, file, { ...options, confirmReplace: null });
    const backFile = path.join(folder, 'back.tar');
    expect(await runBackup(external, backFile, options)).toBe(0);

    const secondSettings = { DATA_DIR: path.join(folder, 'second') };
    expect(await runCommand(['restore', backFile], secondSettings)).toMatchObject({ status: 0 });
    expect(await readMedia(secondSettings, id)).toEqual(media);
  });
});
