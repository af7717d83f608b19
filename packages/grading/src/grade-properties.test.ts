import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { grade } from './grade.ts';

const lang = fc.constantFrom(
  'en',
  'de',
  'fr',
  'es',
  'tr',
  'ru',
  'ar',
  'he',
  'ja',
  'zh',
  'ko',
  'th',
  'el',
  'hi',
  'zh_TW',
  'no such language',
  '',
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
  it('grades any text right when it is typed verbatim', () => {
    fc.assert(fc.property(text, lang, (line, code) => grade(line, line, code).verdict === 'right'));
  });

  it('shows every part of both texts once and in order', () => {
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
