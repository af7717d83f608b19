// Punctuation marks that most translations preserve. Greek uses a semicolon as a question mark.
const PUNCTUATION = [/[?？؟;]/, /[!！]/, /[:：]/, /…|\.\.\./];

/** Number of different marks that {@link findPunctuation} detects. */
export const PUNCTUATION_COUNT = PUNCTUATION.length;

/** Number of different marks that a run of cues can have: the punctuation marks, and one for the end of a sentence. */
export const MARK_COUNT = PUNCTUATION_COUNT + 1;
/** Number of possible sets of marks. */
export const MARK_SETS = 1 << MARK_COUNT;
/** Cost of each pair of mark sets in a bead, in nats. The cost of set `a` with set `b` is at `a * MARK_SETS + b`. */
export type MarkCosts = Float64Array;

/** Returns the marks in a text (a question mark, an exclamation mark, a colon, an ellipsis), one bit each. */
export function findPunctuation(text: string): number {
  let marks = 0;
  for (const [bit, mark] of PUNCTUATION.entries()) if (mark.test(text)) marks |= 1 << bit;
  return marks;
}
