import type { Endpoint } from '@sayback/contract';
import * as contract from '@sayback/contract';
import type { AccessTokens } from '../../features/accounts/login/tokens.ts';
import { hashPassword } from '../../features/accounts/passwords/password.ts';
import type { Database } from '../../platform/database/database.ts';
import { checkResponse } from './check-response.ts';
import { formatRequest, type HostileRequest } from './hostile-request.ts';
import { GUEST } from './known-fields.ts';
import { createLibraryIds } from './library-ids.ts';
import { canCall, makeRequest } from './make-request.ts';
import { type Random, randomFrom } from './random.ts';
import { seedLibrary, trimLibrary } from './seed-library.ts';
import { openSender, type ReceivedResponse, type Sender } from './send-request.ts';
import { createDigest, type Digest, findChangedTables } from './table-digest.ts';
import { openTestUsers, type TestUsers } from './test-users.ts';

const isEndpoint = (value: unknown): value is Endpoint =>
  typeof value === 'object' && value !== null && 'method' in value && 'path' in value && 'access' in value;

/** Every endpoint of the contract. */
export const ENDPOINTS: readonly Endpoint[] = Object.values(contract)
  .flatMap((part) => (typeof part === 'object' ? Object.values(part) : []))
  .filter(isEndpoint);

export const requestName = ({ method, path }: Endpoint) => `${method} ${path}`;

/** Endpoints that hash passwords, which are called less often, because hashing is slow by design. */
const SLOW = /\/(token|register|password|reset|profile)\//;
const isSlow = ({ method, path }: Endpoint) => method !== 'GET' && SLOW.test(path);

export type Exchange = { request: HostileRequest; response: ReceivedResponse };

export type RunResult = {
  requests: number;
  statuses: Map<number, number>;
  /** Whether each endpoint has accepted and rejected a request, by `requestName`. */
  coverage: Map<string, { accepted: boolean; rejected: boolean }>;
  /** Number of rejected requests that were repeated while comparing the tables. */
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
  onBatch?: (exchanges: readonly Exchange[], result: RunResult) => Promise<void>;
};

type Deps = { sender: Sender; users: TestUsers; random: Random; result: RunResult };

function record({ result }: Deps, { request, response }: Exchange): void {
  const { status } = response;
  result.requests += 1;
  result.statuses.set(status, (result.statuses.get(status) ?? 0) + 1);
  const name = requestName(request.endpoint);
  const coverage = result.coverage.get(name) ?? { accepted: false, rejected: false };
  if (request.method === request.endpoint.method) {
    if (status < 300) coverage.accepted = true;
    if (status >= 400 && status < 500) coverage.rejected = true;
  }
  result.coverage.set(name, coverage);
  const fault = checkResponse(request, response);
  if (fault) result.faults.push(`${fault}\n  ${formatRequest(request)}`);
}

async function sendOne(deps: Deps, request: HostileRequest, isFirst: boolean): Promise<Exchange | null> {
  const { sender, users, random, result } = deps;
  const token = users.pickToken(request.role, random);
  try {
    const response = await sender.send(request, token);
    if (response.status === 401 && token && !request.headers.authorization) await users.replace(token);
    if (isFirst) record(deps, { request, response });
    return { request, response };
  } catch (error) {
    result.faults.push(`no response: ${error}\n  ${formatRequest(request)}`);
    return null;
  }
}

/** Sends requests in order, `connections` at a time. */
async function sendAll(
  deps: Deps,
  requests: readonly HostileRequest[],
  connections: number,
  isFirst = true,
): Promise<Exchange[]> {
  const exchanges: Exchange[] = [];
  const queue = [...requests];
  const work = async () => {
    for (let next = queue.shift(); next; next = queue.shift()) {
      const outcome = await sendOne(deps, next, isFirst);
      if (outcome) exchanges.push(outcome);
    }
  };
  await Promise.all(Array.from({ length: connections }, work));
  return exchanges;
}

const isRejection = ({ response: { status } }: Exchange) => status >= 400 && status < 500 && status !== 429;

/** Returns true if the request would be rejected from any user. A 401 can also be due to a session that another request ended. */
const isPermanent = (exchanges: Exchange) =>
  isRejection(exchanges) &&
  (exchanges.response.status !== 401 || !canCall(exchanges.request.endpoint, exchanges.request.role));

type Comparison = { repeated: Exchange[]; changed: string[] };

/** Repeats rejected requests without other requests, and finds the tables that changed. */
async function repeatRejected(
  deps: Deps,
  rejected: readonly HostileRequest[],
  digest: () => Promise<Digest>,
  connections: number,
): Promise<Comparison> {
  // Replacing a user would add rows.
  const fixedUsers = { ...deps, users: { ...deps.users, replace: async () => undefined } };
  const before = await digest();
  const repeated = await sendAll(fixedUsers, rejected, connections, false);
  return { repeated, changed: findChangedTables(before, await digest()) };
}

/**
 * Compares the stored data before and after repeating rejected requests. If some are accepted now, because accepted requests
 * changed rows, repeats only the others. If tables changed, repeats each request alone, because a job may have changed the
 * tables.
 */
async function compareRejected(
  deps: Deps,
  rejections: readonly HostileRequest[],
  digest: () => Promise<Digest>,
  connections: number,
): Promise<void> {
  let rejected = rejections;
  for (let round = 0; round < 3; round += 1) {
    const { repeated, changed } = await repeatRejected(deps, rejected, digest, connections);
    const areAllRejected = repeated.every(isRejection);
    if (areAllRejected && changed.length === 0) deps.result.compared += rejected.length;
    if (areAllRejected && changed.length > 0) await reportCulprits(deps, rejected, digest);
    if (areAllRejected) return;
    rejected = repeated.filter(isPermanent).map(({ request }) => request);
  }
}

async function reportCulprits(
  deps: Deps,
  rejected: readonly HostileRequest[],
  digest: () => Promise<Digest>,
): Promise<void> {
  for (const request of rejected) {
    const first = await repeatRejected(deps, [request], digest, 1);
    if (first.changed.length === 0 || !first.repeated.every(isRejection)) continue;
    const { repeated, changed } = await repeatRejected(deps, [request], digest, 1);
    if (changed.length === 0 || !repeated.every(isRejection)) continue;
    deps.result.faults.push(`rejected, but ${changed.join(', ')} changed\n  ${formatRequest(request)}`);
  }
}

function makeBatch(
  size: number,
  untried: Endpoint[],
  deps: Deps & { ids: ReturnType<typeof createLibraryIds> },
) {
  const { random } = deps;
  const requests: HostileRequest[] = [];
  // The first batch sends slow requests without a limit, so that each endpoint is called at least once.
  const isLater = deps.result.requests > 0;
  while (requests.length < size) {
    if (untried.length === 0) untried.push(...ENDPOINTS);
    const [endpoint] = untried.splice(random.below(untried.length), 1);
    if (!endpoint || (isLater && isSlow(endpoint) && random.chance(0.8))) continue;
    requests.push(makeRequest(endpoint, deps));
  }
  return requests;
}

/** Sends hostile requests to all endpoints of a server on loopback, and returns the faults of its responses. */
export async function runHostile(options: RunOptions): Promise<RunResult> {
  const { port, db, tokens, seed, batch = 400, connections = 6, until = Number.POSITIVE_INFINITY } = options;
  const random = randomFrom(seed);
  const ids = createLibraryIds(db);
  const result: RunResult = {
    requests: 0,
    statuses: new Map(),
    coverage: new Map(
      ENDPOINTS.map((endpoint) => [requestName(endpoint), { accepted: false, rejected: false }]),
    ),
    compared: 0,
    faults: [],
  };
  const passwordHash = await hashPassword(GUEST.password);
  const users = await openTestUsers(db, tokens, passwordHash);
  const sender = openSender(port, connections);
  const deps = { sender, users, random, result, ids };
  const digest = await createDigest(db);
  const untried: Endpoint[] = [];
  try {
    while (result.requests < options.requests && Date.now() < until) {
      await users.renew();
      await seedLibrary(db, port, { admin: users.pickToken('admin', random) ?? '', passwordHash });
      await trimLibrary(db);
      await ids.refresh();
      const exchanges = await sendAll(deps, makeBatch(batch, untried, deps), connections);
      await users.renew();
      const rejected = exchanges.filter(isPermanent).map(({ request }) => request);
      await compareRejected(deps, rejected, digest, connections);
      await options.onBatch?.(exchanges, result);
    }
  } finally {
    sender.close();
  }
  return result;
}
