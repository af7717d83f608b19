import { describe, expect, it } from 'vitest';
import { jitter, makeSpeech, makeTalk, mapTimes, shift, translateCues } from './testing/generated-talk.ts';
import { estimateTimeMap } from './time-map.ts';

describe('the time map from one file to another', () => {
  it('changes nothing if both files share a clock', () => {
    const cues = makeSpeech(80);
    const jittered = mapTimes(cues, (ms) => ms + ((ms * 7) % 90) - 45);
    for (const source of [cues, cues.slice(5, 70), jittered]) {
      const { map, scale, pieces, trust } = estimateTimeMap(source, cues);
      expect(map(123_456)).toBe(123_456);
      expect(scale).toBe(1);
      expect(pieces.map(({ offset }) => offset)).toEqual([0]);
      expect(trust).toBeGreaterThan(0.9);
    }
  });

  it('finds an offset, in either direction', () => {
    const cues = makeSpeech(100);
    for (const offset of [-40_000, -350, 700, 95_000]) {
      const source = mapTimes(cues, (ms) => ms - offset + 50_000);
      const { map, pieces, scale } = estimateTimeMap(source, shift(cues, 50_000));
      expect(scale).toBeCloseTo(1, 4);
      expect(pieces).toHaveLength(1);
      expect(Math.abs((pieces[0]?.offset ?? 0) - offset)).toBeLessThan(60);
      expect(Math.abs(map(200_000) - 200_000 - offset)).toBeLessThan(60);
    }
  });

  it.each([25 / 23.976, 23.976 / 25, 25 / 24, 1.004, 0.9985])('finds the scale %f', (factor) => {
    const cues = makeSpeech(150);
    const { scale, map } = estimateTimeMap(
      mapTimes(cues, (ms) => ms / factor),
      cues,
    );
    expect(Math.abs(scale - factor)).toBeLessThan(0.0005);
    for (const ms of [60_000, 200_000, 400_000]) expect(Math.abs(map(ms / factor) - ms)).toBeLessThan(150);
  });

  it('finds the positions and lengths of a break and a cut', () => {
    const cues = makeSpeech(240);
    const cueStart = (index: number) => cues[index]?.start ?? 0;
    const cut = cueStart(170) - cueStart(160);
    const shifted = mapTimes(
      cues,
      (ms) => ms + (ms < cueStart(80) ? 0 : 45_000) - (ms < cueStart(170) ? 0 : cut),
    );
    const positionsLeft = Array.from(cues.keys()).filter((index) => index < 160 || index >= 170);
    const source = positionsLeft.map((index) => shifted[index]).filter((cue) => cue !== undefined);
    const { pieces, map } = estimateTimeMap(source, cues);
    expect(pieces.map(({ offset }) => Math.round(offset / 100))).toEqual([
      0,
      -450,
      Math.round((cut - 45_000) / 100),
    ]);
    expect(pieces.map(({ start }) => start)).toEqual([
      shifted[0]?.start,
      shifted[80]?.start,
      shifted[170]?.start,
    ]);
    for (const [k, index] of positionsLeft.entries())
      expect(Math.abs(map(source[k]?.start ?? 0) - cueStart(index))).toBeLessThan(60);
  });

  it('follows a drifting clock', () => {
    const cues = makeSpeech(200);
    const source = mapTimes(cues, (ms) => ms + 600 * Math.sin(ms / 80_000));
    const { map, pieces } = estimateTimeMap(source, cues);
    expect(pieces).toHaveLength(1);
    for (const [index, cue] of source.entries())
      expect(Math.abs(map(cue.start) - (cues[index]?.start ?? 0))).toBeLessThan(250);
  });

  it('has low trust for a file of another video, and none for an empty file', () => {
    const [first, second] = [
      makeSpeech(120, 3),
      makeSpeech(120, 977).map((cue) => ({ ...cue, text: 'Quite something else' })),
    ];
    expect(estimateTimeMap(first, second).trust).toBeLessThan(0.7);
    expect(estimateTimeMap(first, []).trust).toBe(0);
    expect(estimateTimeMap([], first).map(500)).toBe(500);
  });
});

describe('the time map of a translation', () => {
  const original = makeTalk(90, 51);
  const target = translateCues(original);

  it('is inverted with the files swapped', () => {
    const shifted = mapTimes(target, (ms) => ms * 1.002 + 8000);
    const forward = estimateTimeMap(shifted, original).map;
    const backward = estimateTimeMap(original, shifted).map;
    for (const ms of [20_000, 100_000, 200_000])
      expect(Math.abs(forward(backward(ms)) - ms)).toBeLessThan(60);
  });

  it('increases with time in each piece', () => {
    const { map } = estimateTimeMap(jitter(shift(target, 4000), 200), original);
    for (let ms = 10_000; ms < 250_000; ms += 5000) expect(map(ms + 5000)).toBeGreaterThan(map(ms));
  });

  it.each([
    ['the same file', original, 0.9],
    ['its translation', target, 0.9],
    ['half of it', target.filter((_, index) => index % 2 === 0), 0.9],
  ])('trusts %s', (_, from, minTrust) => {
    expect(estimateTimeMap(from, original).trust).toBeGreaterThan(minTrust);
  });

  it('has less trust in a file if half of it is from another video', () => {
    const halfForeign = [
      ...target.slice(0, 45),
      ...mapTimes(translateCues(makeTalk(45, 88)), (ms) => ms + (original[45]?.start ?? 0)),
    ];
    expect(estimateTimeMap(halfForeign, original).trust).toBeLessThan(
      estimateTimeMap(target, original).trust,
    );
  });

  it('ignores offsets within the precision of manual timing (80 ms)', () => {
    expect(estimateTimeMap(shift(target, 70), original).map(99_999)).toBe(99_999);
    expect(estimateTimeMap(shift(target, 95), original).map(99_999)).not.toBe(99_999);
  });
});
