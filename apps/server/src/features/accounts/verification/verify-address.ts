import type { InterfaceLanguage } from '@sayback/contract';
import { and, eq, gt, sql } from 'drizzle-orm';
import type { Config } from '../../../config.ts';
import { AppError } from '../../../errors/app-error.ts';
import type { Database } from '../../../platform/database/database.ts';
import type { Jobs, Tasks } from '../../../platform/jobs/jobs.ts';
import type { Mail } from '../../../platform/mail/mail.ts';
import type { Viewer } from '../../../security/authentication.ts';
import { accountStore } from '../account-store.ts';
import { isWithin, limitVerification } from '../emails/email-limit.ts';
import { verificationEmail } from '../emails/emails.ts';
import { hashToken, newRefreshToken } from '../login/tokens.ts';
import { readPreferences } from '../preferences/preferences.ts';
import type { RateLimits } from '../rate-limits.ts';
import { email_verifications } from '../tables.ts';

const TTL_DAYS = 3;
const DAY_MS = 24 * 60 * 60 * 1000;

type Deps = { db: Database; jobs: Jobs; mail: Mail; limits: RateLimits; config: Pick<Config, 'publicUrl'> };
type Asking = Pick<Deps, 'db' | 'jobs' | 'limits'>;

const queue = ({ db, jobs }: Asking, userId: number, language: InterfaceLanguage) =>
  jobs.add(db, 'mail-verification', { user_id: userId, language });

/** Sends an email to verify a just entered address, unless it is over its limit. */
export async function sendVerification(
  deps: Asking,
  { id, email }: { id: number; email: string },
  language: InterfaceLanguage,
): Promise<void> {
  if (email && (await isWithin(limitVerification(deps.limits, email, id)))) await queue(deps, id, language);
}

/** Sends the email again. Throws a 409 if there is nothing to verify, and a 429. */
export async function resendVerification(
  deps: Asking,
  userId: number,
  language: InterfaceLanguage,
): Promise<void> {
  const user = await accountStore(deps.db).findUser(userId);
  if (!user?.email) throw new AppError('conflict', 'accounts.noAddress');
  if (user.email_verified_at) throw new AppError('conflict', 'accounts.addressConfirmed');
  await limitVerification(deps.limits, user.email, userId);
  await queue(deps, userId, language);
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

/** Invalidates links that were emailed before. */
export async function deleteVerifications(db: Database, userId: number): Promise<void> {
  await db.delete(email_verifications).where(eq(email_verifications.user_id, userId));
}

/**
 * Verifies the address by an emailed link, only while signed in to the account: so entering another person's address is useless
 * even if that person clicks. Throws a 400 for a link that is unknown or expired, and a 409 for another account's.
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
