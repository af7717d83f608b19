import { describe, expect, it } from 'vitest';
import { buildBand } from '../search/band.ts';
import { makeCue, makeSpeech, makeTracks, shiftedClock } from '../testing/generated-talk.ts';
import { haveSameTiming, markIdenticalPairs, markSharedTimes } from './identical-timing.ts';

describe('two files with the same timing', () => {
  const cues = makeSpeech(100);
  const areDetected = (movedCount: number) => {
    const { original, target } = makeTracks(
      cues,
      cues.map((cue, index) => (index < movedCount ? { ...cue, start: cue.start + 1 } : cue)),
    );
    return haveSameTiming(original, target);
  };

  it.each([
    [0, true],
    [1, true],
    [10, true],
    [11, false],
    [100, false],
  ])('are detected with %i of 100 starts moved: %s', (movedCount, same) => {
    expect(areDetected(movedCount)).toBe(same);
  });

  it('are detected even if the original has more cues than the target', () => {
    const { original, target } = makeTracks(cues, cues.slice(0, 3));
    expect([haveSameTiming(original, target), haveSameTiming(target, original)]).toEqual([true, false]);
  });

  it.each<[string, [number, number], number]>([
    ['exactly equal times', [1000, 2000], 1],
    ['another start', [1001, 2000], 0],
    ['another end', [1000, 2001], 0],
    ['swapped times', [2000, 1000], 0],
  ])('share times only if these are exactly equal: %s', (_, [start, end], expected) => {
    const { original, target } = makeTracks([makeCue(1000, 2000)], [makeCue(start, end)]);
    expect(Array.from(markSharedTimes(original, target))).toEqual([expected]);
  });

  it('don’t include an empty file', () => {
    const { original, target } = makeTracks(cues, []);
    expect(haveSameTiming(original, target)).toBe(false);
  });

  it('have identical timing where start and end are exactly equal', () => {
    const { original, target } = makeTracks(
      [makeCue(0, 1000), makeCue(2000, 3000)],
      [makeCue(0, 1001), makeCue(2000, 3000)],
    );
    expect(Array.from(markSharedTimes(original, target))).toEqual([0, 1]);
    const band = buildBand(original, target, shiftedClock(target), 60_000);
    const identicalPairs = markIdenticalPairs(original, target, band);
    expect(identicalPairs.reduce((sum, isIdentical) => sum + isIdentical, 0)).toBe(1);
    expect(identicalPairs[(band.row[1] ?? 0) + 1]).toBe(1);
  });
});
