import { createHmac } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { accounts } from '@sayback/contract';
import { deriveKey } from '../../../../apps/server/src/secret.ts';
import { info, none, type Report } from '../../report.ts';
import type { RunOptions } from '../fault-run.ts';
import { superviseServer } from '../support/supervised-server.ts';
import { endOrphan } from './attacked-server.ts';

const REFUSAL_MS = 90_000;
const ENDS = 2;

const encode = (part: object) => Buffer.from(JSON.stringify(part)).toString('base64url');

/** An access token of the first session, signed with nothing. */
function forgeToken(): string {
  const now = Math.floor(Date.now() / 1000);
  const claims = encode({ sid: 1, sub: '1', iat: now, exp: now + 600 });
  const signed = `${encode({ alg: 'HS256', typ: 'at+jwt' })}.${claims}`;
  const key = deriveKey('', 'access tokens');
  return `${signed}.${createHmac('sha256', key).update(signed).digest('base64url')}`;
}

/** A data folder whose secret was cut off by a full disk or a power cut: a server must not sign with what is left. */
export async function runEmptySecret({ say }: RunOptions): Promise<Report> {
  const dataDir = await mkdtemp(path.join(tmpdir(), 'sayback-faults-'));
  await writeFile(path.join(dataDir, 'secret-key'), '');
  const server = await superviseServer({ settings: { DATA_DIR: dataDir } });
  try {
    const until = performance.now() + REFUSAL_MS;
    let isServing = false;
    while (!isServing && server.ends.length < ENDS && performance.now() < until) {
      isServing = (await server.readiness()) === 200;
      await sleep(50);
    }
    const call = (declared: { path: string; method: string }, init: RequestInit) =>
      fetch(server.url + declared.path, { method: declared.method, ...init });
    let isForged = false;
    if (isServing) {
      // So that there is a session 1.
      await call(accounts.login, {
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ username: 'admin', password: 'correct horse 9' }),
      });
      const forged = { headers: { authorization: `Bearer ${forgeToken()}` } };
      isForged = (await call(accounts.listUsers, forged)).status === 200;
    }
    say(`serving: ${isServing}; forged: ${isForged}`);
    return {
      rows: [
        none('servers that start with an empty secret', Number(isServing)),
        none('forged administrators that were let in', Number(isForged)),
        info(
          'what it says',
          isServing
            ? 'nothing'
            : (server.said().split('\n').at(-1) ?? '').replaceAll(dataDir, 'DATA_DIR').slice(0, 200),
        ),
      ],
      notes: ['The data folder holds a `secret-key` of 0 bytes.'],
      failures: isServing ? ['the server started with an empty secret'] : [],
    };
  } finally {
    await server.stop();
    await endOrphan(dataDir);
    await rm(dataDir, { recursive: true, force: true });
  }
}
