import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { makeSpeech, mapTimes, shift } from '../align/testing/generated-talk.ts';
import type { Cue } from '../cues/cue.ts';
import { readSrt } from '../srt/read-srt.ts';
import { setTimes } from './change-times.ts';
import { MIN_TRUST, synchronise } from './synchronise.ts';

const REFERENCE = makeSpeech(300, 7);
const maxStartDistance = (cues: readonly Cue[], reference: readonly Cue[]) =>
  Math.max(...cues.map((cue, index) => Math.abs(cue.start - (reference[index]?.start ?? 0))));

describe('synchronising with a reference', () => {
  it('leaves a file in sync unchanged', () => {
    const result = synchronise(REFERENCE, REFERENCE);
    expect(result).toMatchObject({
      cues: REFERENCE,
      undo: [],
      offset: 0,
      scale: 1,
      jumps: [],
      changed: false,
    });
    expect(result.trust).toBeGreaterThan(0.95);
  });

  it('leaves a file timed by another person unchanged', () => {
    const other = REFERENCE.map((cue, index) => ({ ...cue, start: cue.start + ((index * 37) % 160) - 80 }));
    expect(synchronise(other, REFERENCE)).toMatchObject({ cues: other, changed: false });
  });

  it('finds an offset', () => {
    const delayed = shift(REFERENCE, 12_345);
    const result = synchronise(delayed, REFERENCE);
    expect(result).toMatchObject({ scale: 1, jumps: [], changed: true });
    expect(Math.abs(result.offset + 12_345)).toBeLessThan(50);
    expect(maxStartDistance(result.cues, REFERENCE)).toBeLessThan(50);
    expect(result.trust).toBeGreaterThan(0.9);
  });

  it('finds a different frame rate', () => {
    const result = synchronise(
      mapTimes(REFERENCE, (ms) => (ms * 25) / 24 + 3000),
      REFERENCE,
    );
    expect(result.scale).toBeCloseTo(24 / 25, 4);
    expect(maxStartDistance(result.cues, REFERENCE)).toBeLessThan(150);
  });

  it('finds a break, and moves every cue as a whole', () => {
    const border = REFERENCE[150]?.start ?? 0;
    const interrupted = mapTimes(REFERENCE, (ms) => (ms < border ? ms : ms + 90_000));
    const result = synchronise(interrupted, REFERENCE);
    expect(result.jumps).toHaveLength(1);
    expect(Math.abs((result.jumps[0]?.by ?? 0) + 90_000)).toBeLessThan(100);
    expect(Math.abs((result.jumps[0]?.at ?? 0) - border - 90_000)).toBeLessThan(100);
    expect(maxStartDistance(result.cues, REFERENCE)).toBeLessThan(100);
    for (const [index, cue] of result.cues.entries()) {
      const before = interrupted[index];
      expect(cue.end - cue.start).toBe((before?.end ?? 0) - (before?.start ?? 0));
    }
  });

  it('works if half of the lines have no counterpart', () => {
    const sparse = mapTimes(
      REFERENCE.filter((_, index) => index % 2 === 0),
      (ms) => ms + 5000,
    );
    const result = synchronise(sparse, REFERENCE);
    expect(Math.abs(result.offset + 5000)).toBeLessThan(50);
  });

  it('changes nothing and reports it if the two don’t match', () => {
    const result = synchronise(makeSpeech(300, 99), REFERENCE);
    expect(result.changed).toBe(false);
    expect(result.trust).toBeLessThan(MIN_TRUST);
  });

  it('can be undone', () => {
    const delayed = shift(REFERENCE, 12_345);
    const result = synchronise(delayed, REFERENCE);
    expect(setTimes(result.cues, result.undo).cues).toEqual(delayed);
  });

  it('accepts any cues', () => {
    expect(synchronise([], REFERENCE)).toMatchObject({ cues: [], changed: false, trust: 0 });
    expect(synchronise(REFERENCE, [])).toMatchObject({ cues: REFERENCE, changed: false, trust: 0 });
    const cue = fc.record({ index: fc.nat(), start: fc.nat(1e6), end: fc.nat(1e6), text: fc.string() });
    fc.assert(
      fc.property(fc.array(cue, { maxLength: 20 }), fc.array(cue, { maxLength: 20 }), (a, b) => {
        const { cues, trust, changed, undo } = synchronise(a, b);
        expect(cues).toHaveLength(a.length);
        expect(trust >= 0 && trust <= 1).toBe(true);
        if (!changed) expect(cues).toEqual(a);
        expect(setTimes(cues, undo).cues).toEqual(a);
      }),
      { numRuns: 50 },
    );
  });
});

const DATA = resolve(import.meta.dirname, '../../../../../shared/data/alignment');
type Bead = [number[], number[]];
const pairs = existsSync(DATA)
  ? readdirSync(DATA).filter((name) => /^[TX]-/.test(name) && existsSync(`${DATA}/${name}/gold.json`))
  : [];

describe.skipIf(pairs.length === 0)('translations of ../shared/data/alignment (skipped if absent)', () => {
  it.each(pairs)('are synchronised with their original, or unchanged: %s', (name) => {
    const readFile = (file: string) => readFileSync(`${DATA}/${name}/${file}`, 'utf8');
    const original = readSrt(readFile('orig.srt')).cues;
    const target = readSrt(readFile('target.srt')).cues;
    const gold: Bead[] = JSON.parse(readFile('gold.json'));
    const medianDistance = (cues: readonly Cue[]) => {
      const distances = gold.flatMap(([[first], [second]]) =>
        first === undefined || second === undefined
          ? []
          : [Math.abs((cues[second]?.start ?? 0) - (original[first]?.start ?? 0))],
      );
      return distances.sort((a, b) => a - b)[distances.length >> 1] ?? 0;
    };
    const result = synchronise(target, original);
    expect(medianDistance(result.cues)).toBeLessThanOrEqual(Math.max(300, medianDistance(target)));
    expect(medianDistance(result.cues)).toBeLessThan(330);
  });
});
