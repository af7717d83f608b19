import pg from 'pg';

/** No connection to the database could be had. The cause says why. */
export class DatabaseUnavailable extends Error {
  constructor(cause: Error) {
    super(`no database connection: ${cause.message}`, { cause });
  }
}

/** Reason why a valid statement failed: it may succeed if retried shortly. */
export type DatabaseErrorKind = 'unreachable' | 'busy' | 'full';

/** Codes of PostgreSQL (appendix A of its manual), by their beginning. */
const TROUBLES: readonly (readonly [string, DatabaseErrorKind])[] = [
  ['08', 'unreachable'], // connection exceptions
  ['57P', 'unreachable'], // shutting down, crashed, starting
  ['25006', 'unreachable'], // read-only: the previous primary after a failover
  ['53100', 'full'], // the disk
  ['53', 'busy'], // too many connections, out of memory
  ['57014', 'busy'], // cancelled: the statement's time-out
  ['55P03', 'busy'], // a lock could not be had in time
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

function troubleOf(error: Error, isOfDatabase: boolean): DatabaseErrorKind | null {
  if (BUSY.test(error.message)) return 'busy';
  if (UNREACHABLE.test(error.message)) return 'unreachable';
  const { code = '' } = error as { code?: string };
  if (error instanceof pg.DatabaseError) {
    return TROUBLES.find(([beginning]) => code.startsWith(beginning))?.[1] ?? null;
  }
  return isOfDatabase && NETWORK.has(code) ? 'unreachable' : null;
}

/**
 * Finds the database's trouble in an error and its causes; null where something else went wrong. `isOfDatabase`: the error is
 * known to come from a statement.
 */
export function classifyDatabaseError(error: unknown, isOfDatabase = false): DatabaseErrorKind | null {
  let hasNoConnection = false;
  for (let at = error; at instanceof Error; at = at.cause) {
    // A broken connection to someone else has the same codes: what failed must have been a statement.
    isOfDatabase ||= at instanceof DatabaseUnavailable || 'query' in at;
    const kind = troubleOf(at, isOfDatabase);
    if (kind) return kind;
    hasNoConnection ||= at instanceof DatabaseUnavailable;
  }
  return hasNoConnection ? 'unreachable' : null;
}

/** Returns true if a statement got no answer in time (`query_timeout`): it may still run on its connection. */
export function isReadTimeout(error: unknown): boolean {
  for (let at = error; at instanceof Error; at = at.cause) {
    if (at.message === 'Query read timeout') return true;
  }
  return false;
}
