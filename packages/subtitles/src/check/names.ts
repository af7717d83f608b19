/** A capitalised word within a sentence. */
const NAME = /(?<=[\p{Ll},;:]\s)\p{Lu}\p{Ll}{2,}/gu;

/** Maximum number of capitalised words. With more, the language probably capitalises nouns, as German does. */
const MAX_NAMES = 3;

const fold = (name: string) => name.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();

const findNames = (text: string) => [...new Set(text.replace(/\s+/g, ' ').match(NAME) ?? [])].map(fold);

/** Returns true for similar names, such as Londres and London, or Michele and Michael. */
const areSimilar = (a: string, b: string) => a.slice(0, 2) === b.slice(0, 2) || a.slice(-3) === b.slice(-3);

const isLatin = (text: string) => /^[\p{Script=Latin}\p{Script=Common}\p{Script=Inherited}]*$/u.test(text);

/** Returns true if both texts contain a name within a sentence, and no name in one is similar to any name in the other. */
export function doNamesDiffer(original: string, target: string): boolean {
  if (!isLatin(original) || !isLatin(target)) return false;
  const [originalNames, targetNames] = [findNames(original), findNames(target)];
  if (originalNames.length === 0 || targetNames.length === 0) return false;
  if (Math.max(originalNames.length, targetNames.length) > MAX_NAMES) return false;
  return !originalNames.some((name) => targetNames.some((other) => areSimilar(name, other)));
}
