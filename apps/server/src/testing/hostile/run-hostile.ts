import type { Endpoint } from '@sayback/contract';
import * as contract from '@sayback/contract';
import type { AccessTokens } from '../../features/accounts/login/tokens.ts';
import { hashPassword } from '../../features/accounts/passwords/password.ts';
import type { Database } from '../../platform/database/database.ts';
import { checkResponse } from './check-response.ts';
import { type HostileRequest, showRequest } from './hostile-request.ts';
import { GUEST } from './known-fields.ts';
import { libraryIds } from './library-ids.ts';
import { makeRequest, mayCall } from './make-request.ts';
import { type Random, randomFrom } from './random.ts';
import { seedLibrary, trimLibrary } from './seed-library.ts';
import { openSender, type ReceivedResponse, type Sender } from './send-request.ts';
import { changedTables, type Digest, openDigest } from './table-digest.ts';
import { openTestUsers, type TestUsers } from './test-users.ts';

const isEndpoint = (value: unknown): value is Endpoint =>
  typeof value === 'object' && value !== null && 'method' in value && 'path' in value && 'access' in value;

/** Every endpoint of the contract. */
export const ENDPOINTS: readonly Endpoint[] = Object.values(contract)
  .flatMap((part) => (typeof part === 'object' ? Object.values(part) : []))
  .filter(isEndpoint);

export const requestName = ({ method, path }: Endpoint) => `${method} ${path}`;

/** Endpoints that hash passwords: slow by design, so they are called less often. */
const SLOW = /\/(token|register|password|reset|profile)\//;
const isSlow = ({ method, path }: Endpoint) => method !== 'GET' && SLOW.test(path);

export type Sent = { request: HostileRequest; response: ReceivedResponse };

export type RunResult = {
  requests: number;
  statuses: Map<number, number>;
  /** By `requestName`: whether it has accepted and refused a request. */
  covered: Map<string, { let: boolean; refused: boolean }>;
  /** Refused requests that were repeated, with nothing else running, while the tables were compared. */
  compared: number;
  faults: string[];
};

export type RunOptions = {
  port: number;
  db: Database;
  tokens: AccessTokens;
  seed: number;
  requests: number;
  /** Time (`Date.now()`) after which no further batch starts. */
  until?: number;
  /** Requests between two checks of the stored data. */
  batch?: number;
  connections?: number;
  onBatch?: (sent: readonly Sent[], result: RunResult) => Promise<void>;
};

type Deps = { sender: Sender; users: TestUsers; random: Random; result: RunResult };

function record({ result }: Deps, { request, response }: Sent): void {
  const { status } = response;
  result.requests += 1;
  result.statuses.set(status, (result.statuses.get(status) ?? 0) + 1);
  const name = requestName(request.declared);
  const covered = result.covered.get(name) ?? { let: false, refused: false };
  if (request.method === request.declared.method) {
    if (status < 300) covered.let = true;
    if (status >= 400 && status < 500) covered.refused = true;
  }
  result.covered.set(name, covered);
  const fault = checkResponse(request, response);
  if (fault) result.faults.push(`${fault}\n  ${showRequest(request)}`);
}

async function sendOne(deps: Deps, request: HostileRequest, isFirst: boolean): Promise<Sent | null> {
  const { sender, users, random, result } = deps;
  const token = users.getToken(request.role, random);
  try {
    const response = await sender.send(request, token);
    if (response.status === 401 && token && !request.headers.authorization) await users.replace(token);
    if (isFirst) record(deps, { request, response });
    return { request, response };
  } catch (error) {
    result.faults.push(`no response: ${error}\n  ${showRequest(request)}`);
    return null;
  }
}

/** Sends them a few at a time, in order. */
async function sendAll(
  deps: Deps,
  requests: readonly HostileRequest[],
  connections: number,
  isFirst = true,
): Promise<Sent[]> {
  const sent: Sent[] = [];
  const waiting = [...requests];
  const work = async () => {
    for (let next = waiting.shift(); next; next = waiting.shift()) {
      const outcome = await sendOne(deps, next, isFirst);
      if (outcome) sent.push(outcome);
    }
  };
  await Promise.all(Array.from({ length: connections }, work));
  return sent;
}

const isRefusal = ({ response: { status } }: Sent) => status >= 400 && status < 500 && status !== 429;

/** Refused for every user: a 401 may be due to a session that another request ended. */
const isLasting = (sent: Sent) =>
  isRefusal(sent) && (sent.response.status !== 401 || !mayCall(sent.request.declared, sent.request.role));

type Comparison = { again: Sent[]; changed: string[] };

/** Repeats refused requests with nothing else running; returns the tables that changed. */
async function sendRefused(
  deps: Deps,
  refused: readonly HostileRequest[],
  digest: () => Promise<Digest>,
  connections: number,
): Promise<Comparison> {
  // Replacing a user in the middle would add a row.
  const still = { ...deps, users: { ...deps.users, replace: async () => undefined } };
  const before = await digest();
  const again = await sendAll(still, refused, connections, false);
  return { again, changed: changedTables(before, await digest()) };
}

/**
 * Compares the stored data before and after refused requests. Some are accepted the second time, since the first round changed
 * what they refer to: the others are then repeated without them. A job's changes meanwhile don't recur when each is sent alone.
 */
async function compareRefused(
  deps: Deps,
  refusals: readonly HostileRequest[],
  digest: () => Promise<Digest>,
  connections: number,
): Promise<void> {
  let refused = refusals;
  for (let round = 0; round < 3; round += 1) {
    const { again, changed } = await sendRefused(deps, refused, digest, connections);
    const isSteady = again.every(isRefusal);
    if (isSteady && changed.length === 0) deps.result.compared += refused.length;
    if (isSteady && changed.length > 0) await findCulprits(deps, refused, digest);
    if (isSteady) return;
    refused = again.filter(isLasting).map(({ request }) => request);
  }
}

async function findCulprits(
  deps: Deps,
  refused: readonly HostileRequest[],
  digest: () => Promise<Digest>,
): Promise<void> {
  for (const request of refused) {
    const first = await sendRefused(deps, [request], digest, 1);
    if (first.changed.length === 0 || !first.again.every(isRefusal)) continue;
    const { again, changed } = await sendRefused(deps, [request], digest, 1);
    if (changed.length === 0 || !again.every(isRefusal)) continue;
    deps.result.faults.push(`refused, yet ${changed.join(', ')} changed\n  ${showRequest(request)}`);
  }
}

function makeBatch(size: number, deck: Endpoint[], deps: Deps & { ids: ReturnType<typeof libraryIds> }) {
  const { random } = deps;
  const requests: HostileRequest[] = [];
  // Each is sent at least once.
  const isLater = deps.result.requests > 0;
  while (requests.length < size) {
    if (deck.length === 0) deck.push(...ENDPOINTS);
    const [declared] = deck.splice(random.below(deck.length), 1);
    if (!declared || (isLater && isSlow(declared) && random.chance(0.8))) continue;
    requests.push(makeRequest(declared, deps));
  }
  return requests;
}

/** Sends hostile requests to all endpoints of a server on loopback, and returns what was wrong with the responses. */
export async function runHostile(options: RunOptions): Promise<RunResult> {
  const { port, db, tokens, seed, batch = 400, connections = 6, until = Number.POSITIVE_INFINITY } = options;
  const random = randomFrom(seed);
  const ids = libraryIds(db);
  const result: RunResult = {
    requests: 0,
    statuses: new Map(),
    covered: new Map(ENDPOINTS.map((declared) => [requestName(declared), { let: false, refused: false }])),
    compared: 0,
    faults: [],
  };
  const passwordHash = await hashPassword(GUEST.password);
  const users = await openTestUsers(db, tokens, passwordHash);
  const sender = openSender(port, connections);
  const deps = { sender, users, random, result, ids };
  const digest = await openDigest(db);
  const deck: Endpoint[] = [];
  try {
    while (result.requests < options.requests && Date.now() < until) {
      await users.renew();
      await seedLibrary(db, port, { admin: users.getToken('admin', random) ?? '', passwordHash });
      await trimLibrary(db);
      await ids.refresh();
      const sent = await sendAll(deps, makeBatch(batch, deck, deps), connections);
      await users.renew();
      const refused = sent.filter(isLasting).map(({ request }) => request);
      await compareRefused(deps, refused, digest, connections);
      await options.onBatch?.(sent, result);
    }
  } finally {
    sender.close();
  }
  return result;
}
