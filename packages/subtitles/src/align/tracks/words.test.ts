import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { splitWords } from './words.ts';

describe('the words of a line', () => {
  it.each<[script: string, text: string, words: string[]]>([
    ['English', 'The cat sat', ['te', 'kat', 'sat']],
    ['English with punctuation', 'Yes, no!', ['ies', 'no']],
    ['English with an apostrophe', 'don’t', ['dont']],
    ['English with another apostrophe', "don't", ['dont']],
    ['German', 'Größe', ['grose']],
    ['French', 'l’été', ['lete']],
    ['Polish', 'Łódź', ['lods']],
    ['Danish', 'Ærø', ['ero']],
    ['Icelandic', 'Þór', ['tor']],
    ['Turkish', 'ışık', ['isik']],
    ['Russian', 'мама', ['mama']],
    ['Ukrainian', 'їжа', ['ija']],
    ['Serbian', 'ја', ['ia']],
    ['Greek', 'μάθημα', ['matim']],
    ['Arabic', 'كتاب', ['كتاب']],
    ['Arabic with its article', 'الكتاب', ['كتاب']],
    ['Arabic with vowels', 'كِتَاب', ['كتاب']],
    ['Hebrew', 'שלום', ['שלום']],
    ['Korean, by its first five sounds', '안녕', ['안녀'.normalize('NFD')]],
    ['Chinese', '早上好', ['早上', '上好']],
    ['Chinese of one character', '好', ['好']],
    ['Japanese', 'ねこ', ['ねこ']],
    ['Japanese with its long vowel', 'カー', ['カー']],
    ['Thai', 'กขค', ['กข', 'ขค']],
    ['two scripts', 'GUIを見る', ['gu', 'ui', 'iを', 'を見', '見る']],
    ['full-width letters', 'ＡＢＣ', ['abk']],
    ['numbers', '12 and 3', ['#12', 'and', '#3']],
    ['a number with a point', '3.14', ['#314']],
    ['a number with separators', '1,234,567.89', ['#123456789']],
    ['a number in Arabic digits', '١٢', ['#12']],
    ['a number in Persian digits', '۱۲', ['#12']],
    ['a number in Indian digits', '१२', ['#12']],
    ['a number in Bengali digits', '১২', ['#12']],
    ['a number in Thai digits', '๑๒', ['#12']],
    ['a number joined with letters', 'R2D2', ['r', '#2', 'd', '#2']],
    ['a year after a word', 'in 1984.', ['in', '#1984']],
    ['a doubled letter', 'hello', ['helo']],
    ['a long word', 'constitutional', ['konst']],
    ['no word', '… – !', []],
    ['nothing', '', []],
  ])('in %s: %s', (_, text, words) => {
    expect(splitWords(text)).toEqual(words);
  });

  it.each([
    ['a capital', 'Maria', 'maria'],
    ['an accent', 'María', 'maria'],
    ['an accent that combines', 'Mari\u0301a', 'maria'],
    ['another alphabet', 'Мирон', 'miron'],
    ['the Greek alphabet', 'Μαρία', 'maria'],
    ['c for k', 'Clara', 'Klara'],
    ['q for k', 'Iraq', 'Irak'],
    ['y for i', 'Syria', 'Siria'],
    ['z for s', 'Zara', 'Sara'],
    ['w for v', 'Waldo', 'Valdo'],
    ['x for ks', 'Alex', 'Aleks'],
    ['ph for f', 'Photo', 'Foto'],
    ['th for t', 'Martha', 'Marta'],
    ['one letter for two', 'Philippa', 'Filipa'],
    ['an end', 'Berliner', 'Berlins'],
    ['a ligature', 'ﬁnal', 'final'],
  ])('match despite %s: %s and %s', (_, first, second) => {
    expect(splitWords(first)).toEqual(splitWords(second));
  });

  it.each([
    ['night', 'light'],
    ['#1', '1st'],
    ['12', '13'],
    ['早上', '上早'],
    ['кот', 'код'],
    ['ירוק', 'ירוש'],
  ])('don’t match where they differ: %s and %s', (first, second) => {
    expect(splitWords(first)).not.toEqual(splitWords(second));
  });

  it('are never empty, and those of numbers start with #', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: fc.constantFrom('a', 'é', 'я', '字', 'ก', '1', '٣', ' ', '.', '’', '한') }),
        (text) => {
          for (const word of splitWords(text)) {
            expect(word).not.toBe('');
            expect(/^#?\d/.test(word)).toBe(word.startsWith('#'));
          }
        },
      ),
    );
  });

  it.each([
    ['vector', 'вектора', 'vektorů', 'Vektoren'],
    ['Maria', 'Мария', 'María', 'Μαρία'],
    ['Michael', 'Michaels', 'michael’s'],
    ['Αθήνα', 'athina'],
    ['Łódź', 'lodz'],
    ['İstanbul’da', 'Istanbul'],
    ['philosophy', 'filosofía', 'философия'],
  ])('match in another language: %s', (word, ...others) => {
    for (const other of others) expect(splitWords(other)).toEqual(splitWords(word));
  });

  it('are the same next to an emoji, which the fast path doesn’t support', () => {
    const text = fc.string({ unit: fc.constantFrom(..."aé’'1٣.,٫ 線ตЖ-ाß３") });
    fc.assert(
      fc.property(text, (words) => {
        expect(splitWords(`${words} 😀`)).toEqual(splitWords(words));
      }),
    );
  });
});
