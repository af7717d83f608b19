import { type Algorithm, hash, verify } from '@node-rs/argon2';
import { badField } from '../../http/app-error.ts';
import { usernameKey } from './username.ts';

/** OWASP's first choice of argon2id parameters: 46 MiB, one pass, one lane. */
const PARAMETERS = { algorithm: 2 satisfies Algorithm, memoryCost: 47_104, timeCost: 1, parallelism: 1 };

const MIN_LENGTH = 8;
const MAX_LENGTH = 128;

/** Passwords are compared after NFKC, so that every keyboard types the same one. */
const normalised = (password: string) => password.normalize('NFKC');

/** Checks a new password. Throws a 400 on `field` that says what is wrong with it. */
export function checkNewPassword(password: string, username: string, field = 'password'): void {
  const length = [...normalised(password)].length;
  if (length < MIN_LENGTH) throw badField(field, `A password has at least ${MIN_LENGTH} characters.`);
  if (length > MAX_LENGTH) throw badField(field, `A password has at most ${MAX_LENGTH} characters.`);
  if (usernameKey(password) === usernameKey(username)) {
    throw badField(field, 'The password must not be the username.');
  }
}

/** The hash of a password, in the PHC form. */
export const hashPassword = (password: string): Promise<string> => hash(normalised(password), PARAMETERS);

let decoy: Promise<string> | undefined;

/** Whether the password fits the hash. Without a hash it takes as long and says no: a name can't be guessed by time. */
export async function passwordFits(password: string, passwordHash: string | null): Promise<boolean> {
  decoy ??= hashPassword('a password that nobody has');
  const fits = await verify(passwordHash ?? (await decoy), normalised(password));
  return fits && passwordHash !== null;
}
