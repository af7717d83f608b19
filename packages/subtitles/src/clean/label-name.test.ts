import { describe, expect, it } from 'vitest';
import { classifyName, countWords, readSpeakerName } from './label-name.ts';

const findName = (text: string, context: { allCapitals?: boolean; bracketed?: boolean } = {}) =>
  readSpeakerName(text, { allCapitals: false, bracketed: false, next: '', ...context });

describe('a name in capitals', () => {
  it.each([
    ['MAN', 'MAN'],
    ['Q', 'Q'],
    ['MAN 2', 'MAN 2'],
    ['MAN2', 'MAN2'],
    ['GUARD #3', 'GUARD #3'],
    ['2ND GUARD', '2ND GUARD'],
    ['DR. SMITH', 'DR. SMITH'],
    ['Dr. SMITH', 'Dr. SMITH'],
    ['Mr SMITH', 'Mr SMITH'],
    ['Mme CURIE', 'Mme CURIE'],
    ['Sra. LÓPEZ', 'Sra. LÓPEZ'],
    ['McCOY', 'McCOY'],
    ['MacLEOD', 'MacLEOD'],
    ['LUDWIG van BEETHOVEN', 'LUDWIG van BEETHOVEN'],
    ['OTTO von BISMARCK', 'OTTO von BISMARCK'],
    ['JUANA de ARCO', 'JUANA de ARCO'],
    ["O'HARA", "O'HARA"],
    ['O’HARA', 'O’HARA'],
    ['JEAN-LUC', 'JEAN-LUC'],
    ['JOHN & MARY', 'JOHN & MARY'],
    ['JOHN/MARY', 'JOHN/MARY'],
    ['R2-D2', 'R2-D2'],
    ['K.I.T.T.', 'K.I.T.T.'],
    ['ÉLÉONORE', 'ÉLÉONORE'],
    ['ŁUKASZ', 'ŁUKASZ'],
    ['ŠÁRKA', 'ŠÁRKA'],
    ['ÖZGÜR', 'ÖZGÜR'],
    ['ИВАН ПЕТРОВИЧ', 'ИВАН ПЕТРОВИЧ'],
    ['ЇЖАК', 'ЇЖАК'],
    ['ΜΑΡΊΑ', 'ΜΑΡΊΑ'],
    ['JOHN (O.S.)', 'JOHN'],
    ['JOHN [on phone]', 'JOHN'],
    ['(quietly) JOHN', 'JOHN'],
    ['JOHN （小声）', 'JOHN'],
    ['  JOHN  ', 'JOHN'],
  ])('is recognised: %s', (text, name) => {
    expect(findName(text)).toBe(name);
  });

  it.each([
    ['small letters', 'John'],
    ['a small word', 'man'],
    ['mixed letters', 'JOHNny'],
    ['no letter', '42'],
    ['nothing', ''],
    ['a mark', '...'],
    ['a comma', 'WELL, JOHN'],
    ['a question', 'WHAT? JOHN'],
    ['an exclamation', 'NO! JOHN'],
    ['a Spanish mark', '¿JUAN'],
    ['a slash of an address', 'HTTP://X'],
    ['an at sign', 'JOHN@HOME'],
    ['a quote', '"JOHN"'],
    ['an underscore', 'JOHN_DOE'],
    ['a plus', 'C++'],
    ['a line break', 'JOHN\nMARY'],
    ['an announcement', 'NOTE'],
    ['an announcement of two words', 'LET OP'],
    ['an abbreviation that announces', 'P.S.'],
    ['a German announcement', 'ACHTUNG'],
    ['a Russian announcement', 'ВНИМАНИЕ'],
    ['a Greek announcement', 'ΠΡΟΣΟΧΉ'],
    ['a Turkish announcement', 'DİKKAT'],
    ['a heading with a number', 'CHAPTER 3'],
    ['a German heading with a number', 'KAPITEL 3'],
    ['a Polish heading with a number', 'ROZDZIAŁ 3'],
    ['a Russian heading with a number', 'ГЛАВА 3'],
  ])('is not recognised with %s', (_, text) => {
    expect(findName(text)).toBeNull();
  });

  it('is recognised if a heading word has no number', () => {
    expect(findName('DAY')).toBe('DAY');
  });

  it('has up to 30 characters', () => {
    expect(findName('A'.repeat(30))).toBe('A'.repeat(30));
    expect(findName('A'.repeat(31))).toBeNull();
  });

  it.each([
    ['MAN', true],
    ['OLD MAN', true],
    ['MAN ON RADIO', true],
    ['QUEEN OF HEARTS', true],
    ['JOHN AND MARY', true],
    ['POLICE OFFICER 2', true],
    ['THINGS TO DO', false],
    ['WHAT WE KNOW NOW', false],
  ])('a speaker name in an all-capitals text: %s: %s', (text, isName) => {
    expect(findName(text, { allCapitals: true }) !== null).toBe(isName);
  });
});

describe('a name in a script without case', () => {
  it.each([
    ['Chinese', '老师'],
    ['Chinese of four characters', '欧阳先生'],
    ['Traditional Chinese', '旁白'],
    ['Japanese with kana', 'ナレーター'],
    ['Japanese of both', '田中さん'],
    ['Korean', '민수'],
    ['Korean of two words', '김 선생'],
    ['Arabic', 'أحمد'],
    ['Arabic of two words', 'أبو علي'],
    ['Persian', 'راوی'],
    ['Hebrew', 'דוד'],
    ['Hindi', 'राम'],
    ['Thai', 'สมชาย'],
  ])('is recognised in %s: %s', (_, text) => {
    expect(findName(text)).toBe(text);
  });

  it.each([
    ['five Chinese characters', '欧阳老先生'],
    ['a Chinese clause', '我想强调'],
    ['‘he said’ in Chinese', '他说'],
    ['‘for example’ in Chinese', '例如'],
    ['‘note’ in Chinese', '注意'],
    ['a credit in Chinese', '字幕'],
    ['nine characters with kana', 'ナレーターさんたち'],
    ['a topic in Japanese', '理由は'],
    ['‘example’ in Japanese', '例えば'],
    ['a topic in Korean', '결과는'],
    ['‘note’ in Korean', '참고'],
    ['‘for example’ in Korean', '예를 들어'],
    ['three Korean words', '김 선생 님'],
    ['‘he said’ in Arabic', 'قال أحمد'],
    ['‘note’ in Arabic', 'ملاحظة'],
    ['‘he said’ in Persian', 'گفت'],
    ['‘he said’ in Hebrew', 'הוא אמר'],
    ['‘question’ in Hebrew', 'שאלה'],
    ['‘he said’ in Hindi', 'राम कहा'],
    ['‘example’ in Hindi', 'उदाहरण'],
    ['‘note’ in Thai', 'หมายเหตุ'],
    ['‘he said’ in Thai', 'เขาบอกว่า'],
    ['more than twenty Thai characters', 'ก'.repeat(21)],
  ])('isn’t recognised: %s, %s', (_, text) => {
    expect(findName(text)).toBeNull();
  });
});

describe('a name alone in brackets', () => {
  it('is recognised unless the brackets belong to another rule', () => {
    expect(findName('(MAN)', { bracketed: true })).toBe('(MAN)');
    expect(findName('(MAN)')).toBeNull();
  });

  it('needs a letter', () => {
    expect(findName('(12)', { bracketed: true })).toBeNull();
  });
});

describe('a name’s words', () => {
  it.each([
    ['MAN', 1],
    ['OLD MAN', 2],
    ['  OLD   MAN ', 2],
    ['MAN ON RADIO', 3],
    ['', 0],
  ])('the name %j has %i words', (name, count) => {
    expect(countWords(name)).toBe(count);
  });
});

describe('a name in mixed case', () => {
  it.each([
    ['Man', 'sure'],
    ['Old woman', 'sure'],
    ['Man over P.A.', 'sure'],
    ['Officer #2', 'sure'],
    ['1st guard', 'sure'],
    ['Mujer en la radio', 'sure'],
    ['Both', 'sure'],
    ['Anna', 'likely'],
    ['Anna and Ben', 'likely'],
    ['Dr. Smith', 'likely'],
    ['J.R. Ewing', 'likely'],
    ['Note', null],
    ['Good News', null],
    ['Chapter Two', null],
    ['After all', null],
    ['The man said', null],
    ['Okay.', null],
    ['Fine. Anna', null],
    ['Enough. Anna', null],
  ])('%s is %s', (name, kind) => {
    expect(classifyName(name)).toBe(kind);
  });
});
