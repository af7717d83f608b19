import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Cue } from '../cues/cue.ts';
import { align } from './align.ts';
import { makeCue, makeSpeech, makeTalk, oneToOnePairs, shift } from './testing/generated-talk.ts';

const alignedPairs = (original: Cue[], target: Cue[]) =>
  align(original, target).map((segment) => [segment.original, segment.target]);

describe('aligning by time', () => {
  it('aligns files with equal times one to one', () => {
    const cues = makeSpeech(60);
    const segments = align(cues, cues);
    expect(segments.map(({ original, target }) => [original, target])).toEqual(oneToOnePairs(60));
    expect(segments[3]).toMatchObject({
      start: cues[3]?.start,
      end: cues[3]?.end,
      original: [3],
      target: [3],
      text_original: 'This is line 3.',
      text_target: 'This is line 3.',
      label: '1-1',
      mismatch: false,
    });
    expect(segments[3]?.confidence).toBeGreaterThan(0.95);
  });

  it('aligns overlapping and simultaneous cues with equal times one to one', () => {
    const cues = [
      makeCue(0, 4000),
      makeCue(1000, 5000),
      makeCue(1000, 5000),
      makeCue(4500, 9000),
      makeCue(4600, 4700),
    ];
    expect(alignedPairs(cues, cues)).toEqual(oneToOnePairs(5));
  });

  it('trusts equal times in files too short to compare their clocks', () => {
    const original = [makeCue(715, 2562), makeCue(3420, 7695), makeCue(3553, 5167)];
    expect(alignedPairs(original, original.slice(2))).toEqual([
      [[0], []],
      [[1], []],
      [[2], [0]],
    ]);
  });

  it('aligns a cue with the two cues at the same time, and vice versa', () => {
    const original = [
      makeCue(0, 4000, 'One and two.'),
      makeCue(5000, 6900, 'Three'),
      makeCue(7000, 9000, 'and four.'),
    ];
    const target = [
      makeCue(0, 2000, 'Eins'),
      makeCue(2000, 4000, 'und zwei.'),
      makeCue(5000, 9000, 'Drei und vier.'),
    ];
    expect(
      align(original, target).map(({ label, text_original, text_target }) => [
        label,
        text_original,
        text_target,
      ]),
    ).toEqual([
      ['1-2', 'One and two.', 'Eins und zwei.'],
      ['2-1', 'Three and four.', 'Drei und vier.'],
    ]);
  });

  it('gives a cue without a counterpart its own segment, on the original’s clock', () => {
    const original = makeSpeech(60);
    const target = shift(original, 20_000).filter((_, index) => index !== 30);
    target.push(makeCue(original[59] ? original[59].end + 25_000 : 0, 500_000, 'Subtitles by Ann'));
    const segments = align(original, target);
    expect(segments.filter(({ label }) => label !== '1-1')).toMatchObject([
      { label: '1-0', original: [30], text_target: '', mismatch: true },
      {
        label: '0-1',
        target: [59],
        start: (original[59]?.end ?? 0) + 5000,
        text_original: '',
        mismatch: true,
      },
    ]);
  });

  it('sorts cues by time, whatever their order in the files', () => {
    const original = makeSpeech(40);
    const reversed = [...original].reverse();
    expect(alignedPairs(reversed, original)).toEqual(
      oneToOnePairs(40).map(([, [index = 0] = []]) => [[39 - index], [index]]),
    );
  });

  it('aligns ten thousand cues with ten thousand, one to one', () => {
    const original = makeSpeech(10_000);
    const target = shift(original, 12_000);
    const segments = align(original, target);
    expect(segments.filter(({ label }) => label === '1-1')).toHaveLength(10_000);
  });

  it('aligns damaged files: one time for all cues, one cue over the whole film, a mistyped hour', () => {
    const identicalCues = Array.from({ length: 5000 }, () => makeCue(1000, 900_000_000));
    expect(align(identicalCues, identicalCues)).toHaveLength(5000);
    expect(align(identicalCues, makeSpeech(3000)).length).toBeGreaterThan(5000);
    const mistyped = [...makeSpeech(300), makeCue(35_999_000_000, 35_999_001_000)];
    expect(align(mistyped, makeSpeech(300)).filter(({ label }) => label === '1-1')).toHaveLength(300);
  });
});

describe('a matching pair of files', () => {
  const cues = fc
    .array(fc.tuple(fc.nat(4000), fc.nat(6000), fc.string()), { minLength: 1, maxLength: 40 })
    .map((list) => {
      let time = 0;
      return list.map(([pause, length, text]) => {
        time += pause;
        return makeCue(time, time + length, text);
      });
    });

  it('is aligned one to one if its times are equal, whatever the texts are', () => {
    fc.assert(
      fc.property(cues, fc.array(fc.string(), { minLength: 40, maxLength: 40 }), (original, texts) => {
        const target = original.map((cue, index) => ({ ...cue, text: texts[index] ?? '' }));
        expect(align(original, target).map(({ label }) => label)).toEqual(original.map(() => '1-1'));
      }),
      { numRuns: 200 },
    );
  });

  it('can lack lines without affecting the alignment of the others', () => {
    const original = makeTalk(60);
    const target = original.filter((_, index) => index % 15 !== 7).map((cue) => ({ ...cue }));
    for (const { original: a, target: b } of align(original, target)) {
      if (b[0] !== undefined) expect(original[a[0] ?? -1]?.start).toBe(target[b[0]]?.start);
    }
  });
});

describe('the mismatch flag of a segment', () => {
  it('is set for a line of speech without a counterpart, but not for a sound', () => {
    expect(align([makeCue(0, 1000, 'Hello there.')], [])[0]?.mismatch).toBe(true);
    expect(align([makeCue(0, 1000, '[door slams]')], [])[0]?.mismatch).toBe(false);
    expect(align([], [makeCue(0, 1000, '♪♪')])[0]?.mismatch).toBe(false);
  });
});
