import { randomInt } from 'node:crypto';
import { badField } from '../../../errors/app-error.ts';

/** 1 to 150 Unicode letters, marks (part of letters in many scripts), digits and `@.+-_`. */
const USERNAME = /^[\p{L}\p{M}\p{N}@.+_-]{1,150}$/u;

/** Returns the stored form of a username. Throws a 400 if it is invalid. */
export function readUsername(typed: string): string {
  const username = typed.trim().normalize('NFKC');
  if (!username) throw badField('username', 'input.blank');
  if (!USERNAME.test(username)) {
    throw badField('username', 'accounts.username');
  }
  return username;
}

export const usernameKey = (typed: string) => typed.trim().normalize('NFKC').toLowerCase();

/** Yields usernames to try for a provider's user: the name, then the name with random digits. */
export function* suggestUsernames(name: string | null): Generator<string> {
  const allowed = (name ?? '').normalize('NFKC').replace(/[^\p{L}\p{M}\p{N}@.+_-]+/gu, '.');
  const plain = [...allowed.replace(/^\.+|\.+$/g, '')].slice(0, 140).join('') || 'learner';
  yield plain;
  for (let attempts = 0; attempts < 20; attempts += 1) yield `${plain}-${randomInt(10_000, 100_000_000)}`;
}
