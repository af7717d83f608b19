import { fillIn } from '../cues/problem.ts';
import { REGEX_ERRORS_EN } from './regex-errors-en.ts';

export type RegexErrorId = keyof typeof REGEX_ERRORS_EN;

/**
 * An error in a pattern or a replacement. `problem` is a message in English; `id` and `values` are for translating it. `part` is
 * the faulty text, `at` its zero-based index (UTF-16 units) in the pattern or the replacement, depending on `field`.
 */
export type RegexError = {
  id: RegexErrorId;
  values: Record<string, string | number>;
  problem: string;
  part: string;
  at: number;
  field: 'pattern' | 'replacement';
};

/** Groups that only other engines support, by their first characters. Longer ones precede their prefixes. */
const GROUPS: [string, RegexErrorId][] = [
  ['(?<=', 'lookbehind'],
  ['(?<!', 'negativeLookbehind'],
  ['(?=', 'lookahead'],
  ['(?!', 'negativeLookahead'],
  ['(?>', 'atomicGroup'],
  ['(?P=', 'backReference'],
  ['(?P>', 'recursion'],
  ['(?&', 'recursion'],
  ['(?R', 'recursion'],
  ['(?(', 'condition'],
  ['(?|', 'branchReset'],
  ['(?#', 'comment'],
  ["(?'", 'quotedName'],
];

/** Returns an error for a group that only other engines support; null otherwise. */
export function groupError(pattern: string, index: number): RegexError | null {
  const group = GROUPS.find(([start]) => pattern.startsWith(start, index));
  if (group) return patternError(pattern, index, group[0], group[1]);
  const recursion = /^\(\?[+-]?\d+\)/.exec(pattern.slice(index, index + 12));
  return recursion ? patternError(pattern, index, recursion[0], 'recursion') : null;
}

const ESCAPES: Record<string, RegexErrorId> = {
  Z: 'endOfText',
  G: 'lastMatch',
  K: 'matchStart',
  X: 'wholeCharacter',
  R: 'lineBreak',
  h: 'space',
  N: 'notLineBreak',
};

const BACK_REFERENCE = /^\\(?:[1-9]\d*|k(?:<[^>]*>|\{[^}]*\}|'[^']*')?|g(?:\{[^}]*\}|-?\d+|<[^>]*>)?)/;

/** Returns an error for an escape that only other engines support; null otherwise. */
export function escapeError(pattern: string, index: number): RegexError | null {
  const reference = BACK_REFERENCE.exec(pattern.slice(index, index + 100));
  if (reference) return patternError(pattern, index, reference[0], 'backReference');
  const letter = pattern.charAt(index + 1);
  const id = Object.hasOwn(ESCAPES, letter) ? ESCAPES[letter] : undefined;
  if (id === undefined) return null;
  const extraValues: Record<string, string> = id === 'wholeCharacter' ? { instead: '\\P{M}\\p{M}*' } : {};
  return patternError(pattern, index, `\\${letter}`, id, extraValues);
}

export function quantifierError(pattern: string, index: number, part: string): RegexError {
  return patternError(pattern, index, part, part.endsWith('+') ? 'possessive' : 'twoQuantifiers');
}

export function patternError(
  pattern: string,
  index: number,
  part: string,
  id: RegexErrorId,
  extraValues: Record<string, string> = {},
): RegexError {
  // Messages count characters from 1.
  const place = [...pattern.slice(0, index)].length + 1;
  return regexError('pattern', index, part, id, { part, place, ...extraValues });
}

export function regexError(
  field: RegexError['field'],
  index: number,
  part: string,
  id: RegexErrorId,
  values: RegexError['values'],
): RegexError {
  return { id, values, problem: fillIn(REGEX_ERRORS_EN[id], values), part, at: index, field };
}

/** Patterns for the regex engine's own messages. */
const SYNTAX: [RegExp, RegexErrorId][] = [
  [/missing closing \]/, 'openClass'],
  [/missing closing \)/, 'openGroup'],
  [/unexpected \)/, 'closedGroup'],
  [/missing argument/, 'nothingToRepeat'],
  [/nested repetition/, 'nestedQuantifier'],
  [/repeat count/, 'tooManyTimes'],
  [/character class range/, 'unknownClass'],
  [/trailing backslash/, 'backslashAtEnd'],
  [/duplicate capture group/, 'nameTwice'],
  [/invalid named capture/, 'wrongName'],
  [/escape sequence/, 'unknownEscape'],
  [/Perl syntax/, 'unknownGroup'],
  [/too large|expression nests/, 'tooLarge'],
];

/** Returns the error for a pattern that the engine itself rejected; `quoted` is the text that the engine quotes. */
export function syntaxError(pattern: string, reason: string, quoted: string): RegexError {
  // The engine prepends the flag for case insensitivity, and quotes the translated pattern, which can differ from the user's.
  const ownPart = quoted.replace(/^\(\?i\)/, '');
  const part = ownPart !== '' && pattern.includes(ownPart) ? ownPart : pattern;
  const id = SYNTAX.find(([words]) => words.test(reason))?.[1] ?? 'notUnderstood';
  return patternError(pattern, pattern.indexOf(part), part, id, id === 'notUnderstood' ? { reason } : {});
}
