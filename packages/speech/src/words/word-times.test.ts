import fc from 'fast-check';
import { expect, it } from 'vitest';
import { splitIntoWords, wordsIn, wordTimes } from './word-times.ts';

/** Returns speech with pauses, in frames: [speech, pause, speech …]. */
const makeSpeech = (...runs: number[]) =>
  Uint8Array.from(runs.flatMap((frames, index) => Array<number>(frames).fill(index % 2 === 0 ? 1 : 0)));

it('distributes words over the speech by their letters, and lengthens the last word', () => {
  const [a, b, c] = wordTimes('no importante no', 'es', makeSpeech(160));
  expect(a).toMatchObject({ text: 'no', start: 0 });
  expect(a?.end).toBeCloseTo(0.24, 2);
  expect(b?.end).toBeCloseTo(1.12, 2);
  expect(c?.end).toBe(1.6);
});

it('places a pause between two words', () => {
  const [first, second] = wordTimes('bueno, vamos', 'es', makeSpeech(40, 50, 60));
  expect(first?.end).toBeCloseTo(0.4, 2);
  expect(second?.start).toBeCloseTo(0.9, 2);
});

it('places a pause after punctuation rather than after the next short word', () => {
  const times = wordTimes('Oh dear. Did you look in the garden?', 'en', makeSpeech(64, 35, 152));
  expect(times[1]).toMatchObject({ text: 'dear.', end: 0.64 });
  expect(times[2]).toMatchObject({ text: 'Did', start: 0.99 });
});

it('segments scripts without spaces into words', () => {
  expect(splitIntoWords('我们去学校', 'zh').length).toBeGreaterThan(1);
  expect(splitIntoWords('Go!', 'en')).toEqual(['Go']);
});

it('keeps words in order and within the speech, for any line', () => {
  fc.assert(
    fc.property(
      fc.array(fc.constantFrom('a', 'casa', 'iglesia,', 'x—'), { minLength: 1, maxLength: 12 }),
      fc.array(fc.integer({ min: 1, max: 80 }), { minLength: 1, maxLength: 9 }),
      (words, runs) => {
        const speech = makeSpeech(...runs);
        const times = wordTimes(words.join(' '), 'es', speech);
        for (const [index, { start, end }] of times.entries()) {
          expect(end).toBeGreaterThan(start);
          expect(end).toBeLessThanOrEqual(speech.length / 100);
          if (index > 0) expect(start).toBeGreaterThanOrEqual(times[index - 1]?.start as number);
        }
      },
    ),
  );
});

it('returns the words within a range, or the word around it', () => {
  const words = [
    { text: 'la', start: 0, end: 0.2 },
    { text: 'iglesia', start: 0.2, end: 0.8 },
    { text: 'vieja', start: 0.8, end: 1.2 },
  ];
  expect(wordsIn(words, { start: 0.15, end: 0.85 }).map(({ text }) => text)).toEqual(['iglesia']);
  expect(wordsIn(words, { start: 0.4, end: 0.5 }).map(({ text }) => text)).toEqual(['iglesia']);
});
