import pg from 'pg';
import { AppError, notFound } from './app-error.ts';

/** Codes of PostgreSQL (appendix A of its manual). */
const FOREIGN_KEY = '23503';
const UNIQUE = '23505';

/**
 * What somebody else did between this call's look and its write, told by the constraint that kept the data whole: a 404 where
 * what it belongs to has gone, a 409 where the same has come. Null for anything else.
 */
export function lostRace(error: unknown): AppError | null {
  for (let at = error; at instanceof Error; at = at.cause) {
    if (!(at instanceof pg.DatabaseError)) continue;
    if (at.code === FOREIGN_KEY) return notFound('What this belongs to is no longer there.');
    if (at.code === UNIQUE) return new AppError('conflict', 'Somebody has just added the same. Try again.');
  }
  return null;
}
