// Punctuation marks that most translations preserve. Greek uses a semicolon as a question mark.
const PUNCTUATION = [/[?？؟;]/, /[!！]/, /[:：]/, /…|\.\.\./];

/** Number of marks that {@link findPunctuation} finds. */
export const PUNCTUATION_COUNT = PUNCTUATION.length;

/** Number of marks of a run of cues: its punctuation marks, and the end of a sentence. */
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
