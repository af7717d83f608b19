import type { FastifyError } from 'fastify';
import pg from 'pg';
import { classifyDatabaseError } from '../platform/database/database-error.ts';
import { ObjectNotFound, StorageUnavailable } from '../platform/storage/storage.ts';
import { AppError, notFound } from './app-error.ts';

/** PostgreSQL error codes (appendix A of its manual). */
const FOREIGN_KEY_VIOLATION = '23503';
const UNIQUE_VIOLATION = '23505';

/**
 * Converts a constraint violation, caused by a concurrent write, to a client error: a 404 if the referenced row was deleted, a 409
 * if the same row was added. Returns null for other errors.
 */
export function constraintViolation(error: unknown): AppError | null {
  for (let current = error; current instanceof Error; current = current.cause) {
    if (!(current instanceof pg.DatabaseError)) continue;
    if (current.code === FOREIGN_KEY_VIOLATION) return notFound('common.parentGone');
    if (current.code === UNIQUE_VIOLATION) return new AppError('conflict', 'common.duplicate');
  }
  return null;
}

/** Converts Fastify's client errors to errors with our messages. */
function convertFastifyError({ code, statusCode }: Partial<FastifyError>): AppError | null {
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

/** Converts an error to a 4xx; null if the server failed, so that the outcome of the call is unknown. */
export function toClientError(error: Error): AppError | null {
  if (error instanceof AppError) return error;
  if (error instanceof ObjectNotFound) return notFound();
  // Check these first: Fastify's client errors have the same codes as broken connections to the database or the store.
  if (error instanceof StorageUnavailable || classifyDatabaseError(error)) return null;
  return constraintViolation(error) ?? convertFastifyError(error);
}
