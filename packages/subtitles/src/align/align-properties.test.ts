import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Cue } from '../cues/cue.ts';
import { align, alignFiles } from './align.ts';
import { cue, jittered, moved, oneToOne, speech, talk, translated } from './testing/generated-talk.ts';

const texts = fc.oneof(
  fc.string(),
  fc.string({ unit: 'grapheme' }),
  fc.constantFrom(
    '',
    '♪',
    '[door slams]',
    '1984',
    'Yes?',
    '时间',
    'ครับ',
    'نعم،',
    '(laughs) Well…',
    '♪ la la la ♪',
  ),
);
const list = (times: fc.Arbitrary<number>, most = 25) =>
  fc
    .array(fc.tuple(times, times, texts), { maxLength: most })
    .map((rows) => rows.map(([start, end, text]) => cue(start, end, text)));

const usual = fc
  .array(fc.tuple(fc.nat(90_000), fc.nat(7000), texts), { maxLength: 30 })
  .map((rows) => rows.map(([start, length, text]) => cue(start, start + length, text)));
const wild = list(
  fc.oneof(
    fc.integer({ min: -100_000, max: 200_000 }),
    fc.double(),
    fc.constantFrom(
      Number.NaN,
      Number.POSITIVE_INFINITY,
      Number.NEGATIVE_INFINITY,
      1e308,
      -1e308,
      2 ** 53,
      0,
      -0,
    ),
  ),
);

const cuesIn = (
  { segments, leftOut }: ReturnType<typeof alignFiles>,
  track: keyof ReturnType<typeof alignFiles>['leftOut'],
) => [...segments.flatMap((one) => one[track]), ...leftOut[track]].sort((a, b) => a - b);
const positions = (cues: readonly Cue[]) => [...cues.keys()];

describe('an alignment of any two files', () => {
  it('has every cue of both in exactly one segment, or left out', () => {
    fc.assert(
      fc.property(fc.oneof(usual, wild), fc.oneof(usual, wild), (original, target) => {
        const aligned = alignFiles(original, target);
        expect(cuesIn(aligned, 'original')).toEqual(positions(original));
        expect(cuesIn(aligned, 'target')).toEqual(positions(target));
      }),
      { numRuns: 120 },
    );
  });

  it('is in order of time, with whole, non-negative times', () => {
    fc.assert(
      fc.property(usual, usual, (original, target) => {
        let last = 0;
        for (const { start, end } of align(original, target)) {
          expect(Number.isInteger(start) && Number.isInteger(end)).toBe(true);
          expect(start).toBeGreaterThanOrEqual(last);
          last = start;
        }
      }),
      { numRuns: 200 },
    );
  });

  it('has no segment of zero length', () => {
    fc.assert(
      fc.property(fc.oneof(usual, wild), fc.oneof(usual, wild), (original, target) => {
        for (const { start, end } of align(original, target)) expect(end).toBeGreaterThan(start);
      }),
      { numRuns: 300 },
    );
  });

  it('joins at most four cues per track, with their numbers in its label', () => {
    fc.assert(
      fc.property(usual, usual, (original, target) => {
        for (const one of align(original, target)) {
          expect(Math.max(one.original.length, one.target.length)).toBeLessThanOrEqual(4);
          expect(one.original.length + one.target.length).toBeGreaterThan(0);
          expect(one.label).toBe(`${one.original.length}-${one.target.length}`);
        }
      }),
    );
  });

  it('keeps the cues of a segment in the order of their track', () => {
    fc.assert(
      fc.property(usual, usual, (original, target) => {
        for (const one of align(original, target)) {
          const starts = one.original.map((at) => original[at]?.start ?? 0);
          expect(starts).toEqual(starts.toSorted((a, b) => a - b));
        }
      }),
    );
  });

  it('is deterministic, and changes neither file', () => {
    fc.assert(
      fc.property(fc.oneof(usual, wild), fc.oneof(usual, wild), (original, target) => {
        const before = structuredClone([original, target]);
        const segments = align(original, target);
        expect(align(original, target)).toEqual(segments);
        expect([original, target]).toEqual(before);
      }),
      { numRuns: 40 },
    );
  });

  it('has confidences from 0 to 1, and flags every lone line of speech', () => {
    fc.assert(
      fc.property(usual, usual, (original, target) => {
        for (const one of align(original, target)) {
          expect(one.confidence).toBeGreaterThanOrEqual(0);
          expect(one.confidence).toBeLessThanOrEqual(1);
          const alone = one.original.length === 0 || one.target.length === 0;
          if (alone && /^\p{L}+$/u.test(one.text_original + one.text_target)) expect(one.mismatch).toBe(true);
        }
      }),
    );
  });

  it('depends on neither the order of the cues in their files nor their numbers', () => {
    const unlike = speech(25).map((one, at) => ({ ...one, text: `Line ${at} says ${at * 37}.` }));
    fc.assert(
      fc.property(fc.shuffledSubarray([...unlike.keys()], { minLength: 25 }), (order) => {
        const shuffled = order.map((at) => ({ ...cue(0, 0), ...unlike[at], index: at * 7 }));
        const pairs = align(shuffled, unlike).map(({ original, target }) => [
          order[original[0] ?? -1],
          target[0],
        ]);
        expect(pairs).toEqual(unlike.map((_, at) => [at, at]));
      }),
      { numRuns: 40 },
    );
  });
});

describe('a file with itself or a copy', () => {
  const rising = fc
    .array(fc.tuple(fc.nat(4000), fc.integer({ min: 1, max: 6000 }), texts), { minLength: 1, maxLength: 40 })
    .map((rows) => {
      let at = 0;
      return rows.map(([pause, length, text]) => {
        const start = at + pause;
        at = start + length;
        return cue(start, at, text);
      });
    });

  it('is aligned one to one', () => {
    fc.assert(
      fc.property(rising, (cues) => {
        expect(align(cues, cues).map(({ original, target }) => [original, target])).toEqual(
          oneToOne(cues.length),
        );
      }),
      { numRuns: 150 },
    );
  });

  it('is aligned one to one when all of it is later, if it is long enough', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 10_000 }), fc.integer({ min: 0, max: 80_000 }), (seed, by) => {
        const cues = talk(60, seed);
        const segments = align(cues, translated(moved(cues, (ms) => ms + by)));
        expect(segments.map(({ original, target }) => [original, target])).toEqual(oneToOne(60));
      }),
      { numRuns: 25 },
    );
  });

  it('joins mostly the same cues with the tracks swapped', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 10_000 }), (seed) => {
        const original = talk(60, seed);
        const target = jittered(translated(original), 250, seed).filter((_, at) => at % 11 !== 4);
        const key = (one: number[], other: number[]) => `${one}|${other}`;
        const there = new Set(align(original, target).map((one) => key(one.original, one.target)));
        const back = align(target, original).map((one) => key(one.target, one.original));
        expect(back.filter((one) => there.has(one)).length).toBeGreaterThan(back.length * 0.9);
      }),
      { numRuns: 20 },
    );
  });

  it('keeps the original’s times in a segment, to the millisecond', () => {
    fc.assert(
      fc.property(usual, usual, (original, target) => {
        for (const one of align(original, target)) {
          if (one.original.length === 0) continue;
          const own = one.original.map((at) => original[at] ?? cue(0, 0));
          expect(one.start).toBe(Math.min(...own.map(({ start }) => start)));
          const end = Math.max(...own.map(({ end }) => end));
          if (end > one.start) expect(one.end).toBe(end);
        }
      }),
    );
  });
});

describe('a damaged file', () => {
  const count = 400;
  it.each<[string, Cue[], Cue[]]>([
    ['all with one time', Array.from({ length: count }, () => cue(1000, 2000)), speech(count)],
    [
      'all with one time on both tracks',
      Array.from({ length: count }, () => cue(0, 1)),
      Array.from({ length: count }, () => cue(0, 2)),
    ],
    ['one cue over ten hours', [cue(0, 36_000_000), ...speech(count)], speech(count, 9)],
    ['many against one', speech(count), [cue(500, 2500)]],
    ['one against many', [cue(500, 2500)], speech(count)],
    ['no text at all', speech(count, 7, () => ''), speech(count, 8, () => '')],
    ['only digits', speech(count, 7, (at) => `${at * at}`), speech(count, 7, (at) => `${at * at}`)],
    ['one text throughout', speech(count, 7, () => 'Yes.'), speech(count, 8, () => 'Ja.')],
    [
      'times that aren’t numbers',
      speech(count).map((one, at) => (at % 3 ? one : cue(Number.NaN, Number.NaN))),
      speech(count),
    ],
    ['times before zero', moved(speech(count), (ms) => ms - 1e9), speech(count)],
    ['cues of zero length', speech(count).map((one) => cue(one.start, one.start)), speech(count)],
    ['cues that end before they start', speech(count).map((one) => cue(one.end, one.start)), speech(count)],
    ['a thousand words in a cue', [cue(0, 9000, 'word '.repeat(1000))], [cue(0, 9000, 'wort '.repeat(1000))]],
  ])('of %s loses no cue', (_name, original, target) => {
    const aligned = alignFiles(original, target);
    expect(cuesIn(aligned, 'original')).toEqual(positions(original));
    expect(cuesIn(aligned, 'target')).toEqual(positions(target));
  });
});
