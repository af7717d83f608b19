import { escapeError, groupError, patternError, quantifierError, type RegexError } from './regex-error.ts';
import { unicodeClassName, unicodeShorthand } from './unicode-classes.ts';

type Token = { text: string; length: number } | RegexError;

const REPEAT = /^(?:[*+?]|\{\d+(?:,\d*)?\})/;
const CODE =
  /^\\u(?:\{([0-9a-fA-F]{1,6})\}|([dD][89abAB][0-9a-fA-F]{2})\\u([dD][c-fC-F][0-9a-fA-F]{2})|([0-9a-fA-F]{4}))/;
const UNICODE_CLASS = /^\\([pP])\{(\^?)([^{}]*)\}/;
const POSIX_CLASS = /^\[:\^?\w+:\]/;

/**
 * Translates a pattern from the notation of JavaScript and Python to RE2's: the Unicode meanings of `\w \d \s`, `\u00e9`, and
 * long names of Unicode classes. Returns an error for unsupported syntax. As in RE2, `\b` matches only at ASCII letters.
 */
export function translatePattern(pattern: string): string | RegexError {
  let translated = '';
  let inClass = false;
  let quantifierAt = -1;
  for (let index = 0; index < pattern.length; ) {
    const rest = pattern.slice(index, index + 100);
    const repeat = inClass ? undefined : REPEAT.exec(rest)?.[0];
    if (repeat !== undefined) {
      const isLazy = quantifierAt >= 0 && repeat === '?';
      if (quantifierAt >= 0 && !isLazy) {
        return quantifierError(pattern, quantifierAt, pattern.slice(quantifierAt, index + repeat.length));
      }
      quantifierAt = isLazy ? -1 : index;
      translated += repeat;
      index += repeat.length;
      continue;
    }
    quantifierAt = -1;
    const token: Token = inClass ? readClassPart(pattern, index, rest) : readToken(pattern, index, rest);
    if ('problem' in token) return token;
    translated += token.text;
    if (inClass) inClass = !(token.text === ']' && token.length === 1);
    else inClass = pattern[index] === '[';
    index += token.length;
  }
  return translated;
}

function readToken(pattern: string, index: number, rest: string): Token {
  if (rest.startsWith('(')) return groupError(pattern, index) ?? verbatim('(');
  if (rest.startsWith('\\Q')) return readLiteral(pattern, index);
  if (rest.startsWith('\\')) return escapeError(pattern, index) ?? readEscape(pattern, index, rest, false);
  // A closing bracket at the start of a class is a literal member of the class.
  if (rest.startsWith('[')) return verbatim(/^\[\^?\]?/.exec(rest)?.[0] ?? '[');
  return verbatim(rest.charAt(0));
}

function readClassPart(pattern: string, index: number, rest: string): Token {
  if (rest.startsWith('\\')) return readEscape(pattern, index, rest, true);
  return verbatim(POSIX_CLASS.exec(rest)?.[0] ?? rest.charAt(0));
}

function readEscape(pattern: string, index: number, rest: string, inClass: boolean): Token {
  const code = CODE.exec(rest);
  if (code) return { text: `\\x{${codePoint(code)}}`, length: code[0].length };
  const named = UNICODE_CLASS.exec(rest);
  if (named) {
    const [whole, letter, caret, name = ''] = named;
    if (name.trim() === '') return patternError(pattern, index, whole, 'namelessClass');
    return { text: `\\${letter}{${caret}${unicodeClassName(name)}}`, length: whole.length };
  }
  const letter = rest.charAt(1);
  if (inClass && letter === 'b') return { text: '\\x08', length: 2 };
  const shorthand = unicodeShorthand(letter, inClass);
  return shorthand === null ? verbatim(rest.slice(0, 2)) : { text: shorthand, length: 2 };
}

/** Reads literal text in `\Q…\E`. */
function readLiteral(pattern: string, index: number): Token {
  const end = pattern.indexOf('\\E', index);
  return verbatim(end < 0 ? pattern.slice(index) : pattern.slice(index, end + 2));
}

function codePoint([, long, high, low, short]: RegExpExecArray): string {
  if (long ?? short) return long ?? short ?? '';
  const pair = String.fromCharCode(Number.parseInt(high ?? '', 16), Number.parseInt(low ?? '', 16));
  return (pair.codePointAt(0) ?? 0).toString(16);
}

function verbatim(text: string): Token {
  return { text, length: text.length };
}
