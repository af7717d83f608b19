import { hash } from '@node-rs/argon2';
import { dictionary } from '@zxcvbn-ts/language-common';
import { badField } from '../../../errors/app-error.ts';
import { message } from '../../../messages/message.ts';
import { usernameKey } from '../users/username.ts';
import { HASH_START, PARAMETERS } from './argon2-parameters.ts';

const MIN_LENGTH = 8;
const MAX_LENGTH = 128;

/** Passwords are compared after NFKC, so that every keyboard types the same one. */
export const normalised = (password: string) => password.normalize('NFKC');

/** About 49,000 passwords that are tried first, in small letters. */
const COMMON = new Set(dictionary['passwords-common'] as string[]);

/** Checks a new password. Throws a 400 on `field` that says what is wrong with it. */
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

/** The hash of a password, in the PHC form, for commands: the server hashes in threads of its own. */
export const hashPassword = (password: string): Promise<string> => hash(normalised(password), PARAMETERS);

/** Returns true if a hash was made with other parameters than today's. */
export const isOutdated = (passwordHash: string): boolean => !passwordHash.startsWith(HASH_START);
