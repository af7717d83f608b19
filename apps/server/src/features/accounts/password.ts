import { type Algorithm, hash, verify } from '@node-rs/argon2';
import { dictionary } from '@zxcvbn-ts/language-common';
import { badField } from '../../http/app-error.ts';
import { usernameKey } from './username.ts';

/** Argon2id with 64 MiB and three passes, as RFC 9106 recommends second; some 50 ms on a 2026 laptop (bench/). */
const PARAMETERS = { algorithm: 2 satisfies Algorithm, memoryCost: 65_536, timeCost: 3, parallelism: 1 };

const MIN_LENGTH = 8;
const MAX_LENGTH = 128;

/** Passwords are compared after NFKC, so that every keyboard types the same one. */
const normalised = (password: string) => password.normalize('NFKC');

/** About 49,000 passwords that are tried first, in small letters. */
const COMMON = new Set(dictionary['passwords-common'] as string[]);

/** Checks a new password. Throws a 400 on `field` that says what is wrong with it. */
export function checkNewPassword(password: string, username: string, field = 'password'): void {
  const length = [...normalised(password)].length;
  if (length < MIN_LENGTH) throw badField(field, `A password has at least ${MIN_LENGTH} characters.`);
  if (length > MAX_LENGTH) throw badField(field, `A password has at most ${MAX_LENGTH} characters.`);
  if (usernameKey(password) === usernameKey(username)) {
    throw badField(field, 'The password must not be the username.');
  }
  if (COMMON.has(normalised(password).toLowerCase())) throw badField(field, 'This password is too common.');
}

/** The hash of a password, in the PHC form. */
export const hashPassword = (password: string): Promise<string> => hash(normalised(password), PARAMETERS);

/** Whether a hash was made with other parameters than today's. */
export function isOutdated(passwordHash: string): boolean {
  const { memoryCost, timeCost, parallelism } = PARAMETERS;
  return !passwordHash.startsWith(`$argon2id$v=19$m=${memoryCost},t=${timeCost},p=${parallelism}$`);
}

let decoy: Promise<string> | undefined;

/** Whether the password fits the hash. Without a hash it takes as long and says no: a name can't be guessed by time. */
export async function passwordFits(password: string, passwordHash: string | null): Promise<boolean> {
  decoy ??= hashPassword('a password that nobody has');
  const fits = await verify(passwordHash ?? (await decoy), normalised(password));
  return fits && passwordHash !== null;
}
