import type { RegexError, Span } from '@sayback/subtitles';

/** The search and its replacement, and the texts to search. */
export type FindOptions = {
  find: string;
  replacement: string;
  side: 'both' | 'original' | 'target';
  isRegex: boolean;
  isCaseSensitive: boolean;
};

/** Matches in a text. `after`: the text with all of them replaced, computed on access. */
export type TextMatch = { matches: readonly Span[]; readonly after: string };

/** Searches many texts at once. Returns null for each text without a match. */
export type Finder = (texts: readonly string[]) => (TextMatch | null)[];

function findPlain(text: string, pattern: RegExp, replacement: string): TextMatch | null {
  pattern.lastIndex = 0;
  let matches: Span[] | undefined;
  // Unlike an iterator, `exec` allocates nothing for the many texts without a match.
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

/** Creates a finder of a literal text. */
export function createPlainFinder({ find, replacement, isCaseSensitive }: FindOptions): Finder {
  const pattern = new RegExp(find.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&'), isCaseSensitive ? 'gu' : 'giu');
  return (texts) => texts.map((text) => findPlain(text, pattern, replacement));
}

/** Creates a finder of a regular expression, which runs in linear time. Returns the error if the pattern is invalid. */
export async function createRegexFinder(options: FindOptions): Promise<Finder | RegexError> {
  const { previewRegex } = await import('./regex-engine.ts');
  const { find: pattern, replacement, isCaseSensitive } = options;
  const preview = (texts: readonly string[]) =>
    previewRegex(texts, { pattern, replacement, ignoreCase: !isCaseSensitive });
  const emptyResult = preview([]);
  if ('problem' in emptyResult) return emptyResult;
  return (texts) => {
    const results: (TextMatch | null)[] = texts.map(() => null);
    const result = preview(texts);
    if ('problem' in result) return results;
    // Matches that the replacement doesn't change are omitted.
    for (const { position, after, matches } of result.changes)
      results[position] = { after, matches: matches.map(({ before }) => before) };
    return results;
  };
}
