import { type RegexError, regexError } from './regex-error.ts';

/** A parsed replacement: plain text, and the groups to insert, by number (0 is the whole match) or name. */
export type ReplacementPart = { text: string } | { group: number } | { name: string };

const REFERENCE = /\$(?:(\$)|(&)|(\d\d?)|<([^>]*)>)/g;

/**
 * Parses a replacement like String.prototype.replace: `$1` to `$99`, `$&` for the whole match, `$<name>`, `$$` for a dollar sign.
 * The number of a missing group is treated as text ('$5'); an unknown name is an error, since it would silently be empty.
 */
export function parseReplacement(
  replacement: string,
  groups: number,
  names: ReadonlySet<string>,
): ReplacementPart[] | RegexError {
  const parts: ReplacementPart[] = [];
  let from = 0;
  for (const { 0: whole, 1: dollar, 2: match, 3: digits, 4: name, index } of replacement.matchAll(
    REFERENCE,
  )) {
    parts.push({ text: replacement.slice(from, index) });
    from = index + whole.length;
    if (dollar !== undefined) parts.push({ text: '$' });
    else if (match !== undefined) parts.push({ group: 0 });
    else if (digits !== undefined) parts.push(...parseNumberedGroup(digits, groups));
    else if (name !== undefined && names.has(name)) parts.push({ name });
    else if (names.size === 0) parts.push({ text: whole });
    else {
      const groups = [...names].map((name) => `“${name}”`).join(', ');
      return regexError('replacement', index, whole, 'nameOfNoGroup', { name: name ?? '', groups });
    }
  }
  parts.push({ text: replacement.slice(from) });
  return parts;
}

/** Parses two digits as one number only if that group exists: with one group, '$10' is group 1 and the text '0'. */
function parseNumberedGroup(digits: string, groups: number): ReplacementPart[] {
  const twoDigits = Number(digits);
  if (twoDigits >= 1 && twoDigits <= groups) return [{ group: twoDigits }];
  const first = Number(digits.charAt(0));
  if (digits.length === 2 && first >= 1 && first <= groups)
    return [{ group: first }, { text: digits.charAt(1) }];
  return [{ text: `$${digits}` }];
}
