import type { Config } from '../../config.ts';
import { AppError, badField } from '../../http/app-error.ts';
import { type Database, violatesUnique } from '../../platform/database/database.ts';
import { type AccountStore, accountStore, type User } from './account-store.ts';
import { invitationStore } from './invitation-store.ts';
import { checkNewPassword, hashPassword } from './password.ts';
import { hashToken } from './tokens.ts';
import { readUsername } from './username.ts';

export const usernameTaken = (error: unknown): boolean => violatesUnique(error, 'users_username_key');

type NewAccount = {
  username: string;
  password: string;
  email?: string;
  is_admin?: boolean;
  group_name?: string;
};

/** Makes an account. Throws a 400 on the field that is wrong; a taken username is one. */
export async function createAccount(store: AccountStore, typed: NewAccount): Promise<User> {
  const username = readUsername(typed.username);
  checkNewPassword(typed.password, username);
  try {
    return await store.addUser({
      username,
      password_hash: await hashPassword(typed.password),
      email: typed.email ?? '',
      is_admin: typed.is_admin ?? false,
      group_name: typed.group_name ?? '',
    });
  } catch (error) {
    if (!usernameTaken(error)) throw error;
    throw badField('username', 'A user with that username already exists.');
  }
}

/**
 * Lets somebody in who has no account yet, or throws a 403. An invitation is used up by it, in the transaction that
 * makes the account. Answers the group that the invitation names.
 */
export async function admit(
  transaction: Database,
  registration: Config['registration'],
  invitation: string | null | undefined,
): Promise<string> {
  if (registration === 'closed') {
    throw new AppError('forbidden', 'Registration is closed. Ask an administrator for an account.');
  }
  const used = invitation ? await invitationStore(transaction).use(hashToken(invitation)) : null;
  if (registration === 'invite' && !used) {
    throw new AppError(
      'forbidden',
      invitation
        ? 'This invitation has expired or was used up. Ask for a new one.'
        : 'An invitation is needed to register. Ask an administrator for one.',
    );
  }
  return used?.group_name ?? '';
}

/** Registers somebody as the configuration allows. Throws 400 and 403. */
export function register(
  db: Database,
  registration: Config['registration'],
  { invitation, ...typed }: NewAccount & { invitation?: string },
): Promise<User> {
  return db.transaction(async (transaction) => {
    const group_name = await admit(transaction, registration, invitation);
    return createAccount(accountStore(transaction), { ...typed, group_name });
  });
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
