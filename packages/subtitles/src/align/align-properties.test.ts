import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Cue } from '../cues/cue.ts';
import { align, alignFiles } from './align.ts';
import {
  jitter,
  makeCue,
  makeSpeech,
  makeTalk,
  mapTimes,
  oneToOnePairs,
  translateCues,
} from './testing/generated-talk.ts';

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
const anyCues = (times: fc.Arbitrary<number>, maxCues = 25) =>
  fc
    .array(fc.tuple(times, times, texts), { maxLength: maxCues })
    .map((rows) => rows.map(([start, end, text]) => makeCue(start, end, text)));

const usualFile = fc
  .array(fc.tuple(fc.nat(90_000), fc.nat(7000), texts), { maxLength: 30 })
  .map((rows) => rows.map(([start, length, text]) => makeCue(start, start + length, text)));
const invalidFile = anyCues(
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

const findCues = (
  { segments, leftOut }: ReturnType<typeof alignFiles>,
  track: keyof ReturnType<typeof alignFiles>['leftOut'],
) => [...segments.flatMap((cue) => cue[track]), ...leftOut[track]].sort((a, b) => a - b);
const positions = (cues: readonly Cue[]) => [...cues.keys()];

describe('an alignment of any two files', () => {
  it('has every cue of both in exactly one segment, or left out', () => {
    fc.assert(
      fc.property(fc.oneof(usualFile, invalidFile), fc.oneof(usualFile, invalidFile), (original, target) => {
        const aligned = alignFiles(original, target);
        expect(findCues(aligned, 'original')).toEqual(positions(original));
        expect(findCues(aligned, 'target')).toEqual(positions(target));
      }),
      { numRuns: 120 },
    );
  });

  it('is in order of time, with whole, non-negative times', () => {
    fc.assert(
      fc.property(usualFile, usualFile, (original, target) => {
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
      fc.property(fc.oneof(usualFile, invalidFile), fc.oneof(usualFile, invalidFile), (original, target) => {
        for (const { start, end } of align(original, target)) expect(end).toBeGreaterThan(start);
      }),
      { numRuns: 300 },
    );
  });

  it('joins at most four cues per track, with their numbers in its label', () => {
    fc.assert(
      fc.property(usualFile, usualFile, (original, target) => {
        for (const segment of align(original, target)) {
          expect(Math.max(segment.original.length, segment.target.length)).toBeLessThanOrEqual(4);
          expect(segment.original.length + segment.target.length).toBeGreaterThan(0);
          expect(segment.label).toBe(`${segment.original.length}-${segment.target.length}`);
        }
      }),
    );
  });

  it('keeps the cues of a segment in the order of their track', () => {
    fc.assert(
      fc.property(usualFile, usualFile, (original, target) => {
        for (const segment of align(original, target)) {
          const starts = segment.original.map((index) => original[index]?.start ?? 0);
          expect(starts).toEqual(starts.toSorted((a, b) => a - b));
        }
      }),
    );
  });

  it('is deterministic, and changes neither file', () => {
    fc.assert(
      fc.property(fc.oneof(usualFile, invalidFile), fc.oneof(usualFile, invalidFile), (original, target) => {
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
      fc.property(usualFile, usualFile, (original, target) => {
        for (const segment of align(original, target)) {
          expect(segment.confidence).toBeGreaterThanOrEqual(0);
          expect(segment.confidence).toBeLessThanOrEqual(1);
          const isUnpaired = segment.original.length === 0 || segment.target.length === 0;
          if (isUnpaired && /^\p{L}+$/u.test(segment.text_original + segment.text_target))
            expect(segment.mismatch).toBe(true);
        }
      }),
    );
  });

  it('depends on neither the order of the cues in their files nor their numbers', () => {
    const distinctLines = makeSpeech(25).map((cue, index) => ({
      ...cue,
      text: `Line ${index} says ${index * 37}.`,
    }));
    fc.assert(
      fc.property(fc.shuffledSubarray([...distinctLines.keys()], { minLength: 25 }), (order) => {
        const shuffled = order.map((index) => ({
          ...makeCue(0, 0),
          ...distinctLines[index],
          index: index * 7,
        }));
        const pairs = align(shuffled, distinctLines).map(({ original, target }) => [
          order[original[0] ?? -1],
          target[0],
        ]);
        expect(pairs).toEqual(distinctLines.map((_, index) => [index, index]));
      }),
      { numRuns: 40 },
    );
  });
});

describe('a file with itself or a copy', () => {
  const consecutiveCues = fc
    .array(fc.tuple(fc.nat(4000), fc.integer({ min: 1, max: 6000 }), texts), { minLength: 1, maxLength: 40 })
    .map((rows) => {
      let time = 0;
      return rows.map(([pause, length, text]) => {
        const start = time + pause;
        time = start + length;
        return makeCue(start, time, text);
      });
    });

  it('is aligned one to one', () => {
    fc.assert(
      fc.property(consecutiveCues, (cues) => {
        expect(align(cues, cues).map(({ original, target }) => [original, target])).toEqual(
          oneToOnePairs(cues.length),
        );
      }),
      { numRuns: 150 },
    );
  });

  it('is aligned one to one when all of it is later, if it is long enough', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 10_000 }),
        fc.integer({ min: 0, max: 80_000 }),
        (seed, offset) => {
          const cues = makeTalk(60, seed);
          const segments = align(cues, translateCues(mapTimes(cues, (ms) => ms + offset)));
          expect(segments.map(({ original, target }) => [original, target])).toEqual(oneToOnePairs(60));
        },
      ),
      { numRuns: 25 },
    );
  });

  it('joins mostly the same cues with the tracks swapped', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 10_000 }), (seed) => {
        const original = makeTalk(60, seed);
        const target = jitter(translateCues(original), 250, seed).filter((_, index) => index % 11 !== 4);
        const key = (first: number[], second: number[]) => `${first}|${second}`;
        const forward = new Set(
          align(original, target).map((segment) => key(segment.original, segment.target)),
        );
        const backward = align(target, original).map((segment) => key(segment.target, segment.original));
        expect(backward.filter((cue) => forward.has(cue)).length).toBeGreaterThan(backward.length * 0.9);
      }),
      { numRuns: 20 },
    );
  });

  it('keeps the original’s times in a segment, to the millisecond', () => {
    fc.assert(
      fc.property(usualFile, usualFile, (original, target) => {
        for (const segment of align(original, target)) {
          if (segment.original.length === 0) continue;
          const originalCues = segment.original.map((index) => original[index] ?? makeCue(0, 0));
          expect(segment.start).toBe(Math.min(...originalCues.map(({ start }) => start)));
          const end = Math.max(...originalCues.map(({ end }) => end));
          if (end > segment.start) expect(segment.end).toBe(end);
        }
      }),
    );
  });
});

describe('a damaged file', () => {
  const count = 400;
  it.each<[string, Cue[], Cue[]]>([
    ['all with one time', Array.from({ length: count }, () => makeCue(1000, 2000)), makeSpeech(count)],
    [
      'all with one time on both tracks',
      Array.from({ length: count }, () => makeCue(0, 1)),
      Array.from({ length: count }, () => makeCue(0, 2)),
    ],
    ['one cue over ten hours', [makeCue(0, 36_000_000), ...makeSpeech(count)], makeSpeech(count, 9)],
    ['many against one', makeSpeech(count), [makeCue(500, 2500)]],
    ['one against many', [makeCue(500, 2500)], makeSpeech(count)],
    ['no text at all', makeSpeech(count, 7, () => ''), makeSpeech(count, 8, () => '')],
    [
      'only digits',
      makeSpeech(count, 7, (index) => `${index * index}`),
      makeSpeech(count, 7, (index) => `${index * index}`),
    ],
    ['one text throughout', makeSpeech(count, 7, () => 'Yes.'), makeSpeech(count, 8, () => 'Ja.')],
    [
      'times that aren’t numbers',
      makeSpeech(count).map((cue, index) => (index % 3 ? cue : makeCue(Number.NaN, Number.NaN))),
      makeSpeech(count),
    ],
    ['times before zero', mapTimes(makeSpeech(count), (ms) => ms - 1e9), makeSpeech(count)],
    ['cues of zero length', makeSpeech(count).map((cue) => makeCue(cue.start, cue.start)), makeSpeech(count)],
    [
      'cues that end before they start',
      makeSpeech(count).map((cue) => makeCue(cue.end, cue.start)),
      makeSpeech(count),
    ],
    [
      'a thousand words in a cue',
      [makeCue(0, 9000, 'word '.repeat(1000))],
      [makeCue(0, 9000, 'wort '.repeat(1000))],
    ],
  ])('of %s loses no cue', (_name, original, target) => {
    const aligned = alignFiles(original, target);
    expect(findCues(aligned, 'original')).toEqual(positions(original));
    expect(findCues(aligned, 'target')).toEqual(positions(target));
  });
});
