/**
 * Why a pattern or a replacement can't be taken: `problem` is a sentence for a person, `part` the characters that it is
 * about, `at` their place in the pattern (or in the replacement, when `field` says so), from 0 in UTF-16 units.
 */
export type Refusal = { problem: string; part: string; at: number; field: 'pattern' | 'replacement' };

const LINEAR = 'it would make the time of a search unlimited';

/** Constructs of other engines that begin with these characters, longest first where one begins another. */
const GROUPS: [string, string][] = [
  ['(?<=', `a lookbehind, which is not supported: ${LINEAR}. Match the text before too, and keep it with $1`],
  ['(?<!', `a negative lookbehind, which is not supported: ${LINEAR}`],
  ['(?=', `a lookahead, which is not supported: ${LINEAR}. Match the text behind too, and keep it with $1`],
  ['(?!', `a negative lookahead, which is not supported: ${LINEAR}`],
  ['(?>', 'an atomic group, which is not supported; here no search goes back, and (?:…) does the same'],
  ['(?P=', `a back-reference, which is not supported: ${LINEAR}`],
  ['(?P>', `a recursion, which is not supported: ${LINEAR}`],
  ['(?&', `a recursion, which is not supported: ${LINEAR}`],
  ['(?R', `a recursion, which is not supported: ${LINEAR}`],
  ['(?(', `a condition, which is not supported: ${LINEAR}`],
  ['(?|', 'a branch reset, which is not supported'],
  ['(?#', 'a comment, which is not supported'],
  ["(?'", 'a named group in a notation that is not supported; write (?<name>…)'],
];

/** Refuses a group that only other engines know; null for groups that may go on. */
export function refuseGroup(pattern: string, at: number): Refusal | null {
  const group = GROUPS.find(([start]) => pattern.startsWith(start, at));
  if (group) return refuse(pattern, at, group[0], group[1]);
  const recursion = /^\(\?[+-]?\d+\)/.exec(pattern.slice(at, at + 12));
  return recursion
    ? refuse(pattern, at, recursion[0], `a recursion, which is not supported: ${LINEAR}`)
    : null;
}

const ESCAPES: Record<string, string> = {
  Z: 'the end of the text in a notation that is not supported; write \\z',
  G: 'the place where the last match ended, which is not supported',
  K: 'a mark for where the match begins, which is not supported; keep the text before with $1',
  X: 'a whole character with its marks, which is not supported; write \\P{M}\\p{M}*',
  R: 'any line break, which is not supported; write \\n',
  h: 'a space in a notation that is not supported; write \\s',
  N: 'any character but a line break, in a notation that is not supported; write a full stop',
};

const BACK_REFERENCE = /^\\(?:[1-9]\d*|k(?:<[^>]*>|\{[^}]*\}|'[^']*')?|g(?:\{[^}]*\}|-?\d+|<[^>]*>)?)/;

/** Refuses an escape that only other engines know; null for escapes that may go on. */
export function refuseEscape(pattern: string, at: number): Refusal | null {
  const reference = BACK_REFERENCE.exec(pattern.slice(at, at + 100));
  if (reference) {
    return refuse(pattern, at, reference[0], `a back-reference, which is not supported: ${LINEAR}`);
  }
  const letter = pattern.charAt(at + 1);
  const meaning = Object.hasOwn(ESCAPES, letter) ? ESCAPES[letter] : undefined;
  return meaning === undefined ? null : refuse(pattern, at, `\\${letter}`, meaning);
}

/** Refuses a quantifier directly behind another one. */
export function refuseQuantifier(pattern: string, at: number, part: string): Refusal {
  const possessive = part.endsWith('+');
  const what = possessive
    ? 'a possessive quantifier, which is not supported; here no search goes back, and without the second sign it does the same'
    : 'a quantifier behind another one; put the first one into a group, (?:…)';
  return refuse(pattern, at, part, what);
}

export function refuse(pattern: string, at: number, part: string, what: string): Refusal {
  return { problem: `“${part}” at character ${place(pattern, at)} is ${what}.`, part, at, field: 'pattern' };
}

// The engine's own messages, and ours for them.
const SYNTAX: [RegExp, string][] = [
  [/missing closing \]/, 'a character class that is not closed: a “]” is missing'],
  [/missing closing \)/, 'not complete: a “)” is missing'],
  [/unexpected \)/, 'not complete: there is a “)” without its “(”'],
  [/missing argument/, 'a quantifier with nothing before it to repeat'],
  [/nested repetition/, 'a quantifier behind another one'],
  [/repeat count/, 'a repetition of more than 1000 times, which is not supported'],
  [/character class range/, 'no character class or range that is known'],
  [/trailing backslash/, 'a backslash with nothing behind it; write two for a backslash'],
  [/duplicate capture group/, 'a name that two groups have'],
  [/invalid named capture/, 'not a name for a group: letters, digits and “_” alone'],
  [/escape sequence/, 'an escape that is not supported'],
  [/Perl syntax/, 'a group or a flag that is not supported'],
  [/too large|expression nests/, 'a pattern that is too large'],
];

/** The sentence for what the engine refused by itself, `part` being what it quotes. */
export function refuseSyntax(pattern: string, reason: string, quoted: string): Refusal {
  // The engine writes case insensitivity before the pattern, and quotes what it was given: a translated part isn't there.
  const own = quoted.replace(/^\(\?i\)/, '');
  const part = own !== '' && pattern.includes(own) ? own : pattern;
  const at = pattern.indexOf(part);
  const what = SYNTAX.find(([words]) => words.test(reason))?.[1] ?? `not understood (${reason})`;
  return refuse(pattern, at, part, what);
}

/** Counted in characters from 1, as a person counts. */
function place(pattern: string, at: number): number {
  return [...pattern.slice(0, at)].length + 1;
}
