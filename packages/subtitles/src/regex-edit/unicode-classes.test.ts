import { describe, expect, it } from 'vitest';
import { previewRegex } from './preview-regex.ts';
import { unicodeClassName, unicodeShorthand } from './unicode-classes.ts';

const replaceMatches = (text: string, pattern: string, replacement = '_') => {
  const preview = previewRegex([text], { pattern, replacement });
  return 'problem' in preview ? preview.problem : (preview.changes[0]?.after ?? text);
};

describe('a word', () => {
  it.each([
    ['English', 'well done'],
    ['French, decomposed', 'de\u0301ja\u0300 vu'],
    ['Vietnamese', 'Việt Nam'],
    ['Russian', 'добрый день'],
    ['Arabic with vowels', 'صَبَاح الخَيْر'],
    ['Hebrew with points', 'בֹּקֶר טוֹב'],
    ['Hindi', 'शुभ प्रभात'],
    ['Thai', 'สวัสดี ตอนเช้า'],
    ['Korean', '좋은 아침'],
    ['Chinese', '早上 好'],
    ['digits', '12 ٣٤'],
    ['a stroke', 'a_b c_d'],
  ])('in %s is a run of \\w', (_, text) => {
    expect(replaceMatches(text, '\\w+')).toBe('_ _');
  });

  it.each(['-', '’', "'", '.', ',', '、', '。', '،', '؟', '।', '♪', '😀', '\u200B', '#'])(
    'doesn’t include %j',
    (character) => {
      expect(replaceMatches(character, '\\w')).toBe(character);
      expect(replaceMatches(character, '\\W')).toBe('_');
      expect(replaceMatches(character, '[\\W]')).toBe('_');
    },
  );
});

describe('a digit', () => {
  it.each(['0', '9', '٣', '۳', '३', '৩', '๓', '３', '༣', '៣'])('is %s', (digit) => {
    expect(replaceMatches(digit, '^\\d$')).toBe('_');
    expect(replaceMatches(digit, '[\\d]')).toBe('_');
    expect(replaceMatches(digit, '\\D')).toBe(digit);
  });

  it.each(['½', '²', 'Ⅳ', '三', 'x', '①'])('isn’t %s', (character) => {
    expect(replaceMatches(character, '\\d')).toBe(character);
    expect(replaceMatches(character, '\\D')).toBe('_');
    expect(replaceMatches(character, '[\\D]')).toBe('_');
  });
});

describe('a space', () => {
  it.each([...' \t\n\r\u000B\u000C\u00A0\u1680\u2000\u2009\u200A\u2028\u2029\u202F\u205F\u3000\uFEFF'])(
    'is %j',
    (space) => {
      expect(replaceMatches(`a${space}b`, '\\s')).toBe('a_b');
      expect(replaceMatches(`a${space}b`, '[\\s]')).toBe('a_b');
      expect(replaceMatches(space, '\\S')).toBe(space);
      expect(replaceMatches(space, '[\\S]')).toBe(space);
    },
  );

  it.each(['a', '\u200B', '\u200C', '\u180E', '_', '。', '\u0000', '\u0085'])('isn’t %j', (character) => {
    expect(replaceMatches(character, '\\s')).toBe(character);
    expect(replaceMatches(character, '[\\S]')).toBe('_');
  });
});

describe('a script', () => {
  it.each([
    ['Latin', 'aé', 'я'],
    ['Greek', 'α', 'a'],
    ['Cyrillic', 'я', 'a'],
    ['Arabic', 'ع', 'ש'],
    ['Hebrew', 'ש', 'ع'],
    ['Devanagari', 'न', 'ก'],
    ['Bengali', 'ন', 'न'],
    ['Thai', 'ก', 'न'],
    ['Hangul', '한', '字'],
    ['Han', '字', 'あ'],
    ['Hiragana', 'あ', 'ア'],
    ['Katakana', 'ア', 'あ'],
    ['Georgian', 'დ', 'a'],
    ['Armenian', 'բ', 'a'],
  ])('%s is found by its name in any spelling', (script, matching, different) => {
    for (const name of [`\\p{${script}}`, `\\p{Script=${script}}`, `\\p{sc=${script}}`]) {
      expect(replaceMatches(`${matching}${different}`, `${name}+`)).toBe(`_${different}`);
    }
    expect(replaceMatches(`${matching}${different}`, `\\P{${script}}`)).toBe(`${matching}_`);
  });
});

describe('a category', () => {
  it.each([
    ['Letter', 'L', 'a', '1'],
    ['Uppercase_Letter', 'Lu', 'É', 'é'],
    ['Lowercase_Letter', 'Ll', 'é', 'É'],
    ['Other_Letter', 'Lo', '字', 'a'],
    ['Modifier_Letter', 'Lm', 'ー', 'ア'],
    ['Mark', 'M', '\u0301', 'e'],
    ['Number', 'N', '½', 'x'],
    ['Decimal_Number', 'Nd', '٣', '½'],
    ['Letter_Number', 'Nl', 'Ⅳ', '4'],
    ['Punctuation', 'P', '。', 'a'],
    ['Dash_Punctuation', 'Pd', '–', '.'],
    ['Open_Punctuation', 'Ps', '（', '）'],
    ['Close_Punctuation', 'Pe', '）', '（'],
    ['Initial_Punctuation', 'Pi', '«', '»'],
    ['Final_Punctuation', 'Pf', '»', '«'],
    ['Symbol', 'S', '♪', '.'],
    ['Currency_Symbol', 'Sc', '€', '+'],
    ['Math_Symbol', 'Sm', '+', '€'],
    ['Other_Symbol', 'So', '♪', '+'],
    ['Separator', 'Z', '\u00A0', 'a'],
    ['Space_Separator', 'Zs', '\u3000', 'a'],
    ['Control', 'Cc', '\t', 'a'],
    ['Format', 'Cf', '\u200E', 'a'],
  ])('%s is found by its long and its short name', (long, short, matching, different) => {
    for (const name of [long, short, `gc=${short}`, `General_Category=${long}`]) {
      expect(replaceMatches(`${matching}${different}`, `\\p{${name}}`)).toBe(`_${different}`);
    }
  });
});

describe('names known to the engine', () => {
  it.each([
    ['Letter', 'L'],
    ['Script=Greek', 'Greek'],
    ['sc=Greek', 'Greek'],
    ['gc=Lu', 'Lu'],
    ['General_Category=Uppercase_Letter', 'Lu'],
    ['Script = Han', 'Han'],
    ['Greek', 'Greek'],
    ['Klingon', 'Klingon'],
    ['letter', 'letter'],
  ])('the regex engine’s name for %s is %s', (name, expected) => {
    expect(unicodeClassName(name)).toBe(expected);
  });

  it.each(['b', 'B', 'n', 't', 'x', 'A', 'z', ''])('have no shorthand for %j', (letter) => {
    expect(unicodeShorthand(letter, false)).toBeNull();
  });
});
