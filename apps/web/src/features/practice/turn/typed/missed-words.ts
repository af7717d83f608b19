import type { GradedToken } from '@sayback/grading';
import { accountStorage } from '../../../../device-storage/account-storage.ts';

/** Maximum number of missed words stored per language. */
const MAX_MISSED = 200;

const storage = accountStorage<string[]>('missed');

/** Returns the words that a learner missed at the last attempt, in lower case. */
export const readMissedWords = (account: string, language: string): ReadonlySet<string> =>
  new Set(storage.read(account, language));

/** Adds the missed words of a checked line, and removes its correct ones. */
export function updateMissedWords(account: string, language: string, tokens: readonly GradedToken[]): void {
  const missed = new Set(readMissedWords(account, language));
  for (const { level, expected } of tokens) {
    const word = expected.toLocaleLowerCase(language);
    missed.delete(word);
    if (word !== '' && level !== 'right') missed.add(word);
  }
  storage.write(account, [...missed].slice(-MAX_MISSED), language);
}
