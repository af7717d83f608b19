import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { divideLine } from './divide-line.ts';
import { endsSentenceBetween, endsSentenceOfLine } from './sentence-end.ts';
import { splitLine } from './split-line.ts';

const removeSpaces = (text: string) => text.replace(/\s+/g, '');

describe('a sentence end between two parts of a text', () => {
  it.each([
    ['We went home.', 'It was late.', 'en', true],
    ['I met Mr.', 'Brown.', 'en', false],
    ['the U.S.', 'government', 'en', false],
    ['at 9 a.m.', 'Then we left.', 'en', true],
    ['It is $3.', '50 more', 'en', false],
    ['Am 3.', 'Oktober', 'de', false],
    ['We were 3.', 'October came.', 'en', true],
    ['Das ist z. B.', 'Anna', 'de', false],
    ['А. С.', 'Пушкин', 'ru', false],
    ['“Why?”', 'he asked.', 'en', false],
    ['So was I.', 'He knew.', 'en', true],
    ['hello.', 'how are you', 'en', true],
    ['天已经很晚了。', '我们回家了', 'zh', true],
  ])('%s | %s (%s): %s', (before, after, language, ends) => {
    expect(endsSentenceBetween(before, after, language)).toBe(ends);
  });

  it('is a full stop at a line’s end before any text, but not an ellipsis before another one', () => {
    expect(endsSentenceOfLine('One.', 'and two', 'en')).toBe(true);
    expect(endsSentenceOfLine('I thought...', '...you knew.', 'en')).toBe(false);
    expect(endsSentenceOfLine('I met Mr.', 'Brown', 'en')).toBe(false);
  });
});

describe('a divided line', () => {
  const words = fc.constantFrom(
    ...'casa|¿qué|¡no!|«sí»|(y|luego)|fin.|pero,|Él|don’t|— Ya|…|3,5|12:30|Sra.|- No.'.split('|'),
  );
  const texts = fc.array(words, { minLength: 1, maxLength: 30 }).map((list) => list.join(' '));
  const lines = fc.record({ start: fc.nat(9000), original: texts, target: texts }).map((line) => ({
    ...line,
    end: line.start + 12_000,
  }));
  const languages = { original: 'es', target: 'es' };
  const OPENING_LAST = /[¿¡«(]\s*$/u;

  it('keeps both texts whole, splits no word, and keeps an opening mark with its word', () => {
    fc.assert(
      fc.property(lines, (line) => {
        const parts = divideLine(line, languages)?.parts ?? [line];
        for (const side of ['original', 'target'] as const) {
          expect(removeSpaces(parts.map((part) => part[side]).join(''))).toBe(removeSpaces(line[side]));
          for (const part of parts.slice(0, -1)) expect(part[side]).not.toMatch(OPENING_LAST);
          const sourceWords = new Set(line[side].split(' '));
          for (const part of parts)
            for (const word of part[side].split(' ')) expect(sourceWords).toContain(word);
        }
        for (const [index, part] of parts.entries()) {
          expect(part.end - part.start).toBeGreaterThanOrEqual(parts.length > 1 ? 1500 : 0);
          expect(part.start).toBeGreaterThanOrEqual(parts[index - 1]?.end ?? line.start);
        }
      }),
    );
  });

  it('keeps both texts at any split position', () => {
    fc.assert(
      fc.property(
        lines,
        fc.nat(200),
        fc.constantFrom('original' as const, 'target' as const),
        (line, at, side) => {
          const split = splitLine(line, { side, at: at % (line[side].length + 1) }, languages);
          if (!split) return;
          const [first, second] = split.parts;
          for (const text of ['original', 'target'] as const)
            expect(removeSpaces(first[text] + second[text])).toBe(removeSpaces(line[text]));
          expect(first[side]).not.toMatch(OPENING_LAST);
          expect(split.confidence).toBeGreaterThanOrEqual(0);
          expect(split.confidence).toBeLessThanOrEqual(1);
        },
      ),
    );
  });

  it('is divided between two speakers, whatever their lines end with', () => {
    const divided = divideLine(
      {
        start: 0,
        end: 9000,
        original: '- And then you said, of all things\n- That I would come back',
        target: '- Y entonces dijiste, nada menos\n- Que iba a volver',
      },
      { original: 'en', target: 'es' },
    );
    expect(divided?.parts.map(({ original, target }) => [original, target])[1]).toEqual([
      '- That I would come back',
      '- Que iba a volver',
    ]);
  });

  it('is divided at a sentence end, even if a clause ends nearer to the middle', () => {
    const divided = divideLine(
      {
        start: 0,
        end: 9000,
        original: 'It was already late. We went home to the old house by the sea, since the shop was closed',
        target: 'Ya era muy tarde. Nos fuimos a la vieja casa junto al mar, ya que la tienda estaba cerrada',
      },
      { original: 'en', target: 'es' },
    );
    expect(divided?.parts.map(({ original }) => original)[0]).toBe('It was already late.');
  });
});
