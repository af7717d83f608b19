import { UNSPACED } from '@sayback/subtitles';

/** Removes query operators: `|` (or), `-` (not), and quotes. */
const removeOperators = (term: string) =>
  term
    .replace(/["“”„|]/g, ' ')
    .replace(/\s+/g, ' ')
    .trim()
    .replace(/^[-–—\s]+/, '');

const quote = (term: string) => (/\s/.test(term) ? `"${term}"` : term);

const cleanTerms = (terms: readonly string[]) => [
  ...new Set(terms.map(removeOperators).filter((term) => term !== '')),
];

/**
 * Builds a query for any of the keywords and none of the exclusions. If there are several keywords, those of several words are
 * quoted: `|` would only apply to their last word.
 */
export function buildQuery(keywords: readonly string[], exclusions: readonly string[]): string {
  const terms = cleanTerms(keywords);
  const anyKeyword = terms.length === 1 ? (terms[0] ?? '') : terms.map(quote).join('|');
  return [anyKeyword, ...cleanTerms(exclusions).map((term) => `-${quote(term)}`)].filter(Boolean).join(' ');
}

const normalize = (text: string) => text.normalize('NFKC').toLowerCase();
const escapeRegExp = (term: string) => term.replace(/[\\^$.*+?()[\]{}|/-]/g, '\\$&');

/** Creates a function that returns true for titles with one of these words: YouTube's own exclusion isn't reliable. */
export function createTitleFilter(exclusions: readonly string[]): (title: string) => boolean {
  const patterns = cleanTerms(exclusions).map((term) => {
    const word = escapeRegExp(normalize(term));
    return new RegExp(UNSPACED.test(term) ? word : `(?<![\\p{L}\\p{N}])${word}(?![\\p{L}\\p{N}])`, 'u');
  });
  return (title) => patterns.some((pattern) => pattern.test(normalize(title)));
}

/** Returns the keyword that a result's text contains, or else all of them. */
export function chooseKeyword(keywords: readonly string[], text: string): string {
  const terms = cleanTerms(keywords);
  const normalized = normalize(text);
  return terms.find((keyword) => normalized.includes(normalize(keyword))) ?? terms.join(' | ');
}
