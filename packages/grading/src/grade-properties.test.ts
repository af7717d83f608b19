import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { grade } from './grade.ts';

const lang = fc.constantFrom(
  ...'en|de|fr|es|tr|ru|ar|he|ja|zh|ko|th|el|hi|zh_TW|no such language|'.split('|'),
);
const text = fc.oneof(
  fc.string({ unit: 'grapheme', maxLength: 40 }),
  fc
    .array(
      fc.constantFrom(
        'one',
        '21',
        '1.5',
        '3:30',
        'JOHN:',
        '(sighs)',
        '-',
        'İ',
        '漢',
        'が',
        'ﾞ',
        '%',
        '\n',
        "it's",
      ),
    )
    .map((parts) => parts.join(' ')),
);

describe('grade', () => {
  it('grades any text as right when it is typed verbatim', () => {
    fc.assert(fc.property(text, lang, (line, code) => grade(line, line, code).verdict === 'right'));
  });

  it('returns the worst level of the tokens as the verdict', () => {
    const order = ['right', 'accent', 'typo', 'wrong'];
    fc.assert(
      fc.property(text, text, lang, (line, typed, code) => {
        const { verdict, tokens } = grade(line, typed, code);
        const ranks = tokens.map(({ level }) =>
          level === 'missing' || level === 'extra' ? 3 : order.indexOf(level),
        );
        expect(order.indexOf(verdict)).toBe(Math.max(0, ...ranks));
      }),
    );
  });

  it('finds a missing word, an extra word, and two swapped letters', () => {
    const words = ['garden', 'plenty', 'bridge', 'window', 'Fräulein', 'cinéma', 'завтра', '한국어를', 'u'];
    const sentence = fc.shuffledSubarray(words, { minLength: 2 });
    const findSlips = (line: string[], typed: string[]) =>
      grade(line.join(' '), typed.join(' '), 'en')
        .tokens.filter(({ level }) => level !== 'right')
        .map((token) => [token.level, token.expected, token.typed]);
    fc.assert(
      fc.property(sentence, fc.nat(), (line, seed) => {
        const at = seed % line.length;
        const word = line[at] ?? '';
        expect(findSlips(line, line.toSpliced(at, 1))).toEqual([['missing', word, '']]);
        expect(findSlips(line, line.toSpliced(at, 0, 'zebra'))).toEqual([['extra', '', 'zebra']]);
        const swapped = word.replace(/^(.)(.)/u, '$2$1');
        if (word.length < 5) return;
        expect(findSlips(line, line.with(at, swapped))).toEqual([['typo', word, swapped]]);
      }),
    );
  });

  it('returns every part of both texts once and in order', () => {
    fc.assert(
      fc.property(text, text, lang, (line, typed, code) => {
        const { tokens } = grade(line, typed, code);
        for (const side of ['expected', 'typed'] as const) {
          let from = 0;
          for (const { [side]: part } of tokens) {
            const at = (side === 'expected' ? line : typed).indexOf(part, from);
            expect(at).toBeGreaterThanOrEqual(from);
            from = at + part.length;
          }
        }
      }),
    );
  });
});
