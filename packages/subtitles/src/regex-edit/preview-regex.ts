import { type Matcher, RE2JS, RE2JSSyntaxException } from 're2js';
import { type RegexError, syntaxError } from './regex-error.ts';
import type { ReplacementPart } from './replacement.ts';
import { parseReplacement } from './replacement.ts';
import { translatePattern } from './translate-pattern.ts';

/** A search pattern and its replacement: a text, or the match converted to upper or lower case. */
export type RegexEdit = { pattern: string; ignoreCase?: boolean } & (
  | { replacement: string; transform?: undefined }
  | { transform: 'uppercase' | 'lowercase'; replacement?: string }
);

/** A half-open, zero-based range of UTF-16 units, as for String.prototype.slice. */
export type Span = { start: number; end: number };

/** A match: its span in the text before the replacement, and the replacement's span in the text after. */
export type RegexMatch = { before: Span; after: Span };

/** A text that would change. `position` is its zero-based position in the list. */
export type RegexChange = { position: number; before: string; after: string; matches: RegexMatch[] };

/** `changes` are the texts that would change, `matched` the positions of all texts that match the pattern. */
export type RegexPreview = { changes: RegexChange[]; matched: number[] };

/** Yields matches one by one. */
type Matches = Pick<Matcher, 'find' | 'start' | 'end' | 'group'>;

/** Returns the replacement of the current match. */
type Change = (matches: Matches) => string;

/**
 * Previews a search and replace in each text. Matching takes linear time for any pattern (RE2). `^` and `$` match the ends of the
 * text, or of every line with `(?m)`; `\w \d \s` match all scripts, `\b` only ASCII letters. Changes case by Unicode's
 * locale-independent rules: ß becomes SS, i becomes I, and İ becomes i with a combining dot above. Returns an error for an
 * invalid pattern or replacement; never throws.
 */
export function previewRegex(texts: readonly string[], edit: RegexEdit): RegexPreview | RegexError {
  const regex = compile(edit.pattern, edit.ignoreCase ?? false);
  if ('problem' in regex) return regex;
  const change = chooseChange(edit, regex);
  if ('problem' in change) return change;
  const isPlain = isPlainText(edit);
  const findMatches = (text: string) => (isPlain ? findPlainText(text, edit.pattern) : regex.matcher(text));
  const preview: RegexPreview = { changes: [], matched: [] };
  for (const [position, before] of texts.entries()) {
    const { after, matches } = replaceAll(before, findMatches(before), change.apply);
    if (matches.length > 0) preview.matched.push(position);
    if (after !== before) preview.changes.push({ position, before, after, matches });
  }
  return preview;
}

/** Returns true for a pattern without special characters, such as a word. */
function isPlainText({ pattern, ignoreCase }: RegexEdit): boolean {
  if (pattern === '' || !pattern.isWellFormed() || /[\\^$.|?*+()[\]{}]/.test(pattern)) return false;
  return !ignoreCase || pattern.toLowerCase() === pattern.toUpperCase();
}

/** Finds the occurrences of a text in another text, five times as fast as a pattern. */
function findPlainText(text: string, searchText: string): Matches {
  let index = -searchText.length;
  return {
    find: () => {
      index = text.indexOf(searchText, index + searchText.length);
      return index >= 0;
    },
    start: () => index,
    end: () => index + searchText.length,
    group: (group) => (group === 0 ? searchText : null),
  };
}

function compile(pattern: string, ignoreCase: boolean): RE2JS | RegexError {
  const translated = translatePattern(pattern);
  if (typeof translated !== 'string') return translated;
  try {
    return RE2JS.compile(translated, ignoreCase ? RE2JS.CASE_INSENSITIVE : 0);
  } catch (error) {
    const isSyntaxError = error instanceof RE2JSSyntaxException;
    return syntaxError(pattern, String(error), isSyntaxError ? (error.getPattern() ?? '') : '');
  }
}

function chooseChange(edit: RegexEdit, regex: RE2JS): { apply: Change } | RegexError {
  if (edit.transform === 'uppercase') return { apply: (matcher) => readGroup(matcher, 0).toUpperCase() };
  if (edit.transform === 'lowercase') return { apply: (matcher) => readGroup(matcher, 0).toLowerCase() };
  const names = new Set(Object.keys(regex.namedGroups()));
  const parts = parseReplacement(edit.replacement ?? '', regex.groupCount(), names);
  if (!Array.isArray(parts)) return parts;
  if (parts.every((part) => 'text' in part)) {
    const text = parts.map((part) => part.text).join('');
    return { apply: () => text };
  }
  return { apply: (matcher) => parts.map((part) => fill(part, matcher)).join('') };
}

function fill(part: ReplacementPart, matcher: Matches): string {
  if ('text' in part) return part.text;
  return readGroup(matcher, 'group' in part ? part.group : part.name);
}

/** Returns the text of a group; '' if it didn't participate in the match. */
function readGroup(matcher: Matches, group: number | string): string {
  return matcher.group(group) ?? '';
}

function replaceAll(
  text: string,
  // Takes the matcher itself, since an array of groups per match would take as long as the search.
  matcher: Matches,
  change: Change,
): { after: string; matches: RegexMatch[] } {
  const matches: RegexMatch[] = [];
  let after = '';
  let from = 0;
  while (matcher.find()) {
    const before = { start: matcher.start(), end: matcher.end() };
    if (before.start > from) after += text.slice(from, before.start);
    from = before.end;
    const start = after.length;
    after += change(matcher);
    matches.push({ before, after: { start, end: after.length } });
  }
  return { after: after + text.slice(from), matches };
}
