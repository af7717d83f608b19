import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { testWith } from '../testing/test-cleaning.ts';

const { cleanText } = testWith({ speakerNames: true });

describe('a colon in a time or a number', () => {
  it.each([
    '12:00',
    '12:00 is noon.',
    'Room 5:3',
    'At 05:30:15 it rang.',
    'FROM 9:00 TO 5:00',
    '오전 9:30에 만나요',
    'बजे ९:३० हैं',
    'เวลา ๙:๓๐',
    'SCORE: 3-1',
    '价格：100元',
  ])('is kept: %s', (text) => {
    expect(cleanText(text)).toBe(text);
  });
});

describe('a name in mixed case', () => {
  it.each([
    ['John: Come here.', 'Come here.'],
    ['Dr. Smith: Sit down.', 'Sit down.'],
    ['The man: sit down.', 'Sit down.'],
    ["Old man's voice: sit down.", 'Sit down.'],
    ['Man and woman: Sit down.', 'Sit down.'],
    ['François : Entrez.', 'Entrez.'],
    ['Müller: Herein.', 'Herein.'],
    ['Иван: Привет.', 'Привет.'],
    ['Νίκος: Γεια.', 'Γεια.'],
    ['Łukasz: Cześć.', 'Cześć.'],
    ['Özgür: Merhaba.', 'Merhaba.'],
    ['Narrator: Long ago …', 'Long ago …'],
    ['“Narrator: Long ago …”', '“Long ago …”'],
    ['Man: http://example.org', 'http://example.org'],
    ['Anna (quietly): come here.', 'Come here.'],
    ['\u202Bأحمد: مرحبا\u202C', '\u202Bمرحبا\u202C'],
    ['\u200F- أحمد: مرحبا\n\u200F- علي: نعم', '\u200F- مرحبا\n\u200F- نعم'],
  ])('is removed: %s', (text, left) => {
    expect(cleanText(text)).toBe(left);
  });

  it.each([
    'john: Come here.',
    'John: come here.',
    'She said: Run.',
    'Remember: Never run.',
    'Step 2: Wash it.',
    'Part Two: The Sea',
    'Dikkat: Islak.',
    'Result: Nothing.',
    'After all: We won.',
    'Anna met Ben: Love.',
    'i: the index',
    'See Dr. NO: He is bad.',
    'Stop! Anna: Come here.',
  ])('isn’t a label: %s', (text) => {
    expect(cleanText(text)).toBe(text);
  });
});

describe('names with digits', () => {
  it.each([
    ['MAN1: Yes.', 'Yes.'],
    ['1ST MAN: Yes.', 'Yes.'],
    ['4TH MAN: Yes.', 'Yes.'],
    ['R2-D2: Yes.', 'Yes.'],
    ['C-3PO: Yes.', 'Yes.'],
    ['AGENT 007: Yes.', 'Yes.'],
    ['MAN 1: Yes.\nMAN 2: No.', '- Yes.\n- No.'],
    ['MAN 1: Yes.\nMAN 1: No.', 'Yes.\nNo.'],
    ['МУЖЧИНА 1: Да.', 'Да.'],
    ['ΆΝΤΡΑΣ 2: Ναι.', 'Ναι.'],
  ])('are removed: %j', (text, left) => {
    expect(cleanText(text)).toBe(left);
  });

  it.each([
    '3 MEN: yes.',
    '007: yes.',
    'DAY 3: Rain.',
    'RULE 1: Never run.',
    'TIP #4: Wait.',
    'ÉTAPE 2 : Lavez.',
    'УРОК 5: Лес.',
  ])('are kept: %s', (text) => {
    expect(cleanText(text)).toBe(text);
  });
});

describe('names and dashes', () => {
  it.each([
    ['– MAN: Yes.\n– WOMAN: No.', '– Yes.\n– No.'],
    ['\u2010 MAN: Yes.\n\u2010 WOMAN: No.', '\u2010 Yes.\n\u2010 No.'],
    ['- MAN: Yes.\n- No.', '- Yes.\n- No.'],
    ['- Yes.\n- WOMAN: No.', '- Yes.\n- No.'],
    ['MAN: - Yes.', 'Yes.'],
    ['MAN: Yes.\nWOMAN: No.\nMAN: Why?', '- Yes.\n- No.\n- Why?'],
    ['MAN: -- but why?', '-- but why?'],
    ['MAN: -5 degrees', '-5 degrees'],
    ['<i>- MAN: Yes.</i>\n<i>- WOMAN: No.</i>', '<i>- Yes.</i>\n<i>- No.</i>'],
    ['{\\an8}- MAN: Yes.\n- WOMAN: No.', '{\\an8}- Yes.\n- No.'],
    ['- 男：是\n- 女：不', '- 是\n- 不'],
  ])('are handled correctly: %j', (text, left) => {
    expect(cleanText(text)).toBe(left);
  });
});

describe('the part of a text that can contain a name', () => {
  it.each([
    ['the start', 'ANNA: Yes.', 'Yes.'],
    ['after a space', ' ANNA: Yes.', 'Yes.'],
    ['a second line after a full stop', 'Yes.\nANNA: No.', '- Yes.\n- No.'],
    ['a second line after a question', 'Yes?\nANNA: No.', '- Yes?\n- No.'],
    ['a second line after a quote', '“Yes.”\nANNA: No.', '- “Yes.”\n- No.'],
    ['a second line after a break-off', 'But--\nANNA: No.', '- But--\n- No.'],
    ['a second line after a song', '♪ La la ♪\nANNA: No.', '- ♪ La la ♪\n- No.'],
    ['a second line after a Chinese stop', '好。\n安娜：不', '- 好。\n- 不'],
    ['a second line after a Hindi stop', 'हाँ।\nराम: नहीं', '- हाँ।\n- नहीं'],
  ])('can be %s', (_, text, left) => {
    expect(cleanText(text)).toBe(left);
  });

  it.each([
    ['the middle of a line', 'Then ANNA: no.'],
    ['after a comma', 'Yes,\nANNA: no.'],
    ['after an unfinished line', 'and then came\nANNA: no.'],
    ['inside square brackets', '[ANNA: no]'],
    ['inside an open bracket', '(ANNA: no'],
    ['an address', 'HTTPS://EXAMPLE.ORG'],
    ['a drive', 'C:\\TEMP'],
    ['a title with a colon', 'RE:ZERO'],
    ['a face', 'YES :D'],
    ['the end', 'YOU NEED THESE THINGS:'],
  ])('isn’t %s', (_, text) => {
    expect(cleanText(text)).toBe(text);
  });
});

describe('any name before any sentence', () => {
  const name = fc.constantFrom(
    ...'ANNA|DR. WEISS|MAN 2|ИВАН|ΆΝΝΑ|老师|أحمد|דוד|민수|राम|สมชาย|ŁUCJA'.split('|'),
  );
  const sentence = fc.constantFrom(
    ...'Yes.|Where is he?|Да.|Ναι.|好。|نعم|כן|네|हाँ|ใช่|…and then|“No.”'.split('|'),
  );

  it('is removed, and the sentence is kept', () => {
    fc.assert(
      fc.property(name, sentence, (label, said) => {
        expect(cleanText(`${label}: ${said}`)).toBe(said);
      }),
    );
  });

  it('is removed from both lines of two speakers, which get dashes', () => {
    fc.assert(
      fc.property(
        fc.uniqueArray(name, { minLength: 2, maxLength: 2 }),
        sentence,
        sentence,
        ([one, other], first, second) => {
          expect(cleanText(`${one}: ${first}\n${other}: ${second}`)).toBe(`- ${first}\n- ${second}`);
        },
      ),
    );
  });
});

describe('words with a number or a letter', () => {
  it.each(['ROOM 101: OCCUPIED', 'Exhibit A: The knife.', 'OPTION B: Run.', 'Bus 42: Last stop.'])(
    'aren’t speakers: %j',
    (text) => expect(cleanText(text)).toBe(text),
  );

  it.each(['FLIGHT ATTENDANT: Sit.', 'BUS DRIVER: Sit.', 'GUARD 3: Sit.', 'STUDENT A: Sit.'])(
    'can be speakers: %j',
    (text) => expect(cleanText(text)).toBe('Sit.'),
  );
});

describe('clauses in scripts without case', () => {
  it.each([
    '彼は言った：行かない',
    '第一：不要迟到',
    'لا تخف. أمر واحد: اهرب',
    'قلت لك: لا تذهب',
    'אמרתי לך: לא',
  ])('aren’t names: %j', (text) => expect(cleanText(text)).toBe(text));
});
