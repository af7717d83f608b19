import { describe, expect, it } from 'vitest';
import type { Cue } from '../cues/cue.ts';
import { align } from './align.ts';
import {
  makeCue,
  makeTalk,
  oneToOnePairs,
  shift,
  translate,
  translateCues,
} from './testing/generated-talk.ts';

const alignedPairs = (original: Cue[], target: Cue[]) =>
  align(original, target).map((segment) => [segment.original, segment.target]);

describe('sounds and simultaneous speakers', () => {
  it('doesn’t join sound tags and music with lines, even between lines that belong together', () => {
    const original = makeTalk(40);
    const { start = 0, end = 0, text = '' } = original[20] ?? {};
    const target = translateCues(original);
    const middle = Math.round((start + end) / 2);
    const words = translate(text).split(' ');
    target.splice(
      20,
      1,
      makeCue(start, middle - 100, words.slice(0, 3).join(' ')),
      makeCue(middle - 90, middle + 90, '[laughs]'),
      makeCue(middle + 100, end, words.slice(3).join(' ')),
    );
    const segments = align(original, target);
    expect(segments.find((segment) => segment.original.includes(20))?.target).toEqual([20, 22]);
    expect(segments.find((segment) => segment.target.includes(21))).toMatchObject({
      label: '0-1',
      mismatch: false,
    });
  });

  it('joins the sound tags of two files with each other', () => {
    const original = makeTalk(30);
    const target = translateCues(shift(original, 3000));
    original[12] = { ...makeCue(original[12]?.start ?? 0, original[12]?.end ?? 0, '[door slams]') };
    target[12] = { ...makeCue(target[12]?.start ?? 0, target[12]?.end ?? 0, '（ドアの音）') };
    expect(alignedPairs(original, target)).toEqual(oneToOnePairs(30));
  });

  it.each(['♪', '♪ la la la, a song of many words that goes on ♪', '♫ Theme ♫'])(
    'copes with a file full of %s',
    (song) => {
      const original = makeTalk(50);
      const target = translateCues(shift(original, 9000));
      const songs = Array.from({ length: 12 }, (_, index) =>
        makeCue(index * 9000 + 500, index * 9000 + 8000, song),
      );
      const segments = align([...original, ...songs], target);
      const pairs = segments.filter(({ label, original: [index = 99] }) => label === '1-1' && index < 50);
      expect(pairs.filter((segment) => segment.original[0] === segment.target[0]).length).toBeGreaterThan(46);
    },
  );

  it('aligns overlapping lines crosswise if the other file has them in a different order', () => {
    const original = makeTalk(40).filter((_, index) => index < 20 || index > 24);
    const time = original[20]?.start ?? 0;
    const [first, second] = ['rado miku tofe basil krono', 'velta sumpi darno golu hefti zaban pilto'];
    const before = original.slice(0, 20);
    const after = shift(original.slice(20), 30_000);
    const overlapping = [makeCue(time, time + 6000, second), makeCue(time + 150, time + 2500, first)];
    const swapped = [
      makeCue(time, time + 2450, translate(first)),
      makeCue(time + 120, time + 6100, translate(second)),
    ];
    const joined = align(
      [...before, ...overlapping, ...after],
      [...translateCues(before), ...swapped, ...translateCues(after)],
    );
    expect(joined.filter(({ original: [cue = 0] }) => cue === 20 || cue === 21)).toMatchObject([
      { original: [20], target: [21] },
      { original: [21], target: [20] },
    ]);
  });
});

describe('two files with different cuts', () => {
  it('follows missing scenes, a commercial break and a drifting clock, all in one file', () => {
    const original = makeTalk(300);
    const drift = (ms: number) => 500 * Math.sin(ms / 90_000);
    const target = translateCues(original)
      .map((cue, index) => ({ ...cue, position: index }))
      .filter(({ position: index }) => index < 90 || index >= 110)
      .map(({ position: index, ...cue }) => {
        const shift = index < 90 ? 4000 : index < 200 ? -50_000 : 25_000;
        return {
          ...cue,
          start: Math.round(cue.start + shift + drift(cue.start)),
          end: Math.round(cue.end + shift + drift(cue.end)),
        };
      });
    const advertisement = Array.from({ length: 15 }, (_, k) => {
      const from = (target[179]?.end ?? 0) + 1000 + k * 4500;
      return makeCue(from, from + 3000, `Buy ${k} of these at once`);
    });
    const segments = align(original, [...target, ...advertisement]);
    const right = segments.filter(({ original: [a = -1], target: [b = -1], label }) => {
      return label === '1-1' && b === (a < 90 ? a : a - 20);
    });
    expect(right.length).toBeGreaterThan(270);
    for (const segment of segments.filter(({ original: [a = -1] }) => a >= 92 && a < 108))
      expect(segment.label).toBe('1-0');
  });
});
