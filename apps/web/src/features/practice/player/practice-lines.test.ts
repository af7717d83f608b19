import { divideLine, sentenceLengths } from '@sayback/subtitles/division';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { PracticeSegment } from '../queries.ts';
import { buildPracticeLines, type LineOptions } from './practice-lines.ts';

const options: LineOptions = { originalLanguage: 'en', targetLanguage: 'es' };

const createOptions = (join: boolean, divide: boolean): LineOptions => ({
  ...options,
  ...(join && { sentenceLengths }),
  ...(divide && { divideLine }),
});

/** Segments of two seconds each, half a second apart. */
const createSegments = (...texts: [original: string, target?: string][]): PracticeSegment[] =>
  texts.map(([original, target = ''], index) => ({
    id: index + 100,
    start: 1000 + index * 2500,
    end: 3000 + index * 2500,
    original,
    target,
  }));

const buildTexts = (segments: PracticeSegment[], changes: Partial<LineOptions> = {}) =>
  buildPracticeLines(segments, { ...options, ...changes }).map(({ original }) => original);

describe('segments that can’t be said', () => {
  const expected: [string][] = [['One.'], ['Two.'], ['Three.'], ['Four.'], ['Five.'], ['Six.']];

  it.each([
    ['without an original text', ''],
    ['with only white space', ' \n '],
    ['with only punctuation', '♪ …'],
    ['that is a sound', '[train arrives]'],
    ['that names music', '♪ Theme music ♪'],
    ['that is a sound, in full-width brackets', '［拍手］'],
  ])('a segment %s is skipped', (_, original) => {
    const segments = createSegments(...expected, [original, 'Algo'], ['Seven.']);
    expect(buildPracticeLines(segments, options).map(({ position }) => position)).toEqual([
      0, 1, 2, 3, 4, 5, 7,
    ]);
  });

  it.each([
    [0, 'Subtitles by the Amara.org community'],
    [1, 'Untertitel: Anna Beispiel'],
    [6, 'Traducción de Luis Ejemplo'],
    [7, 'Find more at www.example.org'],
    [7, '翻訳：山田'],
  ])('credits at either end are skipped: %i, %s', (index, original) => {
    const segments = createSegments(...expected, ['Seven.'], ['Eight.']);
    segments[index] = { ...(segments[index] as PracticeSegment), original };
    expect(buildPracticeLines(segments, options).map(({ position }) => position)).not.toContain(index);
  });

  it.each(['Subtitles are hard.', 'Caption this.', 'I translate books by Borges.'])(
    'a line that only mentions credits isn’t skipped: %s',
    (original) => {
      expect(buildTexts(createSegments([original], ...expected))[0]).toBe(original);
    },
  );

  it('credits in the middle aren’t skipped', () => {
    const segments = createSegments(...expected.slice(0, 3), ['Subtitles by hand'], ...expected.slice(3));
    expect(buildTexts(segments)).toContain('Subtitles by hand');
  });

  it.each([0, -500])('a segment of %i ms is skipped', (length) => {
    const segments = createSegments(...expected);
    const third = segments[2] as PracticeSegment;
    segments[2] = { ...third, end: third.start + length };
    expect(buildPracticeLines(segments, options).map(({ position }) => position)).toEqual([0, 1, 3, 4, 5]);
  });

  it('a sung line isn’t skipped', () => {
    const song = '♪ Oh when the saints go marching in ♪';
    expect(buildTexts(createSegments(...expected, [song]))).toContain(song);
  });

  it('speech in brackets isn’t skipped if most of the file is in brackets', () => {
    const segments = createSegments(['[Hello there.]'], ['[How are you?]'], ['Fine.']);
    expect(buildTexts(segments)).toHaveLength(3);
  });

  it('no segment of an ordinary alignment is skipped', () => {
    const segments = createSegments(...expected);
    expect(buildPracticeLines(segments, options)).toEqual(
      segments.map((segment, index) => ({ ...segment, id: index, position: index, lastPosition: index })),
    );
  });
});

describe('joining sentences', () => {
  const join = { sentenceLengths };

  it('joins the texts, times and positions', () => {
    const segments = createSegments(
      ['Yes.', 'Sí.'],
      ['When I was young', 'Cuando era joven'],
      ['we lived', 'vivíamos'],
      ['by the sea.', 'junto al mar.'],
      ['Far away.', 'Lejos.'],
    );
    const lines = buildPracticeLines(segments, { ...options, ...join });
    expect(lines[1]).toEqual({
      id: 1,
      start: 3500,
      end: 10_500,
      original: 'When I was young we lived by the sea.',
      target: 'Cuando era joven vivíamos junto al mar.',
      position: 1,
      lastPosition: 3,
    });
    expect(lines.map(({ original }) => original)).toEqual([
      'Yes.',
      'When I was young we lived by the sea.',
      'Far away.',
    ]);
  });

  it('adds no spaces in a language without them', () => {
    const segments = createSegments(['昔々'], ['ある所に。']);
    expect(buildTexts(segments, { ...join, originalLanguage: 'ja' })).toEqual(['昔々ある所に。']);
  });

  it('skips a sound, but includes the translation of skipped segments', () => {
    const segments = createSegments(
      ['I was', 'Estaba'],
      ['', 'muy'],
      ['[door]', '[puerta]'],
      ['late.', 'atrasado.'],
      ['Go!'],
    );
    const fastSegments = segments.map((segment) => ({
      ...segment,
      start: segment.start / 4,
      end: segment.end / 4,
    }));
    const [line] = buildPracticeLines(fastSegments, { ...options, ...join });
    expect(line).toMatchObject({
      original: 'I was late.',
      target: 'Estaba muy atrasado.',
      position: 0,
      lastPosition: 3,
    });
  });

  it('doesn’t join lines across a long pause', () => {
    const segments = createSegments(['And then'], ['he left.']);
    const later = segments.map((segment, index) => ({
      ...segment,
      start: segment.start + index * 3000,
      end: segment.end + index * 3000,
    }));
    expect(buildTexts(later, join)).toEqual(['And then', 'he left.']);
  });

  it('leaves a file without punctuation unchanged', () => {
    const segments = createSegments(
      ...Array.from({ length: 30 }, (_, index): [string] => [`and then ${index}`]),
    );
    expect(buildTexts(segments, join)).toHaveLength(30);
  });
});

describe('dividing long lines', () => {
  const divide = { divideLine };
  const singleLine = (original: string, target: string, length: number): PracticeSegment[] => [
    { id: 1, start: 1000, end: 1000 + length, original, target },
  ];

  it('cuts both texts at the end of a sentence, and the time in proportion', () => {
    const lines = buildPracticeLines(
      singleLine(
        'The train to the coast was late again. So we sat down and waited for another hour.',
        'El tren a la costa llegaba tarde otra vez. Así que nos sentamos y esperamos una hora más.',
        8000,
      ),
      { ...options, ...divide },
    );
    expect(lines.map(({ original }) => original)).toEqual([
      'The train to the coast was late again.',
      'So we sat down and waited for another hour.',
    ]);
    expect(lines.map(({ target }) => target)).toEqual([
      'El tren a la costa llegaba tarde otra vez.',
      'Así que nos sentamos y esperamos una hora más.',
    ]);
    expect(lines[0]?.end).toBe(lines[1]?.start);
    expect(lines[0]?.end).toBeGreaterThan(4000);
    expect(lines[0]?.end).toBeLessThan(5500);
    expect(lines.map(({ position }) => position)).toEqual([0, 0]);
  });

  it('gives each part the whole translation without a matching cut', () => {
    const target = 'El tren llegaba tarde y nos sentamos a esperar una hora más sin decir nada';
    const lines = buildPracticeLines(
      singleLine('The train was late again that day,\nso we sat down and waited for an hour.', target, 9000),
      { ...options, ...divide },
    );
    expect(lines.map(({ target }) => target)).toEqual([target, target]);
  });

  it.each([
    ['a short line', 'Good morning. How are you?', 2500],
    ['a long line without a cut', 'and so we went on and on '.repeat(6).trim(), 9000],
    ['a very short line', 'Well, well. '.repeat(20).trim(), 1500],
  ])('leaves %s whole', (_, original, length) => {
    expect(buildTexts(singleLine(original, '', length), divide)).toEqual([original]);
  });

  it('cuts Japanese at its own punctuation', () => {
    const original = '電車が遅れたので、駅で一時間も待っていました。それから海まで歩いて行きました。';
    expect(buildTexts(singleLine(original, '', 9000), { ...divide, originalLanguage: 'ja' })).toEqual([
      '電車が遅れたので、駅で一時間も待っていました。',
      'それから海まで歩いて行きました。',
    ]);
  });
});

describe('the lines of any alignment', () => {
  const anyText = fc.oneof(
    fc.string({ maxLength: 40 }),
    fc.constantFrom(
      '',
      'One two three,',
      'four five.',
      '[sound]',
      'Well… and so on',
      '行こう。',
      'A. B? C! D',
    ),
    fc
      .array(fc.constantFrom('so we went,', 'then', 'home.', 'Yes!\n', 'and'), { maxLength: 40 })
      .map((words) => words.join(' ')),
  );
  const anySegments = fc
    .array(fc.tuple(fc.nat(4000), fc.nat(12_000), anyText, anyText), { maxLength: 30 })
    .map((rows) => {
      let end = 0;
      return rows.map(([gap, length, original, target], id): PracticeSegment => {
        const start = end + gap;
        end = start + length;
        return { id, start, end, original, target };
      });
    });
  const joinLetters = (list: readonly { original: string }[]) =>
    list.map(({ original }) => original.replace(/\s/g, '')).join('');

  it('are in order, have a text and a duration, and don’t exceed their segments', () => {
    fc.assert(
      fc.property(anySegments, fc.boolean(), fc.boolean(), (list, join, divide) => {
        const lines = buildPracticeLines(list, createOptions(join, divide));
        let previousEnd = 0;
        for (const [index, { id, start, end, original, position, lastPosition }] of lines.entries()) {
          expect(id).toBe(index);
          expect(original).toMatch(/[\p{L}\p{N}]/u);
          expect(end).toBeGreaterThan(start);
          expect(start).toBeGreaterThanOrEqual(previousEnd);
          expect(start).toBeGreaterThanOrEqual(list[position]?.start ?? Number.NaN);
          expect(end).toBeLessThanOrEqual(list[lastPosition]?.end ?? Number.NaN);
          previousEnd = end;
        }
      }),
      { numRuns: 300 },
    );
  });

  it('have the same words, joined, divided or not', () => {
    fc.assert(
      fc.property(anySegments, fc.boolean(), fc.boolean(), (list, join, divide) => {
        const plain = buildPracticeLines(list, options);
        expect(joinLetters(buildPracticeLines(list, createOptions(join, divide)))).toBe(joinLetters(plain));
      }),
      { numRuns: 300 },
    );
  });
});
