/** Two or more capitals, since I is a word, with an optional ordinal ending: XIV, XXe. */
const ROMAN =
  /^(?=[IVXLCDM]{2})(M{0,3}(?:CM|CD|D?C{0,3})(?:XC|XL|L?X{0,3})(?:IX|IV|V?I{0,3}))(?:e|er|re|ème|º|ª)?$/;
const VALUES: Record<string, number> = { I: 1, V: 5, X: 10, L: 50, C: 100, D: 500, M: 1000 };

/** Returns the value of a Roman numeral (14 for XIV, 4 for Ⅳ); undefined for any other word. */
export function romanValue(word: string): number | undefined {
  const digits = [...(ROMAN.exec(word.normalize('NFKC'))?.[1] ?? '')].map((digit) => VALUES[digit] ?? 0);
  if (digits.length === 0) return undefined;
  return digits.reduce((sum, value, at) => sum + (value < (digits[at + 1] ?? 0) ? -value : value), 0);
}
