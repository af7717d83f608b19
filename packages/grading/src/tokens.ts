import type { Letters } from './letters.ts';
import { INSIDE_WORD, toLetters } from './letters.ts';
import { unspokenSpans } from './unspoken.ts';

/** A word, a number, a spoken symbol, or one character of a script without spaces, and its position in the text. */
export type Token = Letters & {
  kind: 'word' | 'number' | 'sign' | 'character';
  text: string;
  start: number;
  end: number;
  /**
   * True if it is separated from the previous token by a hyphen or by nothing: writing the two as one word or separately is
   * right.
   */
  isJoined: boolean;
  /** True if it isn't spoken, such as a speaker's name, and needn't be typed. */
  isOptional: boolean;
};

/** Scripts without spaces between words. */
const UNSPACED = '\\p{scx=Han}\\p{scx=Hira}\\p{scx=Kana}\\p{sc=Thai}\\p{sc=Lao}\\p{sc=Khmr}\\p{sc=Mymr}';
const UNSPACED_LETTER = `(?=[${UNSPACED}])[\\p{L}\\u3007\\u3005]`;
/** Vowels that can be typed as two characters: Thai and Lao am, and Thai ae. */
const DOUBLE_VOWEL = '\\u0e4d\\u0e32|\\u0ecd\\u0eb2|\\u0e40\\u0e40';
const CHARACTER = `${DOUBLE_VOWEL}|${UNSPACED_LETTER}(?:(?!${DOUBLE_VOWEL})[\\p{M}\\p{Cf}\\uff9e\\uff9f])*`;
const LETTER = `(?:(?!${UNSPACED_LETTER})[\\p{L}\\p{Nl}\\p{M}\\u00ad\\u200d\\u200e\\u200f\\u202a-\\u202e\\u2060\\u2066-\\u2069])`;
const WORD = `${LETTER}+(?:[${INSIDE_WORD}]+${LETTER}+)*`;
/** A number. Space-separated groups of three digits are part of the same number: 12 000. */
const NUMBER =
  "\\p{Nd}{1,3}(?:[ \\u00a0\\u2009\\u202f]\\p{Nd}{3})+(?!\\p{Nd})|\\p{Nd}+(?:[.,٫٬’':．，：]\\p{Nd}+)*(?: ?½)?|\\p{No}+";
const SIGN = '(?<!\\p{L})(?:US|R)\\$|#(?=\\p{Nd})|[%٪％\\p{Sc}&＆+=°№]';
const TOKEN = new RegExp(`(${CHARACTER})|(${NUMBER})|(?:${SIGN})|(${WORD})`, 'gu');

/** Marks without a letter, such as the emoji variation selector after ❤. */
const MARKS_ALONE = /^\p{M}*$/u;
const APOSTROPHE = new RegExp(`[${INSIDE_WORD}]`, 'u');
const JOINING = /^(?:[\p{Pd}./:_\u200b\u200c\u2044\ufeff]|["\p{Ps}\p{Pe}\p{Pi}\p{Pf}]*)$/u;

/** Splits a text into tokens for comparison, without punctuation, spaces and direction marks. */
export function tokenise(text: string, lang: string, kana = false): Token[] {
  const unspoken = unspokenSpans(text);
  const tokens: Token[] = [];
  for (const match of text.matchAll(TOKEN)) {
    const [whole, character, number, word] = match;
    const kind = character ? 'character' : number ? 'number' : word ? 'word' : 'sign';
    const tokenLetters =
      kind === 'number'
        ? normaliseNumberToken(whole, lang)
        : toLetters(kind === 'sign' ? commonSign(whole) : whole, lang, kana && kind === 'character');
    if (MARKS_ALONE.test(tokenLetters.exact)) continue;
    const start = match.index;
    const end = start + whole.length;
    const last = tokens.at(-1);
    const textBetween = last && text.slice(last.end, start).replace(/[\u200e\u200f]/g, '');
    const isAbbreviation = last?.kind === 'word' && last.text.length <= 2 && whole.length <= 2;
    const isJoined =
      textBetween !== undefined &&
      (JOINING.test(textBetween) ||
        APOSTROPHE.test(textBetween) ||
        (isAbbreviation && kind === 'word' && /^\.\s$/.test(textBetween)));
    const isOptional = unspoken.some((span) => span.start <= start && end <= span.end);
    tokens.push({ kind, text: whole, start, end, isJoined, isOptional, ...tokenLetters });
  }
  return tokens;
}

const commonSign = (sign: string) => sign.replace('٪', '%').replace('US$', '$');

/** The first code point of each script's digits, except those that NFKC converts to ASCII. */
const ZEROS = [
  0x660, 0x6f0, 0x7c0, 0x966, 0x9e6, 0xa66, 0xae6, 0xb66, 0xbe6, 0xc66, 0xce6, 0xd66, 0xe50, 0xed0, 0xf20,
  0x1040, 0x17e0, 0x1810,
];

function toAsciiDigits(text: string): string {
  return text
    .replace(/(?<=\p{Nd}) ?½/u, '.5')
    .normalize('NFKC')
    .replace(/\p{Nd}/gu, (digit) => {
      const point = digit.codePointAt(0) ?? 0;
      const zero = ZEROS.find((first) => point >= first && point < first + 10);
      return zero === undefined ? digit : String(point - zero);
    })
    .replaceAll('\u2044', '/')
    .replaceAll('٫', '.')
    .replaceAll('٬', ',');
}

const DECIMAL_POINTS = new Map<string, string>();
/**
 * Returns a language's decimal separator. Undefined for Spanish, since Spanish-speaking countries use both: there, three digits
 * after the separator are thousands.
 */
function decimalPoint(lang: string): string | undefined {
  if (lang === 'es') return undefined;
  const saved = DECIMAL_POINTS.get(lang);
  if (saved) return saved;
  const point = new Intl.NumberFormat(lang).formatToParts(1.5).find(({ type }) => type === 'decimal')?.value;
  DECIMAL_POINTS.set(lang, point ?? '.');
  return point;
}

/** Normalises a number to ASCII digits with a decimal point, such as 1250.5. A time keeps its colon, a fraction its slash. */
function normaliseNumberToken(text: string, lang: string): Letters {
  const digits = toAsciiDigits(text).replace(/[\s’']/g, '');
  const isPlain = /^\d+$/.test(digits) || digits.includes('/');
  const exact = isPlain ? digits : normaliseNumber(digits, decimalPoint(lang));
  return { exact, bare: exact };
}

function normaliseNumber(digits: string, decimal: string | undefined): string {
  if (digits.includes(':')) return digits.replace(/^0(?=\d)/, '');
  const separators = digits.replace(/\d/g, '');
  const last = separators.at(-1) ?? '';
  // In a number with both separators, such as 1.250,50, the last one is the decimal separator.
  const isMixed = new Set(separators).size > 1;
  const isGrouped = /^\d{1,3}(?:[.,]\d{2,3})*[.,]\d{3}$/.test(digits);
  if (!isMixed && isGrouped && (separators.length > 1 || last !== decimal))
    return digits.replace(/[.,]/g, '');
  if (separators.length > 1 && !isMixed) return digits;
  const at = digits.lastIndexOf(last);
  const fraction = digits.slice(at + 1).replace(/0+$/, '');
  return digits.slice(0, at).replace(/[.,]/g, '') + (fraction && `.${fraction}`);
}
