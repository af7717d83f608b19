import type { GradedToken } from '@sayback/grading';
import { accountStorage } from '../../../../device-storage/account-storage.ts';

/** Maximum number of missed words stored per language. */
const MAX_MISSED = 200;

const storage = accountStorage<string[]>('missed');

/** Returns words that a learner last wrote wrongly or left out, in lower case. */
export const missedWords = (account: string, language: string): ReadonlySet<string> =>
  new Set(storage.read(account, language));

/** Updates the missed words with a checked line: adds those that were missed, removes those that were right. */
export function noteMissed(account: string, language: string, tokens: readonly GradedToken[]): void {
  const missed = new Set(missedWords(account, language));
  for (const { level, expected } of tokens) {
    const word = expected.toLocaleLowerCase(language);
    missed.delete(word);
    if (word !== '' && level !== 'right') missed.add(word);
  }
  storage.write(account, [...missed].slice(-MAX_MISSED), language);
}
