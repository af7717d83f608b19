import { describe, expect, it } from 'vitest';
import type { Cue } from '../cues/cue.ts';
import { align } from './align.ts';
import { cue, moved, oneToOne, talk, translate, translated } from './testing/generated-talk.ts';

const beads = (original: Cue[], target: Cue[]) =>
  align(original, target).map((segment) => [segment.original, segment.target]);

describe('sounds and simultaneous speakers', () => {
  it('leaves sound tags and music alone, even in the middle of lines that belong together', () => {
    const original = talk(40);
    const { start = 0, end = 0, text = '' } = original[20] ?? {};
    const target = translated(original);
    const middle = Math.round((start + end) / 2);
    const words = translate(text).split(' ');
    target.splice(
      20,
      1,
      cue(start, middle - 100, words.slice(0, 3).join(' ')),
      cue(middle - 90, middle + 90, '[laughs]'),
      cue(middle + 100, end, words.slice(3).join(' ')),
    );
    const segments = align(original, target);
    expect(segments.find((one) => one.original.includes(20))?.target).toEqual([20, 22]);
    expect(segments.find((one) => one.target.includes(21))).toMatchObject({ label: '0-1', mismatch: false });
  });

  it('joins the sound tags of two files with each other', () => {
    const original = talk(30);
    const target = translated(moved(original, (ms) => ms + 3000));
    original[12] = { ...cue(original[12]?.start ?? 0, original[12]?.end ?? 0, '[door slams]') };
    target[12] = { ...cue(target[12]?.start ?? 0, target[12]?.end ?? 0, '（ドアの音）') };
    expect(beads(original, target)).toEqual(oneToOne(30));
  });

  it.each(['♪', '♪ la la la, a song of many words that goes on ♪', '♫ Theme ♫'])(
    'copes with a file full of %s',
    (song) => {
      const original = talk(50);
      const target = translated(moved(original, (ms) => ms + 9000));
      const songs = Array.from({ length: 12 }, (_, at) => cue(at * 9000 + 500, at * 9000 + 8000, song));
      const segments = align([...original, ...songs], target);
      const pairs = segments.filter(({ label, original: [at = 99] }) => label === '1-1' && at < 50);
      expect(pairs.filter((one) => one.original[0] === one.target[0]).length).toBeGreaterThan(46);
    },
  );

  it('joins overlapping lines crosswise if the other file has them in another order', () => {
    const original = talk(40).filter((_, at) => at < 20 || at > 24);
    const at = original[20]?.start ?? 0;
    const [first, second] = ['rado miku tofe basil krono', 'velta sumpi darno golu hefti zaban pilto'];
    const shift = (one: Cue) => ({ ...one, start: one.start + 30_000, end: one.end + 30_000 });
    const before = original.slice(0, 20);
    const after = original.slice(20).map(shift);
    const both = [cue(at, at + 6000, second), cue(at + 150, at + 2500, first)];
    const swapped = [cue(at, at + 2450, translate(first)), cue(at + 120, at + 6100, translate(second))];
    const joined = align(
      [...before, ...both, ...after],
      [...translated(before), ...swapped, ...translated(after)],
    );
    expect(joined.filter(({ original: [one = 0] }) => one === 20 || one === 21)).toMatchObject([
      { original: [20], target: [21] },
      { original: [21], target: [20] },
    ]);
  });
});

describe('two files with different cuts', () => {
  it('follows missing scenes, a commercial break and a drifting clock, all in one file', () => {
    const original = talk(300);
    const wander = (ms: number) => 500 * Math.sin(ms / 90_000);
    const target = translated(original)
      .map((one, at) => ({ ...one, at }))
      .filter(({ at }) => at < 90 || at >= 110)
      .map(({ at, ...one }) => {
        const move = at < 90 ? 4000 : at < 200 ? -50_000 : 25_000;
        return {
          ...one,
          start: Math.round(one.start + move + wander(one.start)),
          end: Math.round(one.end + move + wander(one.end)),
        };
      });
    const advertisement = Array.from({ length: 15 }, (_, k) => {
      const from = (target[179]?.end ?? 0) + 1000 + k * 4500;
      return cue(from, from + 3000, `Buy ${k} of these at once`);
    });
    const segments = align(original, [...target, ...advertisement]);
    const right = segments.filter(({ original: [a = -1], target: [b = -1], label }) => {
      return label === '1-1' && b === (a < 90 ? a : a - 20);
    });
    expect(right.length).toBeGreaterThan(270);
    for (const one of segments.filter(({ original: [a = -1] }) => a >= 92 && a < 108))
      expect(one.label).toBe('1-0');
  });

  it('keeps lines of the target alone at their position among their neighbours', () => {
    const original = talk(80);
    const target = translated(original).map((one, at) => ({
      ...one,
      start: one.start + (at < 40 ? 0 : 60_000),
      end: one.end + (at < 40 ? 0 : 60_000),
    }));
    const from = target[39]?.end ?? 0;
    const advertisement = Array.from({ length: 12 }, (_, k) =>
      cue(from + 2000 + k * 4500, from + 5500 + k * 4500, `Buy ${k}!`),
    );
    target.splice(40, 0, ...advertisement);
    const order = align(original, target).flatMap((one) => one.target);
    expect(order).toEqual(order.toSorted((a, b) => a - b));
  });
});
