import { UNSPACED } from '@sayback/subtitles';

/** Signs that mean something in a query: `|` is or, `-` is not, quotes make a phrase. */
const plain = (term: string) =>
  term
    .replace(/["“”„|]/g, ' ')
    .replace(/\s+/g, ' ')
    .trim()
    .replace(/^[-–—\s]+/, '');

const phrase = (term: string) => (/\s/.test(term) ? `"${term}"` : term);

const tidy = (terms: readonly string[]) => [...new Set(terms.map(plain).filter((term) => term !== ''))];

/**
 * One query for all keywords of a language: any of them, none of the exclusions. A keyword of several words is a phrase
 * where there are others, as `|` would bind its last word alone.
 */
export function buildQuery(keywords: readonly string[], exclusions: readonly string[]): string {
  const terms = tidy(keywords);
  const any = terms.length === 1 ? (terms[0] ?? '') : terms.map(phrase).join('|');
  return [any, ...tidy(exclusions).map((term) => `-${phrase(term)}`)].filter(Boolean).join(' ');
}

const folded = (text: string) => text.normalize('NFKC').toLowerCase();
const escaped = (term: string) => term.replace(/[\\^$.*+?()[\]{}|/-]/g, '\\$&');

/** Returns whether a title has one of the terms as a word: YouTube's own exclusion is a wish, not a rule. */
export function titleFilter(exclusions: readonly string[]): (title: string) => boolean {
  const patterns = tidy(exclusions).map((term) => {
    const word = escaped(folded(term));
    return new RegExp(UNSPACED.test(term) ? word : `(?<![\\p{L}\\p{N}])${word}(?![\\p{L}\\p{N}])`, 'u');
  });
  return (title) => patterns.some((pattern) => pattern.test(folded(title)));
}

/** The keyword that a find is shown with: the one its title or description has, else all that were asked for. */
export function keywordOf(keywords: readonly string[], text: string): string {
  const terms = tidy(keywords);
  const inText = folded(text);
  return terms.find((keyword) => inText.includes(folded(keyword))) ?? terms.join(' | ');
}
