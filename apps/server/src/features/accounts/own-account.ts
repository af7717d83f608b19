import { AppError, badField } from '../../http/app-error.ts';
import type { RateLimits } from '../../http/rate-limits.ts';
import type { Database } from '../../platform/database/database.ts';
import { accountStore, type User } from './account-store.ts';
import { hashPassword, passwordFits } from './password.ts';
import { dropResets, readNewPassword } from './password-reset.ts';
import { sessionStore } from './session-store.ts';

export const lastAdmin = () =>
  new AppError('conflict', 'This is the only administrator. Make somebody else one first.');

/** Asks for the password again, before what can't be undone. Throws a 400 on `field`, and a 429. */
async function confirmPassword(limits: RateLimits, user: User, typed: string, field: string): Promise<void> {
  const key = String(user.id);
  await limits.take('password_account', key);
  if (!(await passwordFits(typed, user.password_hash))) throw badField(field, 'This is not your password.');
  await limits.clear('password_account', key);
}

/** Changes somebody's password, and ends every session. Throws a 400 on the field that is wrong. */
export async function changePassword(
  { db, limits }: { db: Database; limits: RateLimits },
  userId: number,
  typed: { current_password: string; new_password1: string; new_password2: string },
): Promise<void> {
  const user = (await accountStore(db).findUser(userId)) as User;
  await confirmPassword(limits, user, typed.current_password, 'current_password');
  const password_hash = await hashPassword(readNewPassword(typed, user.username));
  await db.transaction(async (transaction) => {
    await accountStore(transaction).updateUser(userId, { password_hash });
    await dropResets(transaction, userId);
    await sessionStore(transaction).endAll(userId);
  });
}

/** Deletes somebody's account. Throws a 400 without the password, where there is one, and a 409 for the last administrator. */
export async function deleteAccount(
  { db, limits }: { db: Database; limits: RateLimits },
  userId: number,
  password: string | undefined,
): Promise<void> {
  const user = (await accountStore(db).findUser(userId)) as User;
  if (user.password_hash) await confirmPassword(limits, user, password ?? '', 'password');
  await db.transaction(async (transaction) => {
    const store = accountStore(transaction);
    if (user.is_admin && (await store.countAdmins()) <= 1) throw lastAdmin();
    await sessionStore(transaction).tell(userId);
    await store.deleteUser(userId);
  });
}
