// Signs that a translation mostly keeps. Greek asks with a semicolon.
const PUNCTUATION = [/[?？؟;]/, /[!！]/, /[:：]/, /…|\.\.\./];

/** Number of marks that {@link punctuationIn} looks for. */
export const PUNCTUATION_COUNT = PUNCTUATION.length;

/** Returns the marks in a text (a question mark, an exclamation mark, a colon, an ellipsis), one bit each. */
export function punctuationIn(text: string): number {
  let bits = 0;
  for (const [bit, mark] of PUNCTUATION.entries()) if (mark.test(text)) bits |= 1 << bit;
  return bits;
}
