import { hash } from '@node-rs/argon2';
import { dictionary } from '@zxcvbn-ts/language-common';
import { badField } from '../../../errors/app-error.ts';
import { message } from '../../../messages/message.ts';
import { usernameKey } from '../users/username.ts';
import { HASH_START, PARAMETERS } from './argon2-parameters.ts';

const MIN_LENGTH = 8;
const MAX_LENGTH = 128;

/** Passwords are compared after NFKC, so that every keyboard produces the same one. */
export const normalised = (password: string) => password.normalize('NFKC');

/** About 49,000 passwords that attackers try first, in lower case. */
const COMMON = new Set(dictionary['passwords-common'] as string[]);

/** Checks a new password. Throws a 400 on `field` with the reason. */
export function checkNewPassword(password: string, username: string, field = 'password'): void {
  const length = [...normalised(password)].length;
  if (length < MIN_LENGTH)
    throw badField(field, message('accounts.passwordTooShort', { minimum: MIN_LENGTH }));
  if (length > MAX_LENGTH)
    throw badField(field, message('accounts.passwordTooLong', { maximum: MAX_LENGTH }));
  if (usernameKey(password) === usernameKey(username)) {
    throw badField(field, 'accounts.passwordIsUsername');
  }
  if (COMMON.has(normalised(password).toLowerCase())) throw badField(field, 'accounts.passwordTooCommon');
}

/** Hashes a password, in the PHC form, for commands: the server hashes in dedicated threads. */
export const hashPassword = (password: string): Promise<string> => hash(normalised(password), PARAMETERS);

/** Returns true if a hash has other parameters than the current ones. */
export const isOutdated = (passwordHash: string): boolean => !passwordHash.startsWith(HASH_START);
