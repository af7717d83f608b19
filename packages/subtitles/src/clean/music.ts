import { EFFECT_PARTS, EFFECT_PHRASES, EFFECT_WORDS } from './effect-words.ts';
import { removeTags, toLines } from './lines.ts';

const MUSIC_SYMBOL = /[♩♪♫♬¶🎵🎶𝄞]/u;
// Music symbols with decoration: waves, dots, dashes, and the # of older files.
const SYMBOLS_ONLY = /^(?:[♩♪♫♬¶🎵🎶𝄞\s~∼～〜*#.…・·,\-–—‐]|\p{Variation_Selector})*$/u;
// Music symbols that an old encoding converted to # or to question marks with spaces.
const HASHES_ONLY = /^[-–—‐]?\s*(?:#[\s#]*|\?(?:\s+\?)+\s*)$/u;

const OUTER_BRACKETS = /^[\s[({（［【〔]+|[\s\])}）］】〕]+$/gu;
const INNER_BRACKET = /[[\](){}（）［］【】〔〕]/u;

/** Maximum number of words in a name (‘upbeat electronic dance music playing’). */
const MAX_WORDS = 5;

/** Returns true if the text in a pair of brackets names music, applause or laughter, or consists of music symbols. */
export function isEffect(content: string): boolean {
  const name = content.replace(OUTER_BRACKETS, '').normalize('NFC').toLowerCase();
  if (INNER_BRACKET.test(name)) return false;
  if (MUSIC_SYMBOL.test(name) && SYMBOLS_ONLY.test(name)) return true;
  const words = name.split(/[^\p{L}\p{M}\p{N}'’]+/u).filter((word) => word !== '');
  if (words.length === 0 || words.length > MAX_WORDS) return false;
  const phrase = words.join(' ');
  return (
    words.some((word) => EFFECT_WORDS.has(word)) ||
    EFFECT_PHRASES.some((known) => ` ${phrase} `.includes(` ${known} `)) ||
    EFFECT_PARTS.some((part) => phrase.includes(part))
  );
}

/** Removes cues and speakers' lines that consist of music symbols. Preserves sung lines and the symbols around them. */
export function removeMusicSymbols(text: string): string {
  if (!MUSIC_SYMBOL.test(text) && !/[#?]/.test(text)) return text;
  const lines = toLines(text);
  const isSymbolLine = lines.map(isSymbolsOnly);
  if (lines.every((line, index) => isSymbolLine[index] || line.trim() === '')) return '';
  // Removes only lines with a dash, which are speakers' turns (`- ♪♪`): symbols without a dash can surround a song.
  const rest = lines.filter((line, index) => !(isSymbolLine[index] && /^\s*[-–—‐]/u.test(removeTags(line))));
  return rest.length < lines.length ? rest.join('\n') : text;
}

/** Returns true if a line has only music symbols. */
export function isSymbolsOnly(line: string): boolean {
  const plain = removeTags(line);
  return (MUSIC_SYMBOL.test(plain) && SYMBOLS_ONLY.test(plain)) || HASHES_ONLY.test(plain);
}
