/** A word normalised for comparison. `exact` is equal if the spelling is correct, `bare` also if only diacritics differ. */
export type Letters = { exact: string; bare: string };

/** Characters within a word that aren't letters: apostrophes, Hebrew's geresh and gershayim, Armenian's accents. */
export const INSIDE_WORD = '\'’‘ʼʹ`´＇′׳״"՚-՞·';
const NOT_LETTERS = new RegExp(`[${INSIDE_WORD}\\p{Cf}\\p{Variation_Selector}]`, 'gu');

/** Marks that are optional in writing: Arabic's short vowels and tatweel, Hebrew's niqqud, stress in Cyrillic. */
const OPTIONAL_MARKS =
  /(?<=[а-яёєіїґў])\u0301|[\u0591-\u05bd\u05bf\u05c1\u05c2\u05c4\u05c5\u05c7\u0610-\u061a\u0640\u064b-\u0652\u0670\u06d6-\u06ed]/g;

/** Diacritics, except the voicing marks of kana and the vowel signs of Indic scripts and Thai, which count as letters. */
const MARKS =
  /[\u0300-\u036f]|[\u0483-\u0487]|[\u0653-\u065f]|[\u1ab0-\u1aff]|[\u1dc0-\u1dff]|[\u20d0-\u20ff]|[\u0900-\u0902]|\u093c|\u0981|\u09bc|[\u0e47-\u0e4e]/g;

/** Letters with a diacritic that Unicode doesn't decompose, each followed by its base letter. */
const MARKED = new Map(
  [...'łlđdøoħhŧtıiɨiƀbǥgðdىيةهٱایيکك'.matchAll(/(.)(.)/gu)].map(([, marked = '', plain = '']) => [
    marked,
    plain,
  ]),
);
const MARKED_LETTERS = new RegExp(`[${[...MARKED.keys()].join('')}]`, 'g');

const UMLAUTS: Record<string, string> = { ä: 'ae', ö: 'oe', ü: 'ue' };
/** Nasal consonants before a stop of their class, which Hindi also writes with anusvara: हिन्दी, हिंदी. */
const NASAL_BEFORE_STOP =
  /\u0919\u094d(?=[\u0915-\u0918])|\u091e\u094d(?=[\u091a-\u091d])|\u0923\u094d(?=[\u091f-\u0922])|\u0928\u094d(?=[\u0924-\u0927])|\u092e\u094d(?=[\u092a-\u092d])/g;

/** Vietnamese tone marks on the first vowel of oa, oe and uy at the end of a syllable, the older style: hòa for hoà. */
const OLD_TONE_POSITION =
  /o([\u0300\u0301\u0303\u0309\u0323])([ae])$|(?<!q)u([\u0300\u0301\u0303\u0309\u0323])(y)$/;

const LIGATURES: Record<string, string> = { ß: 'ss', œ: 'oe', æ: 'ae', ς: 'σ' };

/** Returns a language code without region and script: `pt` for `pt-BR`. */
export function baseLanguage(lang: string): string {
  return lang.split('-', 1)[0] ?? '';
}

/** Returns a language code in the form that `Intl` requires, such as `zh-TW` for `zh_TW`; `en` for an invalid code. */
export function canonicalLanguage(lang: string): string {
  try {
    return Intl.getCanonicalLocales(lang.replaceAll('_', '-'))[0] ?? 'en';
  } catch {
    return 'en';
  }
}

/** Ideographs and hiragana, which need no conversion. */
const UNCHANGED_CHARACTER = /^[\u3041-\u3096\u3400-\u9fff]$/;

/** Normalises a word to its lower-case letters, following the conventions of its language. */
export function toLetters(word: string, lang: string, kana = false): Letters {
  if (UNCHANGED_CHARACTER.test(word)) return { exact: word, bare: word };
  const base = baseLanguage(lang);
  let letters = word
    .replace(NOT_LETTERS, '')
    .normalize('NFKC')
    .toLocaleLowerCase(lang)
    .replace('i\u0307', 'i')
    .replace('เเ', 'แ')
    .replace(OPTIONAL_MARKS, '')
    .replace(/[ßœæς]/g, (letter) => LIGATURES[letter] ?? letter);
  if (base === 'ru') letters = letters.replaceAll('ё', 'е');
  if (base === 'fa' || base === 'ur')
    letters = letters.replaceAll('ي', 'ی').replaceAll('ى', 'ی').replaceAll('ك', 'ک');
  if (base === 'ro') letters = letters.replaceAll('ş', 'ș').replaceAll('ţ', 'ț');
  if (base === 'hi' || base === 'mr' || base === 'ne') letters = letters.replace(NASAL_BEFORE_STOP, '\u0902');
  if (base === 'vi') letters = moveTone(letters);
  if (kana) letters = toHiragana(letters);
  const bare = letters
    .normalize('NFD')
    .replace(MARKS, '')
    .replace(MARKED_LETTERS, (letter) => MARKED.get(letter) ?? letter)
    .normalize('NFC');
  if (base === 'de') letters = letters.replace(/[äöü]/g, (letter) => UMLAUTS[letter] ?? letter);
  return { exact: letters, bare };
}

/** Returns true for Greek capitals, which are written without accents. */
export function hasGreekCapitals(word: string): boolean {
  return /^(?=.*\p{sc=Grek})[^\p{Ll}]{2,}$/u.test(word);
}

function moveTone(syllable: string): string {
  return syllable
    .normalize('NFD')
    .replace(OLD_TONE_POSITION, (_, onO, afterO, onU, afterU) =>
      onO ? `o${afterO}${onO}` : `u${afterU}${onU}`,
    )
    .normalize('NFC');
}

function toHiragana(text: string): string {
  return text.replace(/[\u30a1-\u30f6\u30fd\u30fe]/g, (kana) =>
    String.fromCodePoint((kana.codePointAt(0) ?? 0) - 0x60),
  );
}

/** Returns true if `a` equals `b`, or becomes `b` by inserting, deleting or replacing a letter or swapping two neighbours. */
export function isWithinOneEdit(a: string, b: string): boolean {
  if (Math.abs(a.length - b.length) > 2) return false;
  const [from, to] = [[...a], [...b]];
  if (Math.abs(from.length - to.length) > 1) return false;
  let start = 0;
  while (start < from.length && from[start] === to[start]) start += 1;
  let [end, toEnd] = [from.length, to.length];
  while (end > start && toEnd > start && from[end - 1] === to[toEnd - 1]) {
    end -= 1;
    toEnd -= 1;
  }
  if (end - start <= 1 && toEnd - start <= 1) return true;
  const isSwap = from[start] === to[start + 1] && from[start + 1] === to[start];
  return isSwap && end - start === 2 && toEnd - start === 2;
}
