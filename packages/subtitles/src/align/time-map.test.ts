import { describe, expect, it } from 'vitest';
import type { Cue } from '../cues/cue.ts';
import { estimateTimeMap } from './time-map.ts';

function speech(count: number, seed = 11): Cue[] {
  let state = seed;
  const next = (low: number, high: number) => {
    state = (state * 48_271) % 2_147_483_647;
    return low + (state % (high - low));
  };
  let time = 2000;
  return Array.from({ length: count }, (_, k) => {
    const start = time + next(40, 2500);
    time = start + next(900, 4200);
    return { index: k + 1, start, end: time, text: `Line ${k} of ${next(10, 99)}` };
  });
}

const moved = (cues: Cue[], move: (ms: number) => number): Cue[] =>
  cues.map((cue) => ({ ...cue, start: Math.round(move(cue.start)), end: Math.round(move(cue.end)) }));

describe('the time map from one file to another', () => {
  it('changes nothing if both files share a clock', () => {
    const cues = speech(80);
    const jittered = moved(cues, (ms) => ms + ((ms * 7) % 90) - 45);
    for (const other of [cues, cues.slice(5, 70), jittered]) {
      const { map, scale, pieces, trust } = estimateTimeMap(other, cues);
      expect(map(123_456)).toBe(123_456);
      expect(scale).toBe(1);
      expect(pieces.map(({ offset }) => offset)).toEqual([0]);
      expect(trust).toBeGreaterThan(0.9);
    }
  });

  it('finds an offset, in either direction', () => {
    const cues = speech(100);
    for (const offset of [-40_000, -350, 700, 95_000]) {
      const source = moved(cues, (ms) => ms - offset + 50_000);
      const { map, pieces, scale } = estimateTimeMap(
        source,
        moved(cues, (ms) => ms + 50_000),
      );
      expect(scale).toBeCloseTo(1, 4);
      expect(pieces).toHaveLength(1);
      expect(Math.abs((pieces[0]?.offset ?? 0) - offset)).toBeLessThan(60);
      expect(Math.abs(map(200_000) - 200_000 - offset)).toBeLessThan(60);
    }
  });

  it.each([25 / 23.976, 23.976 / 25, 25 / 24, 1.004, 0.9985])('finds the scale %f', (factor) => {
    const cues = speech(150);
    const { scale, map } = estimateTimeMap(
      moved(cues, (ms) => ms / factor),
      cues,
    );
    expect(Math.abs(scale - factor)).toBeLessThan(0.0005);
    for (const ms of [60_000, 200_000, 400_000]) expect(Math.abs(map(ms / factor) - ms)).toBeLessThan(150);
  });

  it('finds a break and a cut, with their lengths', () => {
    const cues = speech(240);
    const cueStart = (index: number) => cues[index]?.start ?? 0;
    const cut = cueStart(170) - cueStart(160);
    const shifted = moved(cues, (ms) => ms + (ms < cueStart(80) ? 0 : 45_000) - (ms < cueStart(170) ? 0 : cut));
    const positionsLeft = Array.from(cues.keys()).filter((index) => index < 160 || index >= 170);
    const source = positionsLeft.map((index) => shifted[index]).filter((one) => one !== undefined);
    const { pieces, map } = estimateTimeMap(source, cues);
    expect(pieces.map(({ offset }) => Math.round(offset / 100))).toEqual([
      0,
      -450,
      Math.round((cut - 45_000) / 100),
    ]);
    expect(pieces.map(({ start }) => start)).toEqual([shifted[0]?.start, shifted[80]?.start, shifted[170]?.start]);
    for (const [k, index] of positionsLeft.entries())
      expect(Math.abs(map(source[k]?.start ?? 0) - cueStart(index))).toBeLessThan(60);
  });

  it('follows a drifting clock', () => {
    const cues = speech(200);
    const source = moved(cues, (ms) => ms + 600 * Math.sin(ms / 80_000));
    const { map, pieces } = estimateTimeMap(source, cues);
    expect(pieces).toHaveLength(1);
    for (const [index, one] of source.entries())
      expect(Math.abs(map(one.start) - (cues[index]?.start ?? 0))).toBeLessThan(250);
  });

  it('has low trust for the file of another video, and none for an empty one', () => {
    const [one, other] = [
      speech(120, 3),
      speech(120, 977).map((cue) => ({ ...cue, text: 'Quite something else' })),
    ];
    expect(estimateTimeMap(one, other).trust).toBeLessThan(0.7);
    expect(estimateTimeMap(one, []).trust).toBe(0);
    expect(estimateTimeMap([], one).map(500)).toBe(500);
  });
});
