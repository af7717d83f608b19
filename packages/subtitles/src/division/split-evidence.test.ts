import { describe, expect, it } from 'vitest';
import { findCueBorders } from './cue-borders.ts';
import type { Line } from './line.ts';
import { findMatchingBorder } from './text-borders.ts';
import { translationClock } from './translation-clock.ts';

describe('the matching border in the other text', () => {
  const divideOther = (text: string, divided: string, words = (_: readonly [string, string]) => 0) => {
    const [before = '', after = ''] = divided.split('|');
    const border = findMatchingBorder(
      text,
      { language: 'en', cues: [] },
      { text: before + after, at: before.length, isCue: false },
      words,
    );
    return border && [text.slice(0, border.at).trim(), text.slice(border.at).trim()];
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
    expect(divideOther(text, divided)?.[0]).toBe(first);
  });

  it('is where the words on both sides match, even if the lengths suggest another position', () => {
    const sea = (halves: readonly [string, string]) => (halves[0].includes('sea') ? -5 : 5);
    expect(divideOther('one two three sea four five', 'aaa bbb ccc |ddd', sea)?.[1]).toBe('sea four five');
  });

  it('is null in a text without words', () => {
    expect(divideOther('', 'aaa |bbb')).toBeNull();
    expect(divideOther('one', 'aaa |bbb')).toBeNull();
  });
});

describe('the translation’s clock', () => {
  const rows = Array.from(
    { length: 6 },
    (_, index): Line => ({
      start: 100_000 + index * 6000,
      end: 104_000 + index * 6000,
      original: '',
      target: `Line number ${index}`,
    }),
  );
  const row = rows[2] as Line;
  const others = rows.filter((other) => other !== row);
  /** Converts times to those of a file with a different cut and speed. */
  const toTranslationTime = (ms: number) => (ms - 70_000) * 1.04;
  const cues = rows.map((_, index) => ({
    start: toTranslationTime(100_000 + index * 6000),
    end: toTranslationTime(104_000 + index * 6000),
    text: `Line number ${index}`,
  }));

  it('is derived from neighbouring rows', () => {
    const clock = translationClock(row, others, cues);
    expect(clock?.(toTranslationTime(113_500))).toBeCloseTo(113_500, 0);
  });

  it('ignores a cue that is seconds late', () => {
    const wrong = cues.map((cue, index) => (index === 2 ? { ...cue, start: cue.start + 3000 } : cue));
    expect(translationClock(row, others, wrong)?.(toTranslationTime(113_500))).toBeCloseTo(113_500, -2);
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
