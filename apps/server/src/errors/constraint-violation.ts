import pg from 'pg';
import { AppError, notFound } from './app-error.ts';

/** Codes of PostgreSQL (appendix A of its manual). */
const FOREIGN_KEY = '23503';
const UNIQUE = '23505';

/**
 * Turns a violated constraint into a client error: somebody else wrote between this call's read and its write. 404 if the row
 * it refers to has gone, 409 if the same row was added. Null for any other error.
 */
export function constraintViolation(error: unknown): AppError | null {
  for (let at = error; at instanceof Error; at = at.cause) {
    if (!(at instanceof pg.DatabaseError)) continue;
    if (at.code === FOREIGN_KEY) return notFound('common.parentGone');
    if (at.code === UNIQUE) return new AppError('conflict', 'common.duplicate');
  }
  return null;
}
