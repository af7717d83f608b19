import type { RegexError, Span } from '@sayback/subtitles';

/** The search and its replacement, and the texts to search. */
export type FindOptions = {
  find: string;
  replacement: string;
  side: 'both' | 'original' | 'target';
  isRegex: boolean;
  isCaseSensitive: boolean;
};

/** Matches in a text, and the text with all of them replaced, which is computed on access. */
export type TextMatch = { matches: readonly Span[]; readonly after: string };

/** Searches many texts at once; null for each without a match. */
export type Finder = (texts: readonly string[]) => (TextMatch | null)[];

function findPlain(text: string, pattern: RegExp, replacement: string): TextMatch | null {
  pattern.lastIndex = 0;
  let matches: Span[] | undefined;
  // `exec` in a loop allocates nothing for the many texts without a match; an iterator would.
  for (let match = pattern.exec(text); match; match = pattern.exec(text)) {
    matches ??= [];
    matches.push({ start: match.index, end: match.index + match[0].length });
  }
  return matches
    ? {
        matches,
        get after() {
          return text.replace(pattern, () => replacement);
        },
      }
    : null;
}

/** Searches for the literal text. */
export function plainFinder({ find, replacement, isCaseSensitive }: FindOptions): Finder {
  const pattern = new RegExp(find.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&'), isCaseSensitive ? 'gu' : 'giu');
  return (texts) => texts.map((text) => findPlain(text, pattern, replacement));
}

/** Searches by a regular expression of the regex editor's syntax, in linear time; returns the error if it is invalid. */
export async function regexFinder(options: FindOptions): Promise<Finder | RegexError> {
  const { previewRegex } = await import('./preview-regex.ts');
  const { find: pattern, replacement, isCaseSensitive } = options;
  const search = (texts: readonly string[]) =>
    previewRegex(texts, { pattern, replacement, ignoreCase: !isCaseSensitive });
  const first = search([]);
  if ('problem' in first) return first;
  return (texts) => {
    const results: (TextMatch | null)[] = texts.map(() => null);
    const result = search(texts);
    if ('problem' in result) return results;
    // A replacement that changes nothing isn't a change.
    for (const { position, after, matches } of result.changes)
      results[position] = { after, matches: matches.map(({ before }) => before) };
    return results;
  };
}
