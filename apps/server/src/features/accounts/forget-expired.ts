import { lt, sql } from 'drizzle-orm';
import type { Database } from '../../platform/database/database.ts';
import { second_factor_tickets } from './second-factor/tables.ts';
import { email_verifications, login_attempts, password_resets, rate_limits, sessions } from './tables.ts';

/** Deletes what counts no more: limits, sessions, links, and sign-ins that nobody came back from. */
export async function forgetExpired(db: Database): Promise<void> {
  await db.delete(rate_limits).where(lt(rate_limits.expire, sql`extract(epoch from now()) * 1000`));
  for (const table of [
    sessions,
    password_resets,
    email_verifications,
    login_attempts,
    second_factor_tickets,
  ]) {
    await db.delete(table).where(lt(table.expires_at, sql`now()`));
  }
}
