import type { FastifyError } from 'fastify';
import pg from 'pg';
import { classifyDatabaseError } from '../platform/database/database-error.ts';
import { NothingStored, StorageUnavailable } from '../platform/storage/storage.ts';
import { AppError, notFound } from './app-error.ts';

/** PostgreSQL error codes (appendix A of its manual). */
const FOREIGN_KEY = '23503';
const UNIQUE = '23505';

/**
 * Converts a constraint violation to a client error: someone else wrote between this call's read and its write. 404 if the
 * referenced row is gone, 409 if the same row was added. Null for any other error.
 */
export function constraintViolation(error: unknown): AppError | null {
  for (let at = error; at instanceof Error; at = at.cause) {
    if (!(at instanceof pg.DatabaseError)) continue;
    if (at.code === FOREIGN_KEY) return notFound('common.parentGone');
    if (at.code === UNIQUE) return new AppError('conflict', 'common.duplicate');
  }
  return null;
}

/** Returns Fastify's own client errors with our messages, by status. */
function ofFastify({ code, statusCode }: Partial<FastifyError>): AppError | null {
  if (code === 'FST_ERR_CTP_INVALID_MEDIA_TYPE') {
    return new AppError('wrong_type', 'request.wrongType');
  }
  if (code?.startsWith('FST_') && statusCode === 413) {
    return new AppError('too_large', 'request.tooLarge');
  }
  if (code === 'ECONNRESET') return new AppError('bad_request', 'request.brokenOff');
  if (statusCode === 404) return notFound();
  if (statusCode && statusCode >= 400 && statusCode < 500) {
    return new AppError('bad_request', 'request.malformed');
  }
  return null;
}

/** Returns the 4xx for an error; null if the server failed, so the outcome of the call is unknown. */
export function toClientError(error: Error): AppError | null {
  if (error instanceof AppError) return error;
  if (error instanceof NothingStored) return notFound();
  // Checked before Fastify's: a broken connection to the database or the store has the same code as a client's.
  if (error instanceof StorageUnavailable || classifyDatabaseError(error)) return null;
  return constraintViolation(error) ?? ofFastify(error);
}
