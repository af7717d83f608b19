import type { InterfaceLanguage } from '@sayback/contract';
import { and, eq, gt, sql } from 'drizzle-orm';
import type { Config } from '../../../config.ts';
import { AppError } from '../../../errors/app-error.ts';
import type { Database } from '../../../platform/database/database.ts';
import type { Jobs, Tasks } from '../../../platform/jobs/jobs.ts';
import type { Mail } from '../../../platform/mail/mail.ts';
import type { Viewer } from '../../../security/authentication.ts';
import { accountStore } from '../account-store.ts';
import { isUnderLimit, limitVerification } from '../emails/email-limit.ts';
import { verificationEmail } from '../emails/emails.ts';
import { hashToken, newRefreshToken } from '../login/tokens.ts';
import { readPreferences } from '../preferences/preferences.ts';
import type { RateLimits } from '../rate-limits.ts';
import { email_verifications } from '../tables.ts';

const TTL_DAYS = 3;
const DAY_MS = 24 * 60 * 60 * 1000;

type Deps = { db: Database; jobs: Jobs; mail: Mail; limits: RateLimits; config: Pick<Config, 'publicUrl'> };
type RequestDeps = Pick<Deps, 'db' | 'jobs' | 'limits'>;

const queueEmail = ({ db, jobs }: RequestDeps, userId: number, language: InterfaceLanguage) =>
  jobs.add(db, 'mail-verification', { user_id: userId, language });

/** Sends an email to verify a new address, unless it has reached its limit. */
export async function sendVerification(
  deps: RequestDeps,
  { id, email }: { id: number; email: string },
  language: InterfaceLanguage,
): Promise<void> {
  if (email && (await isUnderLimit(limitVerification(deps.limits, email, id))))
    await queueEmail(deps, id, language);
}

/** Sends the email again. Throws a 409 without an unverified address, and a 429. */
export async function resendVerification(
  deps: RequestDeps,
  userId: number,
  language: InterfaceLanguage,
): Promise<void> {
  const user = await accountStore(deps.db).findUser(userId);
  if (!user?.email) throw new AppError('conflict', 'accounts.noAddress');
  if (user.email_verified_at) throw new AppError('conflict', 'accounts.addressConfirmed');
  await limitVerification(deps.limits, user.email, userId);
  await queueEmail(deps, userId, language);
}

async function mailVerification(
  { db, mail, config }: Deps,
  userId: number,
  language: InterfaceLanguage,
): Promise<void> {
  const user = await accountStore(db).findUser(userId);
  if (!user?.email || user.email_verified_at || user.disabled_at) return;
  const token = newRefreshToken();
  await db.insert(email_verifications).values({
    token_hash: hashToken(token),
    user_id: userId,
    email: user.email,
    expires_at: new Date(Date.now() + TTL_DAYS * DAY_MS),
  });
  const link = `${config.publicUrl}/verify-email?uid=${userId}&token=${token}`;
  const mailLanguage = readPreferences(user.preferences).interface_language ?? language;
  const content = verificationEmail(mailLanguage, { username: user.username, link, days: TTL_DAYS });
  await mail.send({ to: user.email, ...content });
}

export const verificationTasks = (deps: Deps): Tasks => ({
  'mail-verification': ({ user_id, language }: { user_id: number; language: InterfaceLanguage }) =>
    mailVerification(deps, user_id, language),
});

/** Invalidates links emailed before. */
export async function deleteVerifications(db: Database, userId: number): Promise<void> {
  await db.delete(email_verifications).where(eq(email_verifications.user_id, userId));
}

/**
 * Verifies the viewer's address by an emailed link. Requires the account's session, so that nobody verifies an address that
 * belongs to someone else, who only clicks the link. Throws a 400 for an unknown or expired link, and a 409 for another
 * account's link.
 */
export async function verifyAddress(
  db: Database,
  viewer: Viewer,
  link: { uid: string; token: string },
): Promise<void> {
  if (link.uid !== String(viewer.id)) {
    throw new AppError('conflict', 'accounts.otherAccount');
  }
  await db.transaction(async (transaction) => {
    const store = accountStore(transaction);
    const user = await store.lockUser(viewer.id);
    if (user?.email && user.email_verified_at) return;
    const [used] = await transaction
      .delete(email_verifications)
      .where(
        and(
          eq(email_verifications.token_hash, hashToken(link.token)),
          eq(email_verifications.user_id, viewer.id),
          gt(email_verifications.expires_at, sql`now()`),
        ),
      )
      .returning();
    if (!used || used.email.toLowerCase() !== user?.email.toLowerCase()) {
      throw new AppError('bad_request', 'accounts.badConfirmationLink');
    }
    await store.updateUser(viewer.id, { email_verified_at: new Date() });
  });
}
