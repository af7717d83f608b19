import pg from 'pg';

/** Thrown without a connection to the database. The cause has the reason. */
export class DatabaseUnavailable extends Error {
  constructor(cause: Error) {
    super(`no database connection: ${cause.message}`, { cause });
  }
}

/** Kind of failure of a valid statement. A retry may succeed soon. */
export type DatabaseErrorKind = 'unreachable' | 'busy' | 'full';

/** Prefixes of PostgreSQL's error codes (appendix A of its manual). */
const KIND_BY_CODE: readonly (readonly [string, DatabaseErrorKind])[] = [
  ['08', 'unreachable'], // connection exceptions
  ['57P', 'unreachable'], // shutting down, crashed, starting
  ['25006', 'unreachable'], // read-only: the previous primary after a failover
  ['53100', 'full'], // the disk
  ['53', 'busy'], // too many connections, out of memory
  ['57014', 'busy'], // cancelled: statement timeout
  ['55P03', 'busy'], // lock timeout
  ['40', 'busy'], // deadlock, serialization failure
];

/** Messages of `pg` and its pool, for errors without a code. */
const UNREACHABLE =
  /^(Connection terminated|Client has encountered a connection error|Client was closed|Query read timeout)/;
const BUSY = /^timeout exceeded when trying to connect/;

const NETWORK = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ETIMEDOUT',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
]);

function detectKind(error: Error, isFromStatement: boolean): DatabaseErrorKind | null {
  if (BUSY.test(error.message)) return 'busy';
  if (UNREACHABLE.test(error.message)) return 'unreachable';
  const { code = '' } = error as { code?: string };
  if (error instanceof pg.DatabaseError) {
    return KIND_BY_CODE.find(([prefix]) => code.startsWith(prefix))?.[1] ?? null;
  }
  return isFromStatement && NETWORK.has(code) ? 'unreachable' : null;
}

/**
 * Classifies a database failure from an error and its causes; null for other errors. `isFromStatement`: a statement threw the
 * error.
 */
export function classifyDatabaseError(error: unknown, isFromStatement = false): DatabaseErrorKind | null {
  let hasNoConnection = false;
  for (let current = error; current instanceof Error; current = current.cause) {
    // Connections to other services break with the same codes, so require a statement.
    isFromStatement ||= current instanceof DatabaseUnavailable || 'query' in current;
    const kind = detectKind(current, isFromStatement);
    if (kind) return kind;
    hasNoConnection ||= current instanceof DatabaseUnavailable;
  }
  return hasNoConnection ? 'unreachable' : null;
}

/** Returns true if a statement took too long, or waited too long for a connection. */
export function isTimeout(error: unknown): boolean {
  for (let current = error; current instanceof Error; current = current.cause) {
    if (BUSY.test(current.message) || (current as { code?: string }).code === '57014') return true;
  }
  return isReadTimeout(error);
}

/** Returns true if a statement timed out in the client (`query_timeout`): it may still run on its connection. */
export function isReadTimeout(error: unknown): boolean {
  for (let current = error; current instanceof Error; current = current.cause) {
    if (current.message === 'Query read timeout') return true;
  }
  return false;
}
