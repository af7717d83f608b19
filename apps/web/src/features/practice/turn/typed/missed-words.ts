import type { GradedToken } from '@sayback/grading';
import { accountStorage } from '../../../../device-storage/account-storage.ts';

/** The last ones of a language. */
const MOST_MISSED = 200;

const storage = accountStorage<string[]>('missed');

/** Words that a learner wrote wrongly or left out the last time, in lower case. */
export const missedWords = (account: string, language: string): ReadonlySet<string> =>
  new Set(storage.read(account, language));

/** Notes the words of a checked line: those that were missed, and no longer those that were right. */
export function noteMissed(account: string, language: string, tokens: readonly GradedToken[]): void {
  const missed = new Set(missedWords(account, language));
  for (const { level, expected } of tokens) {
    const word = expected.toLocaleLowerCase(language);
    missed.delete(word);
    if (word !== '' && level !== 'right') missed.add(word);
  }
  storage.write(account, [...missed].slice(-MOST_MISSED), language);
}
