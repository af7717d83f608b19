import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Cue } from '../cues/cue.ts';
import { align, alignFiles } from './align.ts';
import { jitter, makeCue, makeSpeech, makeTalk, shift, translateCues } from './testing/generated-talk.ts';

const texts = fc.oneof(
  fc.string(),
  fc.string({ unit: 'grapheme' }),
  fc.constantFrom(...'|♪|[door slams]|1984|Yes?|时间|ครับ|نعم،|(laughs) Well…|♪ la la la ♪'.split('|')),
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
  it('has every cue of both files in exactly one segment or omitted, and no zero-length segment', () => {
    fc.assert(
      fc.property(fc.oneof(usualFile, invalidFile), fc.oneof(usualFile, invalidFile), (original, target) => {
        const aligned = alignFiles(original, target);
        expect(findCues(aligned, 'original')).toEqual(positions(original));
        expect(findCues(aligned, 'target')).toEqual(positions(target));
        for (const { start, end } of aligned.segments) expect(end).toBeGreaterThan(start);
      }),
      { numRuns: 100 },
    );
  });

  it('has segments in order of time, of up to four cues per track, with the original’s times', () => {
    fc.assert(
      fc.property(usualFile, usualFile, (original, target) => {
        let last = 0;
        for (const segment of align(original, target)) {
          const { start, end, label, confidence, mismatch } = segment;
          expect(Number.isInteger(start) && Number.isInteger(end)).toBe(true);
          expect(start).toBeGreaterThanOrEqual(last);
          last = start;
          expect(Math.max(segment.original.length, segment.target.length)).toBeLessThanOrEqual(4);
          expect(label).toBe(`${segment.original.length}-${segment.target.length}`);
          expect(confidence >= 0 && confidence <= 1).toBe(true);
          const isUnpaired = segment.original.length === 0 || segment.target.length === 0;
          if (isUnpaired && /^\p{L}+$/u.test(segment.text_original + segment.text_target))
            expect(mismatch).toBe(true);
          const starts = segment.original.map((index) => original[index]?.start ?? 0);
          expect(starts).toEqual(starts.toSorted((a, b) => a - b));
          if (starts.length > 0) expect(start).toBe(starts[0]);
          const lastEnd = Math.max(0, ...segment.original.map((index) => original[index]?.end ?? 0));
          if (lastEnd > start) expect(end).toBe(lastEnd);
        }
      }),
      { numRuns: 200 },
    );
  });

  it('is deterministic, and doesn’t mutate the files', () => {
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

  it('doesn’t depend on the order or the numbers of cues in their files', () => {
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

it('an alignment mostly joins the same cues with the tracks swapped', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 10_000 }), (seed) => {
      const original = makeTalk(60, seed);
      const target = jitter(translateCues(original), 250, seed).filter((_, index) => index % 11 !== 4);
      const key = (first: number[], second: number[]) => `${first}|${second}`;
      const forward = new Set(
        align(original, target).map((segment) => key(segment.original, segment.target)),
      );
      const backward = align(target, original).map((segment) => key(segment.target, segment.original));
      expect(backward.filter((pair) => forward.has(pair)).length).toBeGreaterThan(backward.length * 0.9);
    }),
    { numRuns: 20 },
  );
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
    ['times before zero', shift(makeSpeech(count), -1e9), makeSpeech(count)],
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
