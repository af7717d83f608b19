/** A capital within a sentence; scripts without case have none. */
const NAME = /(?<=[\p{Ll},;:]\s)\p{Lu}\p{Ll}{2,}/gu;

/** German and Luxembourgish capitalise nouns: many capitals within a sentence aren't names. */
const MAX_NAMES = 3;

const fold = (name: string) => name.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();

const findNames = (text: string) => [...new Set(text.replace(/\s+/g, ' ').match(NAME) ?? [])].map(fold);

/** Londres is London, and Michele is Michael; names in different scripts aren't compared. */
const resemble = (a: string, b: string) => a.slice(0, 2) === b.slice(0, 2) || a.slice(-3) === b.slice(-3);

const isLatin = (text: string) => /^[\p{Script=Latin}\p{Script=Common}\p{Script=Inherited}]*$/u.test(text);

/** Returns true if both texts name someone or something within a sentence, and no name in one resembles any in the other. */
export function namesDiffer(original: string, target: string): boolean {
  if (!isLatin(original) || !isLatin(target)) return false;
  const [originals, translated] = [findNames(original), findNames(target)];
  if (originals.length === 0 || translated.length === 0) return false;
  if (Math.max(originals.length, translated.length) > MAX_NAMES) return false;
  return !originals.some((name) => translated.some((other) => resemble(name, other)));
}
