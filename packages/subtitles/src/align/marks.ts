// Signs that a translation mostly keeps. Greek asks with a semicolon.
const MARKS = [/[?？؟;]/, /[!！]/, /[:：]/, /…|\.\.\./];

/** How many signs {@link marksIn} looks for. */
export const MARK_COUNT = MARKS.length;

/** Which signs a text has (a question mark, an exclamation mark, a colon, dots of omission), one bit each. */
export function marksIn(text: string): number {
  let bits = 0;
  for (const [bit, mark] of MARKS.entries()) if (mark.test(text)) bits |= 1 << bit;
  return bits;
}
