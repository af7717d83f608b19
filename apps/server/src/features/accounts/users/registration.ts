import type { Config } from '../../../config.ts';
import { AppError, badField } from '../../../errors/app-error.ts';
import { type Database, violatesUnique } from '../../../platform/database/database.ts';
import { type AccountStore, accountStore, type User } from '../account-store.ts';
import { hashToken } from '../login/tokens.ts';
import { checkNewPassword } from '../passwords/password.ts';
import type { Hasher, PasswordHashing } from '../passwords/password-hashing.ts';
import { invitationStore } from './invitation-store.ts';
import { readUsername } from './username.ts';

export const isUsernameTaken = (error: unknown): boolean => violatesUnique(error, 'users_username_key');

type NewAccount = {
  username: string;
  password: string;
  email?: string;
  is_admin?: boolean;
};
type Deps = { db: Database; passwords: PasswordHashing; config: Pick<Config, 'registration'> };
type HashedAccount = Pick<User, 'username' | 'email' | 'is_admin'> & { password_hash: string };

/** Validates a new account and hashes its password. Throws a 400 on the invalid field. */
async function readAccount(typed: NewAccount, hash: Hasher['hash']): Promise<HashedAccount> {
  const username = readUsername(typed.username);
  checkNewPassword(typed.password, username);
  return {
    username,
    email: typed.email ?? '',
    is_admin: typed.is_admin ?? false,
    password_hash: await hash(typed.password),
  };
}

const usernameTakenError = () => badField('username', 'accounts.usernameTaken');

async function addAccount(store: AccountStore, account: HashedAccount, group_name: string): Promise<User> {
  try {
    return await store.addUser({ ...account, group_name });
  } catch (error) {
    throw isUsernameTaken(error) ? usernameTakenError() : error;
  }
}

/** Creates an account. Throws a 400 on the invalid field, also for a taken username. */
export const createAccount = async (
  store: AccountStore,
  typed: NewAccount,
  hash: Hasher['hash'],
): Promise<User> => addAccount(store, await readAccount(typed, hash), '');

/** Throws a 403 if registration is closed, or requires an invitation. */
function checkRegistrationOpen(
  registration: Config['registration'],
  invitation: string | null | undefined,
): void {
  if (registration === 'closed') {
    throw new AppError('forbidden', 'accounts.registrationClosed');
  }
  if (registration === 'invite' && !invitation) {
    throw new AppError('forbidden', 'accounts.invitationNeeded');
  }
}

const invitationUsedUpError = () => new AppError('forbidden', 'accounts.invitationUsedUp');

/**
 * Consumes the invitation of a new user, in the transaction that creates their account. Throws a 403 if they can't register.
 * Returns the invitation's group.
 */
export async function admit(
  transaction: Database,
  registration: Config['registration'],
  invitation: string | null | undefined,
): Promise<string> {
  checkRegistrationOpen(registration, invitation);
  const used = invitation ? await invitationStore(transaction).use(hashToken(invitation)) : null;
  if (registration === 'invite' && !used) throw invitationUsedUpError();
  return used?.group_name ?? '';
}

/**
 * Registers a user if the configuration allows it. Hashes the password before the transaction; an invitation is only
 * consumed if the account is created. Throws 400 and 403, and a 503 if too many register at once.
 */
export async function register(
  { db, passwords, config: { registration } }: Deps,
  { invitation, ...typed }: NewAccount & { invitation?: string },
): Promise<User> {
  checkRegistrationOpen(registration, invitation);
  if (registration === 'invite' && !(await invitationStore(db).exists(hashToken(invitation ?? '')))) {
    throw invitationUsedUpError();
  }
  const username = readUsername(typed.username);
  if (await accountStore(db).findByUsername(username)) throw usernameTakenError();
  const account = await passwords.admit('new-password', ({ hash }) => readAccount(typed, hash));
  return db.transaction(async (transaction) => {
    const group_name = await admit(transaction, registration, invitation);
    return addAccount(accountStore(transaction), account, group_name);
  });
}

/** Creates an administrator if there is none. Returns true if it did. */
export async function ensureFirstAdmin(
  store: AccountStore,
  typed: { username: string; password: string },
  hash: Hasher['hash'],
): Promise<boolean> {
  if ((await store.countAdmins()) > 0) return false;
  await createAccount(store, { ...typed, is_admin: true }, hash);
  return true;
}
