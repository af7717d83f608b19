import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { PracticeLine } from '../player/practice-lines.ts';
import { splitIntoParts } from './split-into-parts.ts';

const line = (original: string, start = 1000, end = 5000): PracticeLine => ({
  id: 1,
  start,
  end,
  original,
  target: '',
  position: 0,
  lastPosition: 0,
});
const splitText = (original: string, language = 'es') =>
  splitIntoParts(line(original), language, null).map((part) => part.original);

describe('the parts of a build-up', () => {
  it('grow from the line’s end to the whole line, at word boundaries', () => {
    expect(splitText('Quiero que estén maduros')).toEqual(['estén maduros', 'Quiero que estén maduros']);
    expect(splitText('uno dos tres cuatro cinco seis')).toEqual([
      'cinco seis',
      'tres cuatro cinco seis',
      'uno dos tres cuatro cinco seis',
    ]);
  });

  it('start after a nearby comma', () => {
    expect(splitText('Si me da dos, mejor tres kilos')).toEqual([
      'mejor tres kilos',
      'da dos, mejor tres kilos',
      'Si me da dos, mejor tres kilos',
    ]);
  });

  it('are at most five, and only one for a line of up to three words', () => {
    expect(splitText('¡Que estén maduros!')).toEqual(['¡Que estén maduros!']);
    expect(splitText('a b c d e f g h i j k l m n o p q r s t u')).toHaveLength(5);
  });

  it('start at word boundaries in a script without spaces', () => {
    const parts = splitText('次の電車は三時に来ると思います', 'ja');
    expect(parts.length).toBeGreaterThan(1);
    expect(parts.at(-1)).toBe('次の電車は三時に来ると思います');
  });

  it('start in proportion to the text without a profile', () => {
    const [half] = splitIntoParts(line('aaaa bbbb cccc dddd'), 'en', null);
    expect(half?.start).toBeGreaterThan(2600);
    expect(half?.start).toBeLessThan(3100);
  });

  it('start at a word’s time in the profile', () => {
    // Two words, a second of silence, two words.
    const frames = (seconds: number, value: number) => new Uint8Array(seconds * 100).fill(value);
    const speech = new Uint8Array([...frames(1, 1), ...frames(1, 0), ...frames(2, 1)]);
    const [half] = splitIntoParts(line('one two three four'), 'en', { speech, from: 1000 });
    expect(half?.start).toBe(3000 - 60);
  });

  it('end with the line, start later the shorter they are, and are suffixes of its text', () => {
    const anyWords = fc.array(fc.constantFrom('uno', 'dos,', 'tres', '¿qué?', '…', 'esta-ba'), {
      minLength: 1,
      maxLength: 30,
    });
    fc.assert(
      fc.property(anyWords, fc.integer({ min: 50, max: 20_000 }), (words, length) => {
        const whole = line(words.join(' '), 1000, 1000 + length);
        const parts = splitIntoParts(whole, 'es', null);
        expect(parts.at(-1)).toBe(whole);
        for (const [index, part] of parts.entries()) {
          expect(part.end).toBe(whole.end);
          expect(whole.original.endsWith(part.original)).toBe(true);
          const next = parts[index + 1];
          if (!next) continue;
          expect(part.start).toBeGreaterThanOrEqual(next.start);
          expect(part.original.length).toBeLessThan(next.original.length);
        }
      }),
    );
  });
});
