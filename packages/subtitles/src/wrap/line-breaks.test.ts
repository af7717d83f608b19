import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { countColumns, findLineBreaks } from './line-breaks.ts';

function wrapLines(text: string): string {
  let wrapped = '';
  let lineStart = 0;
  for (const { at, length } of findLineBreaks(text)) {
    wrapped += `${text.slice(lineStart, at)}\n`;
    lineStart = at + length;
  }
  return wrapped + text.slice(lineStart);
}

describe('wrapping a line', () => {
  it.each([
    ['leaves what fits', 'I told you that yesterday.', 'I told you that yesterday.'],
    [
      'breaks after punctuation, near the middle',
      'When the train stopped at last, nobody wanted to get off.',
      'When the train stopped at last,\nnobody wanted to get off.',
    ],
    [
      'breaks before a conjunction',
      'My brother works for a company in Spain and my sister teaches',
      'My brother works for a company in Spain\nand my sister teaches',
    ],
    [
      'keeps an article with its noun',
      'We walked along the whole river until the old stone bridge',
      'We walked along the whole river\nuntil the old stone bridge',
    ],
    [
      'keeps an opening mark with its word',
      'Y entonces me preguntó la señora: ¿de dónde vienes, muchacho?',
      'Y entonces me preguntó la señora:\n¿de dónde vienes, muchacho?',
    ],
    [
      'keeps spaced quotation marks with their words',
      'Il a répondu hier soir sans attendre : « je viendrai demain » et puis rien',
      'Il a répondu hier soir sans attendre :\n« je viendrai demain » et puis rien',
    ],
    [
      'takes two lines of at most 16 full-width columns in Japanese',
      '昨日は友達と一緒に新しい映画を見に行きました、楽しかった。',
      '昨日は友達と一緒に新しい映画を\n見に行きました、楽しかった。',
    ],
    [
      'takes Arabic in the order of its text',
      'قال الرجل العجوز إنه لا يعرف الطريق إلى المحطة، ثم مضى في سبيله',
      'قال الرجل العجوز إنه لا يعرف الطريق\nإلى المحطة، ثم مضى في سبيله',
    ],
    [
      'wraps each line of a dialogue by itself',
      '- Where were you all this time, we have been waiting for hours?\n- At home.',
      '- Where were you all this time,\nwe have been waiting for hours?\n- At home.',
    ],
    ['leaves a word longer than a line', `Look: ${'a'.repeat(60)}`, `Look:\n${'a'.repeat(60)}`],
  ])('%s', (_, text, wrapped) => {
    expect(wrapLines(text)).toBe(wrapped);
  });

  it('keeps Japanese punctuation with its characters', () => {
    const text = 'わたしがだいがくでべんきょうをはじめたときはだれもしりませんでした'.normalize('NFD');
    const lines = wrapLines(text).split('\n');
    expect(lines.length).toBeGreaterThan(1);
    expect(lines.filter((line) => /^\p{M}/u.test(line))).toEqual([]);
    expect(lines.join('')).toBe(text);
  });

  it('removes only spaces, and leaves no overlong line that could be broken', () => {
    const word = fc.constantFrom(
      ...'a|and|señor|¿qué|«|»|abcdefghij|字|。|「語|かな」|ไทย|-|שלום'.split('|'),
    );
    fc.assert(
      fc.property(fc.array(word, { maxLength: 60 }), (words) => {
        const text = words.join(' ');
        const wrapped = wrapLines(text);
        expect(wrapped.replace(/\s/g, '')).toBe(text.replace(/\s/g, ''));
        for (const line of wrapped.split('\n')) {
          expect(line === '' && text !== '').toBe(false);
          // Characters that must stay together can make a line longer.
          if (!/[«»¿「」。-]/.test(text)) expect(countColumns(line)).toBeLessThanOrEqual(42);
        }
        expect(wrapLines(wrapped).replaceAll('\n', ' ')).toBe(wrapped.replaceAll('\n', ' '));
      }),
      { numRuns: 1000 },
    );
  });
});
