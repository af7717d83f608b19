import { UNSPACED } from '@sayback/subtitles';

/** Removes operators of a query: `|` is or, `-` is not, quotes make a phrase. */
const plain = (term: string) =>
  term
    .replace(/["“”„|]/g, ' ')
    .replace(/\s+/g, ' ')
    .trim()
    .replace(/^[-–—\s]+/, '');

const phrase = (term: string) => (/\s/.test(term) ? `"${term}"` : term);

const tidy = (terms: readonly string[]) => [...new Set(terms.map(plain).filter((term) => term !== ''))];

/**
 * Builds one query for all keywords of a language: any of them, none of the exclusions. A keyword of several words is a
 * phrase if there are others, as `|` would only apply to its last word.
 */
export function buildQuery(keywords: readonly string[], exclusions: readonly string[]): string {
  const terms = tidy(keywords);
  const any = terms.length === 1 ? (terms[0] ?? '') : terms.map(phrase).join('|');
  return [any, ...tidy(exclusions).map((term) => `-${phrase(term)}`)].filter(Boolean).join(' ');
}

const folded = (text: string) => text.normalize('NFKC').toLowerCase();
const escaped = (term: string) => term.replace(/[\\^$.*+?()[\]{}|/-]/g, '\\$&');

/** Returns a filter for titles with one of the terms as a word, since YouTube's own exclusion isn't reliable. */
export function titleFilter(exclusions: readonly string[]): (title: string) => boolean {
  const patterns = tidy(exclusions).map((term) => {
    const word = escaped(folded(term));
    return new RegExp(UNSPACED.test(term) ? word : `(?<![\\p{L}\\p{N}])${word}(?![\\p{L}\\p{N}])`, 'u');
  });
  return (title) => patterns.some((pattern) => pattern.test(folded(title)));
}

/** Returns the keyword for a result: the one in its title or description, or else all of them. */
export function chooseKeyword(keywords: readonly string[], text: string): string {
  const terms = tidy(keywords);
  const inText = folded(text);
  return terms.find((keyword) => inText.includes(folded(keyword))) ?? terms.join(' | ');
}
