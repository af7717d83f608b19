import { describe, expect, it } from 'vitest';
import { findCueBorders } from './cue-borders.ts';
import type { Line } from './line.ts';
import { findBorders, findMatchingBorder, moveOutOfWord } from './text-borders.ts';
import { translationClock } from './translation-clock.ts';

const readPieces = (text: string, language: string) => {
  const borders = [0, ...findBorders(text, language).map(({ at }) => at), text.length];
  return borders.slice(1).map((end, index) => text.slice(borders[index], end).trim());
};

describe('the borders of a text', () => {
  it.each([
    ['keep punctuation with the word before it', 'Yes, sir. No.', ['Yes,', 'sir.', 'No.']],
    ['keep opening marks with their word', '«Hola», dijo (¡ay!)', ['«Hola»,', 'dijo', '(¡ay!)']],
    [
      'keep the dots of a continued text with the next word',
      'viento!... ...¿y por qué',
      ['viento!...', '...¿y', 'por', 'qué'],
    ],
    ['keep a dialogue dash with its text', 'Come. - No.', ['Come.', '- No.']],
    ['are not within a word', 'don’t stop', ['don’t', 'stop']],
    ['are empty for a single word', 'Hello!', ['Hello!']],
  ])('%s', (_, text, pieces) => {
    expect(readPieces(text, 'es')).toEqual(pieces);
  });

  it('are between words in scripts without spaces', () => {
    expect(readPieces('今日はとても暑いです', 'ja').length).toBeGreaterThan(2);
  });

  it('are found in a language that the browser doesn’t know', () => {
    expect(readPieces('one two', 'no_such language')).toEqual(['one', 'two']);
  });

  it('keep an asterisk with the sound that it opens', () => {
    expect(readPieces('Begin! **shouts** Well!', 'en')).toEqual(['Begin!', '**shouts**', 'Well!']);
  });

  it.each([
    ['in the middle of a word', 'one two', 5, 4],
    ['near the end of a word', 'for my sake', 2, 4],
    ['between ¿ and its word', 'no. ¿qué', 5, 4],
    ['after a word', 'one two', 3, 3],
    ['before closing marks', 'Come in!” She did.', 7, 9],
    ['within the only word', 'Hello', 2, 5],
  ])('move a caret %s', (_, text, caret, at) => {
    expect(moveOutOfWord(text, caret, 'es')).toBe(at);
  });
});

describe('the matching border in the other text', () => {
  const matching = (text: string, divided: string, words = (_: readonly [string, string]) => 0) => {
    const [before = '', after = ''] = divided.split('|');
    const at = findMatchingBorder(
      text,
      { language: 'en', cues: [] },
      { text: before + after, at: before.length, isCue: false },
      words,
    );
    return at && [text.slice(0, at.at).trim(), text.slice(at.at).trim()];
  };

  it.each([
    [
      'the end of a sentence',
      'Good morning to you all. And you?',
      'Bonjour. |Et vous?',
      'Good morning to you all.',
    ],
    [
      'a word',
      'so we kept on walking and walking home',
      'alors nous avons |marché jusqu’ici',
      'so we kept on walking',
    ],
    [
      'the part of a sentence',
      'as you know, it is all free',
      'comme vous le savez bien, |c’est gratuit',
      'as you know,',
    ],
    [
      'a capital letter without a mark',
      'it was too good Let us go on then',
      'trop beau |Continuons alors',
      'it was too good',
    ],
    ['not an all-capital word', 'then I saw it but I ran', 'je l’ai bien vu |mais bon', 'then I saw it'],
  ])('is %s', (_, text, divided, first) => {
    expect(matching(text, divided)?.[0]).toBe(first);
  });

  it('is where the words on both sides match, even if the lengths suggest another position', () => {
    const sea = (halves: readonly [string, string]) => (halves[0].includes('sea') ? -5 : 5);
    expect(matching('one two three sea four five', 'aaa bbb ccc |ddd', sea)?.[1]).toBe('sea four five');
  });

  it('is null in a text without words', () => {
    expect(matching('', 'aaa |bbb')).toBeNull();
    expect(matching('one', 'aaa |bbb')).toBeNull();
  });
});

describe('the translation’s clock', () => {
  const rows = Array.from(
    { length: 6 },
    (_, at): Line => ({
      start: 100_000 + at * 6000,
      end: 104_000 + at * 6000,
      original: '',
      target: `Line number ${at}`,
    }),
  );
  const row = rows[2] as Line;
  const others = rows.filter((other) => other !== row);
  /** Returns times of a file with another cut and speed. */
  const theirs = (ms: number) => (ms - 70_000) * 1.04;
  const cues = rows.map((_, at) => ({
    start: theirs(100_000 + at * 6000),
    end: theirs(104_000 + at * 6000),
    text: `Line number ${at}`,
  }));

  it('is derived from neighbouring rows', () => {
    const clock = translationClock(row, others, cues);
    expect(clock?.(theirs(113_500))).toBeCloseTo(113_500, 0);
  });

  it('ignores a cue that is seconds late', () => {
    const wrong = cues.map((cue, at) => (at === 2 ? { ...cue, start: cue.start + 3000 } : cue));
    expect(translationClock(row, others, wrong)?.(theirs(113_500))).toBeCloseTo(113_500, -2);
  });

  it('is unknown if the row’s text differs from the file’s', () => {
    expect(translationClock({ ...row, target: 'Edited' }, others, cues)).toBeNull();
  });
});

describe('the cues of a text', () => {
  const cues = [
    { start: 0, end: 900, text: 'Before' },
    { start: 1000, end: 2000, text: 'One\ntwo' },
    { start: 2500, end: 3000, text: 'three.' },
    { start: 3100, end: 4000, text: 'After' },
  ];

  it('are found with any spaces and line breaks between them', () => {
    expect(findCueBorders('One two  three.', cues, 1000)).toEqual([{ at: 7, end: 2000, start: 2500 }]);
    expect(findCueBorders('Before', cues, 0)).toEqual([]);
  });

  it('aren’t found in an edited text', () => {
    expect(findCueBorders('One, two three.', cues, 1000)).toEqual([]);
    expect(findCueBorders('', cues, 0)).toEqual([]);
  });
});
