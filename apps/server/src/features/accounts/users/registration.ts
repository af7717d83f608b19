import type { Config } from '../../../config.ts';
import { AppError, badField } from '../../../errors/app-error.ts';
import { type Database, violatesUnique } from '../../../platform/database/database.ts';
import { type AccountStore, accountStore, type User } from '../account-store.ts';
import { hashToken } from '../login/tokens.ts';
import { checkNewPassword } from '../passwords/password.ts';
import type { Hasher, PasswordHashing } from '../passwords/password-hashing.ts';
import { invitationStore } from './invitation-store.ts';
import { readUsername } from './username.ts';

export const usernameTaken = (error: unknown): boolean => violatesUnique(error, 'users_username_key');

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

const nameTaken = () => badField('username', 'accounts.usernameTaken');

async function addAccount(store: AccountStore, account: HashedAccount, group_name: string): Promise<User> {
  try {
    return await store.addUser({ ...account, group_name });
  } catch (error) {
    throw usernameTaken(error) ? nameTaken() : error;
  }
}

/** Creates an account. Throws a 400 on the invalid field, also for a taken username. */
export const createAccount = async (
  store: AccountStore,
  typed: NewAccount,
  hash: Hasher['hash'],
): Promise<User> => addAccount(store, await readAccount(typed, hash), '');

/** Throws a 403 if registration is closed, or requires an invitation. */
function refuseStrangers(registration: Config['registration'], invitation: string | null | undefined): void {
  if (registration === 'closed') {
    throw new AppError('forbidden', 'accounts.registrationClosed');
  }
  if (registration === 'invite' && !invitation) {
    throw new AppError('forbidden', 'accounts.invitationNeeded');
  }
}

const invitationUsedUp = () => new AppError('forbidden', 'accounts.invitationUsedUp');

/**
 * Admits a user without an account, or throws a 403. Consumes the invitation, in the transaction that creates the account.
 * Returns the invitation's group.
 */
export async function admit(
  transaction: Database,
  registration: Config['registration'],
  invitation: string | null | undefined,
): Promise<string> {
  refuseStrangers(registration, invitation);
  const used = invitation ? await invitationStore(transaction).use(hashToken(invitation)) : null;
  if (registration === 'invite' && !used) throw invitationUsedUp();
  return used?.group_name ?? '';
}

/**
 * Registers a user if the configuration allows it. The password is hashed before the transaction, and an invitation is only
 * consumed if the account is created. Throws 400 and 403, and a 503 if too many register at once.
 */
export async function register(
  { db, passwords, config: { registration } }: Deps,
  { invitation, ...typed }: NewAccount & { invitation?: string },
): Promise<User> {
  refuseStrangers(registration, invitation);
  if (registration === 'invite' && !(await invitationStore(db).isUsable(hashToken(invitation ?? '')))) {
    throw invitationUsedUp();
  }
  const username = readUsername(typed.username);
  if (await accountStore(db).findByUsername(username)) throw nameTaken();
  const account = await passwords.admit('new-password', ({ hash }) => readAccount(typed, hash));
  return db.transaction(async (transaction) => {
    const group_name = await admit(transaction, registration, invitation);
    return addAccount(accountStore(transaction), account, group_name);
  });
}

/** Creates the first administrator if there is none. Returns true if it did. */
export async function ensureFirstAdmin(
  store: AccountStore,
  typed: { username: string; password: string },
  hash: Hasher['hash'],
): Promise<boolean> {
  if ((await store.countAdmins()) > 0) return false;
  await createAccount(store, { ...typed, is_admin: true }, hash);
  return true;
}
