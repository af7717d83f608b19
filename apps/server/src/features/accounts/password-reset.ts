import { and, eq, gt, lt, sql } from 'drizzle-orm';
import type { Config } from '../../config.ts';
import { AppError, badField } from '../../http/app-error.ts';
import type { RateLimits } from '../../http/rate-limits.ts';
import type { SpokenLanguage } from '../../http/request-language.ts';
import type { Database } from '../../platform/database/database.ts';
import type { Jobs, Tasks } from '../../platform/jobs/jobs.ts';
import type { Mail } from '../../platform/mail/mail.ts';
import { accountStore } from './account-store.ts';
import { checkNewPassword } from './password.ts';
import type { PasswordHashing } from './password-hashing.ts';
import { readPreferences } from './preferences.ts';
import { resetLetter } from './reset-letter.ts';
import { sessionStore } from './session-store.ts';
import { password_resets } from './tables.ts';
import { hashToken, newRefreshToken } from './tokens.ts';

const RESET_MINUTES = 30;

type Parts = { db: Database; jobs: Jobs; mail: Mail; limits: RateLimits; config: Pick<Config, 'publicUrl'> };

/**
 * Asks for a reset mail. All that differs between a known and an unknown address happens later, in a job: the answer
 * and its time are the same.
 */
export async function askForReset(
  { db, jobs }: Pick<Parts, 'db' | 'jobs'>,
  email: string,
  language: SpokenLanguage,
): Promise<void> {
  await jobs.add(db, 'find-accounts-to-reset', { email, language });
}

/** Has the reset mail of one account sent, in `language` unless the person has chosen one for the interface. */
export async function queueResetMail(
  { db, jobs }: Pick<Parts, 'db' | 'jobs'>,
  userId: number,
  language: SpokenLanguage,
): Promise<void> {
  await jobs.add(db, 'mail-password-reset', { user_id: userId, language });
}

/** Mails a link; the token is made now, so that its time runs from when the letter leaves. */
async function mailReset(
  { db, mail, config }: Parts,
  userId: number,
  language: SpokenLanguage,
): Promise<void> {
  const user = await accountStore(db).findUser(userId);
  if (!user?.email || user.disabled_at) return;
  const token = newRefreshToken();
  await db.delete(password_resets).where(lt(password_resets.expires_at, sql`now()`));
  await db.insert(password_resets).values({
    token_hash: hashToken(token),
    user_id: userId,
    email: user.email,
    expires_at: new Date(Date.now() + RESET_MINUTES * 60_000),
  });
  const link = `${config.publicUrl}/reset-password?uid=${userId}&token=${token}`;
  const wanted = readPreferences(user.preferences).interface_language ?? language;
  await mail.send({
    to: user.email,
    ...resetLetter(wanted, { username: user.username, link, minutes: RESET_MINUTES }),
  });
}

/** Links that were mailed before count no more. */
export async function dropResets(db: Database, userId: number): Promise<void> {
  await db.delete(password_resets).where(eq(password_resets.user_id, userId));
}

/** The jobs of resetting passwords. */
export function resetTasks(parts: Parts): Tasks {
  return {
    'find-accounts-to-reset': async ({ email, language }: { email: string; language: SpokenLanguage }) => {
      for (const user of await accountStore(parts.db).findByEmail(email)) {
        const isAllowed = await parts.limits.take('reset_account', String(user.id)).then(
          () => true,
          (error: unknown) => {
            if (error instanceof AppError) return false;
            throw error;
          },
        );
        if (isAllowed) await queueResetMail(parts, user.id, language);
      }
    },
    'mail-password-reset': ({ user_id, language }: { user_id: number; language: SpokenLanguage }) =>
      mailReset(parts, user_id, language),
  };
}

const NOT_EQUAL = 'The two passwords are not the same.';

/** Reads a new password that was typed twice. Throws a 400 on the field that is wrong. */
export function readNewPassword(
  typed: { new_password1: string; new_password2: string },
  username: string,
): string {
  checkNewPassword(typed.new_password1, username, 'new_password1');
  if (typed.new_password1 !== typed.new_password2) throw badField('new_password2', NOT_EQUAL);
  return typed.new_password1;
}

/**
 * Sets a new password by the token that was mailed, which is used up then, and ends every session. Throws a 400 for a
 * token that is unknown, used or expired, and for a bad password (the token stays good then).
 */
export async function confirmReset(
  { db, passwords }: { db: Database; passwords: PasswordHashing },
  typed: { uid: string; token: string; new_password1: string; new_password2: string },
): Promise<void> {
  const invalid = new AppError('bad_request', 'Invalid or expired password reset link.');
  const userId = /^\d{1,15}$/.test(typed.uid) ? Number(typed.uid) : 0;
  const user = await accountStore(db).findUser(userId);
  const valid = and(
    eq(password_resets.token_hash, hashToken(typed.token)),
    eq(password_resets.user_id, userId),
    gt(password_resets.expires_at, sql`now()`),
  );
  const [found] = await db.select().from(password_resets).where(valid);
  if (!user || !found || user.disabled_at) throw invalid;
  const password = readNewPassword(typed, user.username);
  const password_hash = await passwords.admit('new-password', ({ hash }) => hash(password));

  await db.transaction(async (transaction) => {
    const store = accountStore(transaction);
    const present = await store.lockUser(userId);
    const used = await transaction.delete(password_resets).where(valid).returning();
    if (used.length === 0 || present?.disabled_at) throw invalid;
    await dropResets(transaction, userId);
    // Who read the letter has the address, unless it was changed since.
    const isProven = used[0]?.email.toLowerCase() === present?.email.toLowerCase();
    await store.updateUser(userId, { password_hash, ...(isProven && { email_verified_at: new Date() }) });
    await sessionStore(transaction).endAll(userId);
  });
}
