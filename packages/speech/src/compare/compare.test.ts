import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { analyse } from '../analyse.ts';
import { computeFeatures } from '../dtw/features.ts';
import { makeRecording } from '../testing/recording.ts';
import { makeSentence } from '../testing/sentence.ts';
import type { Pause } from '../voice-activity/pauses.ts';
import { chooseHint, type Findings, LIMITS } from './choose-hint.ts';
import { compare } from './compare.ts';
import { findLeftOut } from './left-out.ts';

const pieces = makeSentence(1, { syllables: 10 });
const original = analyse(makeRecording(pieces));
/** Returns the start of a piece in a recording, in seconds. */
const findStart = (piece: number) =>
  0.5 + pieces.slice(0, piece).reduce((sum, { seconds }) => sum + seconds, 0);
const words = [0, 4, 8, 12, 16].map((piece) => ({ start: findStart(piece), end: findStart(piece + 4) }));
const neighbours = [2, 3, 4].map((seed) => analyse(makeRecording(makeSentence(seed, { syllables: 10 }))));

describe('compare', () => {
  it('has no hint for the original itself, louder, quieter, in noise and a little slower', () => {
    for (const options of [{ gain: 0.25 }, { gain: 4 }, { snr: 20, seed: 8 }, { stretch: 1.1 }]) {
      const take = analyse(makeRecording(makeSentence(1, { syllables: 10 }), options));
      expect(compare(take, original).hint, JSON.stringify(options)).toBeNull();
    }
  });

  it('hints at a pause that the original doesn’t have', () => {
    const take = analyse(makeRecording(makeSentence(1, { syllables: 10, pauseAfter: 4 })));
    expect(compare(take, original).hint).toEqual({ kind: 'extra-pauses', count: 1 });
    expect(compare(take, take).hint).toBeNull();
  });

  it('reports an omission rather than a pause elsewhere', () => {
    const take = makeSentence(1, { syllables: 10, leaveOut: 4, pauseAfter: 8 });
    const { hint, findings } = compare(analyse(makeRecording(take, { seed: 3 })), original);
    expect(findings?.extraPauses).toHaveLength(1);
    expect(hint?.kind).toBe('left-out');
  });

  it('ignores a gap that is shorter than a pause', () => {
    const take = analyse(makeRecording(makeSentence(1, { syllables: 10, pauseAfter: 4, pause: 0.26 })));
    expect(compare(take, original).hint).toBeNull();
  });

  it('hints at a take that is twice as long', () => {
    const take = analyse(makeRecording(makeSentence(1, { syllables: 10 }), { stretch: 2 }));
    const hint = compare(take, original).hint;
    expect(hint).toMatchObject({ kind: 'slow' });
    expect(hint?.kind === 'slow' && Math.abs(hint.ratio - 2)).toBeLessThan(0.2);
  });

  it('hints at an omitted word, with its position', () => {
    const take = analyse(makeRecording(makeSentence(1, { syllables: 10, leaveOut: 4 }), { seed: 3 }));
    expect(compare(take, original, { words }).hint).toEqual({ kind: 'left-out', place: words[2] });
    expect(compare(take, original).hint).toEqual({ kind: 'left-out', place: null });
  });

  it('gives no position if several words could be the omitted one', () => {
    const repeated = makeSentence(1, { syllables: 2 });
    const threeTimes = analyse(makeRecording([...repeated, ...repeated, ...repeated]));
    const twoTimes = analyse(makeRecording([...repeated, ...repeated], { seed: 3 }));
    const seconds = repeated.reduce((sum, piece) => sum + piece.seconds, 0);
    const words = [0, 1, 2].map((index) => ({
      start: 0.5 + index * seconds,
      end: 0.5 + (index + 1) * seconds,
    }));
    const whitened = { whitened: true };
    const leftOut = findLeftOut(
      computeFeatures(threeTimes, whitened),
      computeFeatures(twoTimes, whitened),
      words,
    );
    expect(leftOut?.place).toBeNull();
  });

  it('reports the position at which a take stopped early, but never for another line', () => {
    const firstHalf = makeSentence(1, { syllables: 10, hz: 150 }).slice(0, 10);
    const { hint, isThisLine } = compare(analyse(makeRecording(firstHalf, { seed: 7 })), original, {
      neighbours,
    });
    expect(isThisLine).toBe(true);
    expect(hint?.kind).toBe('stopped-early');
    expect(Math.abs((hint?.kind === 'stopped-early' ? hint.at : 0) - findStart(10))).toBeLessThan(0.25);
    const other = analyse(makeRecording(makeSentence(3, { syllables: 10, hz: 150 }), { seed: 7 }));
    expect(compare(other, original, { neighbours }).hint).toBeNull();
    const wholeTake = analyse(
      makeRecording(makeSentence(1, { syllables: 10, hz: 150 }), { seed: 7, snr: 15 }),
    );
    expect(compare(wholeTake, original, { neighbours }).hint?.kind).not.toBe('stopped-early');
  });

  it('reports omitted final words as an early stop', () => {
    const take = analyse(makeRecording(pieces.slice(0, 16), { seed: 3 }));
    expect(compare(take, original, { words }).hint).toMatchObject({ kind: 'stopped-early' });
  });

  it('has no hint for silence or for a neighbouring line', () => {
    const other = analyse(makeRecording(makeSentence(3, { syllables: 10, hz: 150 }), { seed: 7 }));
    expect(compare(other, original, { neighbours })).toMatchObject({ hint: null, isThisLine: false });
    const same = analyse(makeRecording(makeSentence(1, { syllables: 10, hz: 150 }), { seed: 7 }));
    expect(compare(same, original, { neighbours }).isThisLine).toBe(true);
    expect(compare(analyse(new Float32Array(32_000)), original)).toMatchObject({
      hint: null,
      isThisLine: false,
    });
  });
});

const PAUSE: Pause = { start: 1, end: 1.5 };

describe('chooseHint', () => {
  const good: Findings = {
    extraPauses: [],
    leftOut: null,
    lengthRatio: 1,
    pitchRange: { take: 7, original: 7 },
    contourDistance: 1,
  };

  it('has no hint for a good take', () => {
    expect(chooseHint(good)).toBeNull();
    expect(chooseHint({ ...good, contourDistance: Number.NaN }, { hasTones: true })).toBeNull();
  });

  it('hints at flat intonation only if the original’s pitch varies', () => {
    expect(chooseHint({ ...good, pitchRange: { take: 3, original: 7 } })).toMatchObject({ kind: 'flat' });
    expect(chooseHint({ ...good, pitchRange: { take: 1, original: 3 } })).toBeNull();
  });

  it('prioritises the pitch contour in a tone language, and ignores it in any other', () => {
    const findings = { ...good, extraPauses: [PAUSE, PAUSE], contourDistance: 6 };
    expect(chooseHint(findings, { hasTones: true })?.kind).toBe('contour');
    expect(chooseHint(findings)?.kind).toBe('extra-pauses');
  });

  it('prioritises a high-confidence omission over pauses', () => {
    const place = { start: 1, end: 1.4 };
    const leftOut = { place, evidence: LIMITS.leftOutEvidence };
    const findings = { ...good, extraPauses: [PAUSE], leftOut };
    expect(chooseHint(findings)).toEqual({ kind: 'left-out', place });
    const unsure = { ...leftOut, evidence: LIMITS.leftOutEvidence - 1 };
    expect(chooseHint({ ...findings, leftOut: unsure })).toEqual({ kind: 'extra-pauses', count: 1 });
  });

  it('returns at most one hint for any findings', () => {
    const number = fc.double({ min: 0, max: 20, noNaN: true });
    fc.assert(
      fc.property(fc.nat(5), number, number, number, (count, lengthRatio, take, original) => {
        const extraPauses = Array<Pause>(count).fill(PAUSE);
        const hint = chooseHint({ ...good, extraPauses, lengthRatio, pitchRange: { take, original } });
        expect(hint === null || typeof hint.kind === 'string').toBe(true);
        if (count > 0) expect(hint).toEqual({ kind: 'extra-pauses', count });
      }),
    );
  });
});
