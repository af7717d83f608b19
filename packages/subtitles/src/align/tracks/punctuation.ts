// Signs that a translation mostly keeps. Greek asks with a semicolon.
const PUNCTUATION = [/[?？؟;]/, /[!！]/, /[:：]/, /…|\.\.\./];

/** How many signs {@link punctuationIn} looks for. */
export const PUNCTUATION_COUNT = PUNCTUATION.length;

/** Which signs a text has (a question mark, an exclamation mark, a colon, dots of omission), one bit each. */
export function punctuationIn(text: string): number {
  let bits = 0;
  for (const [bit, mark] of PUNCTUATION.entries()) if (mark.test(text)) bits |= 1 << bit;
  return bits;
}
