import { hasGreekCapitals, isWithinOneEdit } from './letters.ts';
import type { Match } from './levels.ts';
import { numberWords } from './numbers/number-words.ts';
import { romanValue } from './numbers/roman.ts';
import type { Token } from './tokens.ts';

/** Minimum letters of a word in which one wrong letter is a typo; in a shorter one, it makes another word. */
export const MIN_TYPO_LETTERS = 5;

/**
 * Compares a word of the line with a typed one: equal letters are right, without their diacritics an accent, and with one slip in
 * a longer word a typo. Numbers and other tokens are right or wrong. `words` are the line's.
 */
export function compareWords(
  token: Token,
  typedToken: Token,
  words: ReadonlySet<string>,
  lang: string,
): Match['level'] {
  if (token.exact === typedToken.exact) return 'right';
  if (token.kind !== typedToken.kind || token.kind === 'number') return 'wrong';
  if (token.bare === typedToken.bare) {
    return hasGreekCapitals(token.text) || hasGreekCapitals(typedToken.text) ? 'right' : 'accent';
  }
  return isTypo(token, typedToken, words, lang) ? 'typo' : 'wrong';
}

/** Returns true for one wrong letter in a longer word. A word that occurs elsewhere in the line is a mix-up, not a typo. */
function isTypo(token: Token, typedToken: Token, words: ReadonlySet<string>, lang: string): boolean {
  if (token.kind !== 'word' || [...token.bare].length < MIN_TYPO_LETTERS) return false;
  if (words.has(typedToken.bare)) return false;
  const isOneSlip =
    isWithinOneEdit(token.bare, typedToken.bare) ||
    isWithinOneEdit(token.exact, typedToken.exact) ||
    (/ß/i.test(token.text) && isWithinOneEdit(withSharpS(token.bare), withSharpS(typedToken.bare)));
  if (!isOneSlip) return false;
  const numbers = numberWords(lang);
  const isNumber = ({ bare }: Token) => numbers.has(bare) || romanValue(bare.toUpperCase()) !== undefined;
  return !(isNumber(token) && isNumber(typedToken));
}

/** Converts ss to ß, so that a typo in ß is one edit (Strabe for Straße). */
const withSharpS = (letters: string) => letters.replaceAll('ss', 'ß');
