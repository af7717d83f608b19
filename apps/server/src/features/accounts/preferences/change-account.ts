import { AppError, badField } from '../../../errors/app-error.ts';
import type { Database } from '../../../platform/database/database.ts';
import type { Viewer } from '../../../security/authentication.ts';
import { readLanguage } from '../../languages/index.ts';
import { accountStore, type User } from '../account-store.ts';
import type { SecurityLog } from '../audit/security-log.ts';
import { sessionStore } from '../login/session-store.ts';
import type { PasswordHashing } from '../passwords/password-hashing.ts';
import { deleteResets, readNewPassword } from '../passwords/password-reset.ts';
import type { RateLimits } from '../rate-limits.ts';
import { deleteVerifications } from '../verification/verify-address.ts';

type Deps = {
  db: Database;
  limits: RateLimits;
  passwords: PasswordHashing;
  report: SecurityLog;
};
type ProfileChanges = {
  native_language?: string | null | undefined;
  email?: string | undefined;
  current_password?: string | undefined;
};

export const onlyAdminError = () => new AppError('conflict', 'accounts.onlyAdmin');

const wrongPasswordError = (field: string) => badField(field, 'accounts.wrongPassword');

/**
 * Verifies the password again before an irreversible change. Throws a 400 on `field`, a 429, and a 503 if too many passwords
 * are being verified.
 */
export function confirmPassword(
  { limits, passwords, report }: Deps,
  user: User,
  typed: string,
  field: string,
): Promise<void> {
  const key = String(user.id);
  return passwords.admit('login', async ({ verify }) => {
    await limits.take('password_account', key);
    if (!(await verify(typed, user.password_hash))) {
      report('auth.password.failure', { user_id: user.id, username: user.username });
      throw wrongPasswordError(field);
    }
    await limits.clear('password_account', key);
  });
}

/** Locks the user's row, and throws a 400 on `field` if the password was changed after it was confirmed. */
export async function lockConfirmedUser(transaction: Database, user: User, field: string): Promise<void> {
  const locked = await accountStore(transaction).lockUser(user.id);
  if (locked?.password_hash !== user.password_hash) throw wrongPasswordError(field);
}

/** A recent sign-in counts as proof for users without a password. */
const RECENT_SIGN_IN_MS = 15 * 60_000;
export const isRecent = (signedInAt: Date | null | undefined) =>
  signedInAt != null && signedInAt.getTime() > Date.now() - RECENT_SIGN_IN_MS;

/** Re-authenticates before the address is changed, because its owner can reset the password. Throws a 400, and a 429. */
async function confirmEmailChange(
  deps: Deps,
  viewer: Viewer,
  user: User,
  typed: string | undefined,
): Promise<void> {
  if (user.password_hash) {
    if (!typed) throw badField('current_password', 'accounts.passwordForAddress');
    return confirmPassword(deps, user, typed, 'current_password');
  }
  const sessions = await sessionStore(deps.db).listForUser(user.id);
  const currentSession = sessions.find(({ id }) => id === viewer.session_id);
  if (!isRecent(currentSession?.created_at)) throw badField('email', 'accounts.signInAgain');
}

/**
 * Changes a user's native language or email address. Another address requires the password, or without one a sign-in within the
 * last 15 minutes. Throws a 400 on the invalid field, and a 429.
 */
export async function changeProfile(
  deps: Deps,
  viewer: Viewer,
  typed: ProfileChanges,
): Promise<{ isEmailChanged: boolean }> {
  const { native_language: native, email } = typed;
  const native_language = native ? readLanguage('native_language', native) : native;
  const user = (await accountStore(deps.db).findUser(viewer.id)) as User;
  const changesEmail = email !== undefined && email !== user.email;
  if (changesEmail) await confirmEmailChange(deps, viewer, user, typed.current_password);
  await deps.db.transaction(async (transaction) => {
    if (changesEmail) await lockConfirmedUser(transaction, user, 'current_password');
    await accountStore(transaction).updateUser(user.id, {
      ...(native_language !== undefined && { native_language }),
      // A new address is unverified.
      ...(changesEmail && { email, email_verified_at: null }),
    });
    if (!changesEmail) return;
    await deleteResets(transaction, user.id);
    await deleteVerifications(transaction, user.id);
  });
  if (changesEmail) deps.report('auth.email.change', { user_id: user.id, username: user.username });
  return { isEmailChanged: changesEmail };
}

/** Changes a user's password and ends every session. Throws a 400 on the invalid field. */
export async function changePassword(
  deps: Deps,
  userId: number,
  typed: { current_password: string; new_password1: string; new_password2: string },
): Promise<void> {
  const user = (await accountStore(deps.db).findUser(userId)) as User;
  await confirmPassword(deps, user, typed.current_password, 'current_password');
  const password = readNewPassword(typed, user.username);
  const password_hash = await deps.passwords.admit('new-password', ({ hash }) => hash(password));
  await deps.db.transaction(async (transaction) => {
    await lockConfirmedUser(transaction, user, 'current_password');
    await accountStore(transaction).updateUser(userId, { password_hash });
    await deleteResets(transaction, userId);
    await sessionStore(transaction).endAll(userId);
  });
  deps.report('auth.password.change', { user_id: userId, username: user.username });
}

/** Deletes a user's account. Throws a 400 for a wrong or missing password, and a 409 for the only administrator. */
export async function deleteAccount(deps: Deps, userId: number, password: string | undefined): Promise<void> {
  const user = (await accountStore(deps.db).findUser(userId)) as User;
  if (user.password_hash) await confirmPassword(deps, user, password ?? '', 'password');
  await deps.db.transaction(async (transaction) => {
    const store = accountStore(transaction);
    if (user.is_admin && (await store.countAdmins()) <= 1) throw onlyAdminError();
    await lockConfirmedUser(transaction, user, 'password');
    await sessionStore(transaction).notifyServers(userId);
    await store.deleteUser(userId);
  });
  deps.report('auth.account.delete', { user_id: userId, username: user.username });
}
