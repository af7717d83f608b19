import type { InterfaceLanguage } from '@sayback/contract';
import { and, eq, gt, sql } from 'drizzle-orm';
import type { Config } from '../../../config.ts';
import { AppError, badField } from '../../../errors/app-error.ts';
import type { Database } from '../../../platform/database/database.ts';
import type { Jobs, Tasks } from '../../../platform/jobs/jobs.ts';
import type { Mail } from '../../../platform/mail/mail.ts';
import { accountStore, type User } from '../account-store.ts';
import type { SecurityLog } from '../audit/security-log.ts';
import { isUnderLimit, limitEmail } from '../emails/email-limit.ts';
import { resetEmail } from '../emails/emails.ts';
import { sessionStore } from '../login/session-store.ts';
import { hashToken, newRefreshToken } from '../login/tokens.ts';
import { readPreferences } from '../preferences/preferences.ts';
import type { RateLimits } from '../rate-limits.ts';
import { identities, password_resets } from '../tables.ts';
import { checkNewPassword } from './password.ts';
import type { PasswordHashing } from './password-hashing.ts';

const RESET_MINUTES = 30;
/** Maximum number of accounts listed in one email: a class may share a teacher's address. */
const MAX_VERIFIED = 50;
const MAX_UNVERIFIED = 5;

type Deps = { db: Database; jobs: Jobs; mail: Mail; limits: RateLimits; config: Pick<Config, 'publicUrl'> };

/**
 * Requests a reset email. A job looks up the address later, so the response and its timing don't reveal whether it is known.
 */
export async function requestReset(
  { db, jobs }: Pick<Deps, 'db' | 'jobs'>,
  email: string,
  language: InterfaceLanguage,
): Promise<void> {
  await jobs.add(db, 'find-accounts-to-reset', { email, language });
}

/** Queues one email for all accounts of an address, in `language` unless the user has chosen an interface language. */
export async function queueResetMail(
  { db, jobs }: Pick<Deps, 'db' | 'jobs'>,
  userIds: number[],
  language: InterfaceLanguage,
): Promise<void> {
  await jobs.add(db, 'mail-password-reset', { user_ids: userIds, language });
}

const isVerified = ({ email_verified_at }: User) => email_verified_at !== null;

/**
 * Chooses the accounts to list in an email. Anyone can enter any address, so the email lists only a few accounts that haven't
 * verified it; their link does.
 */
function chooseAccounts(users: User[]): User[] {
  const enabled = users.filter(({ disabled_at }) => !disabled_at);
  return [
    ...enabled.filter(isVerified).slice(0, MAX_VERIFIED),
    ...enabled.filter((user) => !isVerified(user)).slice(0, MAX_UNVERIFIED),
  ];
}

/** Creates the tokens and emails the links. Runs in a job, so that their lifetime starts when the email is sent. */
async function mailReset(
  { db, mail, config }: Deps,
  userIds: number[],
  language: InterfaceLanguage,
): Promise<void> {
  const rows = await Promise.all(userIds.map((id) => accountStore(db).findUser(id)));
  const users = chooseAccounts(rows.filter((user) => user !== null));
  const [first] = users;
  if (!first?.email) return;
  const sharing = users.filter(({ email }) => email.toLowerCase() === first.email.toLowerCase());
  const expires_at = new Date(Date.now() + RESET_MINUTES * 60_000);
  const accounts = sharing.map(({ id, username, email }) => ({
    id,
    username,
    email,
    token: newRefreshToken(),
  }));
  await db.insert(password_resets).values(
    accounts.map(({ id, email, token }) => ({
      token_hash: hashToken(token),
      user_id: id,
      email,
      expires_at,
    })),
  );
  const mailLanguage = readPreferences(first.preferences).interface_language ?? language;
  const content = resetEmail(mailLanguage, {
    accounts: accounts.map(({ id, username, token }) => ({
      username,
      link: `${config.publicUrl}/reset-password?uid=${id}&token=${token}`,
    })),
    minutes: RESET_MINUTES,
    isVerified: isVerified(first),
  });
  await mail.send({ to: first.email, ...content });
}

/** Invalidates links emailed before. */
export async function deleteResets(db: Database, userId: number): Promise<void> {
  await db.delete(password_resets).where(eq(password_resets.user_id, userId));
}

export function resetTasks(deps: Deps, report: SecurityLog): Tasks {
  return {
    'find-accounts-to-reset': async ({ email, language }: { email: string; language: InterfaceLanguage }) => {
      const users = chooseAccounts(await accountStore(deps.db).findByEmail(email));
      if (users.length === 0 || !(await isUnderLimit(limitEmail(deps.limits, email)))) return;
      const user_ids = users.map(({ id }) => id);
      report('auth.password.reset_request', { user_ids });
      await queueResetMail(deps, user_ids, language);
    },
    // Jobs queued by the previous release have a single `user_id`.
    'mail-password-reset': (payload: {
      user_ids?: number[];
      user_id?: number;
      language: InterfaceLanguage;
    }) => mailReset(deps, payload.user_ids ?? [payload.user_id ?? 0], payload.language),
  };
}

/** Reads a new password that was typed twice. Throws a 400 on the invalid field. */
export function readNewPassword(
  typed: { new_password1: string; new_password2: string },
  username: string,
): string {
  checkNewPassword(typed.new_password1, username, 'new_password1');
  if (typed.new_password1 !== typed.new_password2)
    throw badField('new_password2', 'accounts.passwordsDiffer');
  return typed.new_password1;
}

/**
 * Sets a new password by an emailed token, which it consumes, and ends every session. If this verifies the address for the
 * first time, it also removes linked identities. Throws a 400 for an unknown, used or expired token, and for an invalid
 * password (then the token stays valid).
 */
export async function confirmReset(
  { db, passwords }: { db: Database; passwords: PasswordHashing },
  typed: { uid: string; token: string; new_password1: string; new_password2: string },
): Promise<User> {
  const invalidLink = new AppError('bad_request', 'accounts.badResetLink');
  const userId = /^\d{1,15}$/.test(typed.uid) ? Number(typed.uid) : 0;
  const user = await accountStore(db).findUser(userId);
  const isValidToken = and(
    eq(password_resets.token_hash, hashToken(typed.token)),
    eq(password_resets.user_id, userId),
    gt(password_resets.expires_at, sql`now()`),
  );
  const [reset] = await db.select().from(password_resets).where(isValidToken);
  if (!user || !reset || user.disabled_at) throw invalidLink;
  const password = readNewPassword(typed, user.username);
  const password_hash = await passwords.admit('new-password', ({ hash }) => hash(password));

  await db.transaction(async (transaction) => {
    const store = accountStore(transaction);
    const locked = await store.lockUser(userId);
    const consumed = await transaction.delete(password_resets).where(isValidToken).returning();
    if (consumed.length === 0 || locked?.disabled_at) throw invalidLink;
    await deleteResets(transaction, userId);
    // Following the link verifies the address, unless the user has changed it since.
    const provesAddress = consumed[0]?.email.toLowerCase() === locked?.email.toLowerCase();
    await store.updateUser(userId, {
      password_hash,
      ...(provesAddress && { email_verified_at: new Date() }),
    });
    // The address was unverified, so a linked identity may belong to someone else.
    if (provesAddress && !isVerified(locked as User)) {
      await transaction.delete(identities).where(eq(identities.user_id, userId));
    }
    await sessionStore(transaction).endAll(userId);
  });
  return user;
}
