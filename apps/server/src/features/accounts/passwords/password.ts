import { hash } from '@node-rs/argon2';
import { dictionary } from '@zxcvbn-ts/language-common';
import { badField } from '../../../errors/app-error.ts';
import { message } from '../../../messages/message.ts';
import { usernameKey } from '../users/username.ts';
import { HASH_PREFIX, PARAMETERS } from './argon2-parameters.ts';

const MIN_LENGTH = 8;
const MAX_LENGTH = 128;

/** Applies NFKC, so that a password is the same from every keyboard. */
export const normalizePassword = (password: string) => password.normalize('NFKC');

/** About 49,000 common passwords, in lower case. */
const COMMON = new Set(dictionary['passwords-common'] as string[]);

/** Checks a new password. Throws a 400 on `field` with the reason. */
export function checkNewPassword(password: string, username: string, field = 'password'): void {
  const length = [...normalizePassword(password)].length;
  if (length < MIN_LENGTH)
    throw badField(field, message('accounts.passwordTooShort', { minimum: MIN_LENGTH }));
  if (length > MAX_LENGTH)
    throw badField(field, message('accounts.passwordTooLong', { maximum: MAX_LENGTH }));
  if (usernameKey(password) === usernameKey(username)) {
    throw badField(field, 'accounts.passwordIsUsername');
  }
  if (COMMON.has(normalizePassword(password).toLowerCase()))
    throw badField(field, 'accounts.passwordTooCommon');
}

/** Hashes a password, in PHC format, on the calling thread, for commands. The server uses `PasswordHashing`. */
export const hashPassword = (password: string): Promise<string> =>
  hash(normalizePassword(password), PARAMETERS);

/** Returns true if a hash has other parameters than the current ones. */
export const hasOldParameters = (passwordHash: string): boolean => !passwordHash.startsWith(HASH_PREFIX);
