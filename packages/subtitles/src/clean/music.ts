import { EFFECT_PARTS, EFFECT_PHRASES, EFFECT_WORDS } from './effect-words.ts';
import { linesOf, withoutTags } from './lines.ts';

const MUSIC_SIGN = /[♩♪♫♬¶🎵🎶𝄞]/u;
// Music symbols with their decoration: waves, dots, dashes, and the # of older files.
const SIGNS_ONLY = /^(?:[♩♪♫♬¶🎵🎶𝄞\s~∼～〜*#.…・·,\-–—‐]|\p{Variation_Selector})*$/u;
// Music notes that an old encoding turned into # or, spaced, into ?.
const HASHES_ONLY = /^[-–—‐]?\s*(?:#[\s#]*|\?(?:\s+\?)+\s*)$/u;

const OUTER_BRACKETS = /^[\s[({（［【〔]+|[\s\])}）］】〕]+$/gu;
const INNER_BRACKET = /[[\](){}（）［］【】〔〕]/u;

/** Maximum number of words in a name (‘upbeat electronic dance music playing’). */
const MAX_WORDS = 5;

/** Returns true if the text in a pair of brackets names music, applause or laughter, or consists of music symbols. */
export function isEffect(content: string): boolean {
  const name = content.replace(OUTER_BRACKETS, '').normalize('NFC').toLowerCase();
  if (INNER_BRACKET.test(name)) return false;
  if (MUSIC_SIGN.test(name) && SIGNS_ONLY.test(name)) return true;
  const words = name.split(/[^\p{L}\p{M}\p{N}'’]+/u).filter((word) => word !== '');
  if (words.length === 0 || words.length > MAX_WORDS) return false;
  const phrase = words.join(' ');
  return (
    words.some((word) => EFFECT_WORDS.has(word)) ||
    EFFECT_PHRASES.some((known) => ` ${phrase} `.includes(` ${known} `)) ||
    EFFECT_PARTS.some((part) => phrase.includes(part))
  );
}

/** Empties a cue that consists of music symbols, or a speaker's line of them; sung lines and the symbols around them stay. */
export function removeMusicSigns(text: string): string {
  if (!MUSIC_SIGN.test(text) && !/[#?]/.test(text)) return text;
  const lines = linesOf(text);
  const isSigns = lines.map(onlySigns);
  if (lines.every((line, at) => isSigns[at] || line.trim() === '')) return '';
  // `- ♪♪` is a speaker's turn; a line of symbols without a dash may frame a song.
  const rest = lines.filter((line, at) => !(isSigns[at] && /^\s*[-–—‐]/u.test(withoutTags(line))));
  return rest.length < lines.length ? rest.join('\n') : text;
}

function onlySigns(line: string): boolean {
  const plain = withoutTags(line);
  return (MUSIC_SIGN.test(plain) && SIGNS_ONLY.test(plain)) || HASHES_ONLY.test(plain);
}
