import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { findPunctuation, PUNCTUATION_COUNT } from './punctuation.ts';
import { endsSentence, isSpeech, spokenLength } from './speech.ts';

describe('isSpeech rejects', () => {
  it.each([
    ...'[sighs]|(sighs)|{sighs}|<sighs>|［ため息］|（ため息）|【ため息】|[ضحك]|(צחוק)|[हँसी]|(смех)|[웃음]'.split(
      '|',
    ),
    ...'[เสียงหัวเราะ]|[sighs] [laughs]|[sighs] (laughs)|[a man\nlaughs]|- [sighs]|♪|♫ ♫|#'.split('|'),
    ...'* * *|♪ Theme ♪|♪ Soft music plays ♪|# Theme #|♫ 主題歌 ♫|…|?!|—|   |\n|♪ [music] ♪|'.split('|'),
  ])('%j', (text) => {
    expect(isSpeech(text)).toBe(false);
  });
});

describe('isSpeech accepts', () => {
  it.each([
    ...'Hello|No.|A|5|٣|好|نعم|כן|हाँ|ใช่|네|[sighs] No.|No. [sighs]|(He sighs) No.|[unclosed'.split('|'),
    ...'unopened]|♪ La la la la la ♪|♪ I walk along the long and winding road ♪'.split('|'),
    ...'♪ a line that is not closed|not opened ♪|♪ one ♪ two ♪ three ♪|♪ 雨が降る町の中を歩いて行く人たち ♪'.split(
      '|',
    ),
    ...'2 * 3|#1|Room #5|a < b|«Bonjour»|「はい」|#1: Getting Started|5 * 4 * 3'.split('|'),
  ])('%j', (text) => {
    expect(isSpeech(text)).toBe(true);
  });

  it.each(['(', '[', '{', '<'])('speech after many unclosed %s, in linear time', (bracket) => {
    expect(isSpeech(`${bracket.repeat(400_000)} Hello.`)).toBe(true);
  });

  it('a song of more than three words or of more than 24 letters', () => {
    expect(isSpeech('♪ one two three ♪')).toBe(false);
    expect(isSpeech('♪ one two three four ♪')).toBe(true);
    expect(isSpeech(`♪ ${'a'.repeat(24)} ♪`)).toBe(false);
    expect(isSpeech(`♪ ${'a'.repeat(25)} ♪`)).toBe(true);
  });
});

describe('the length of a spoken text', () => {
  it.each([
    ['nothing', '', 0],
    ['spaces and punctuation', ' .,!? ', 0],
    ['letters', 'abc', 3],
    ['letters with accents', 'éàü', 3],
    ['an accent that combines', 'e\u0301', 1],
    ['digits', '1984', 4],
    ['Russian', 'привет', 6],
    ['Arabic', 'نعم', 3],
    ['Hebrew', 'שלום', 4],
    ['Hindi, by its letters', 'नमस्ते', 4],
    ['Thai, by its letters', 'กา', 2],
    ['Chinese', '你好', 5],
    ['kana', 'ねこ', 5],
    ['Korean', '안녕', 5],
    ['a rare character', '𠀀', 2.5],
    ['an emoji', '😀', 0],
    ['a mixture', 'ok 好', 4.5],
  ])('is correct for %s', (_, text, weight) => {
    expect(spokenLength(text)).toBe(weight);
  });

  it('is additive', () => {
    const texts = fc.string({ unit: fc.constantFrom('a', 'é', '字', 'か', '한', ' ', '.', '1', '𠀀') });
    fc.assert(
      fc.property(texts, texts, (first, second) => {
        expect(spokenLength(first + second)).toBe(spokenLength(first) + spokenLength(second));
      }),
    );
  });
});

describe('the end of a sentence', () => {
  it.each([
    ...'No.|No!|No?|No…|好。|好！|好？|نعم؟|हाँ।|No.”|No."|Non.»|好。」|好。』|(No.)|[No.]|（好。）|No.  '.split(
      '|',
    ),
    ...'No.\n|No...'.split('|'),
    "No.'",
  ])('is in %j', (text) => {
    expect(endsSentence(text)).toBe(true);
  });

  it.each(['No', 'No,', 'No;', 'No:', 'No -', '“No”', '好，', '好、', 'نعم،', 'ครับ', '', '1.5'])(
    'isn’t in %j',
    (text) => {
      expect(endsSentence(text)).toBe(false);
    },
  );
});

describe('the punctuation of a text', () => {
  it.each<[string, string, number]>([
    ['none', 'Hello.', 0],
    ['a question', 'Really?', 1],
    ['a full-width question', '真的？', 1],
    ['an Arabic question', 'حقا؟', 1],
    ['a Greek question', 'Τι;', 1],
    ['an exclamation', 'Stop!', 2],
    ['a full-width exclamation', '停！', 2],
    ['a Spanish exclamation', '¡Alto!', 2],
    ['a colon', 'Look: here', 4],
    ['a full-width colon', '看：这里', 4],
    ['an ellipsis', 'Well…', 8],
    ['three dots', 'Well...', 8],
    ['two dots, which aren’t an ellipsis', 'Well..', 0],
    ['a question and an exclamation', 'What?!', 3],
    ['all of them', 'So: what…?!', 15],
    ['one twice', 'What? Who?', 1],
    ['nothing', '', 0],
  ])('is %s in %s', (_, text, bits) => {
    expect(findPunctuation(text)).toBe(bits);
  });

  it('fits in the declared number of bits', () => {
    expect(findPunctuation('?!:…')).toBe(2 ** PUNCTUATION_COUNT - 1);
  });

  it('of two joined texts includes the marks of both', () => {
    const texts = fc.string({ unit: fc.constantFrom('?', '！', ':', '…', 'a', '؟') });
    fc.assert(
      fc.property(texts, texts, (first, second) => {
        expect(findPunctuation(`${first} ${second}`)).toBe(findPunctuation(first) | findPunctuation(second));
      }),
    );
  });
});
