import { badField } from '../../http/app-error.ts';
import { violatesUnique } from '../../platform/database/database.ts';
import { checkNewPassword, hashPassword } from './password.ts';
import type { AccountStore, User } from './store.ts';
import { readUsername } from './username.ts';

/** Makes an account. Throws a 400 on the field that is wrong; a taken username is one. */
export async function createAccount(
  store: AccountStore,
  typed: { username: string; password: string; email?: string; is_admin?: boolean },
): Promise<User> {
  const username = readUsername(typed.username);
  checkNewPassword(typed.password, username);
  try {
    return await store.addUser({
      username,
      password_hash: await hashPassword(typed.password),
      email: typed.email ?? '',
      is_admin: typed.is_admin ?? false,
    });
  } catch (error) {
    if (!violatesUnique(error, 'users_username_key')) throw error;
    throw badField('username', 'A user with that username already exists.');
  }
}

/** Makes the first administrator, when there is none at all. Answers whether one was made. */
export async function ensureFirstAdmin(
  store: AccountStore,
  typed: { username: string; password: string },
): Promise<boolean> {
  if ((await store.countAdmins()) > 0) return false;
  await createAccount(store, { ...typed, is_admin: true });
  return true;
}
