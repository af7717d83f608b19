import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Cue } from '../../cues/cue.ts';
import { findBeads, prepareSearch } from '../find-beads.ts';
import { placeBeads } from '../leftovers/place-beads.ts';
import { jitter, makeCue, makeTalk, shift, translate } from '../testing/generated-talk.ts';
import { describeBeads } from './features.ts';
import { judgeBeads, LONE_WEIGHTS, MISMATCH_THRESHOLD, PAIR_WEIGHTS } from './judge-beads.ts';
import { computePosteriors } from './posterior.ts';

function judge(original: Cue[], target: Cue[]) {
  const prepared = prepareSearch(original, target);
  const result = findBeads(prepared);
  const placed = placeBeads(prepared, result);
  return {
    prepared,
    result,
    placed,
    judged: judgeBeads(prepared, result, placed),
    ...describeBeads(prepared, result),
  };
}

const original = makeTalk(70, 21).map((cue, index) => ({
  ...cue,
  text: `${cue.text}${['.', '?', '!', '.'][index % 4]}`,
}));
const target = original.map((cue) => ({
  ...cue,
  text: translate(cue.text.slice(0, -1)) + cue.text.slice(-1),
}));
const later = shift(target, 6000);
const replaceText = (cues: Cue[], index: number, text: string) =>
  cues.map((cue, position) => (position === index ? { ...cue, text } : cue));
const targetText = (index: number) => later[index]?.text ?? '';

describe('evidence against a segment', () => {
  it.each<[string, (text: string) => string]>([
    ['a text of another line', () => targetText(3)],
    ['a word instead of a sentence', () => 'Qox.'],
    ['a text ten times as long', (text) => `${text} `.repeat(10)],
    ['unknown words', () => 'Zyx wvu tsr qpo nml kji.'],
    ['other final punctuation and other words', () => `${targetText(2).slice(0, -1)}!?`],
  ])('includes %s', (_, change) => {
    const { judged: judgements, placed } = judge(original, replaceText(later, 40, change(targetText(40))));
    const index = placed.findIndex((bead) => bead.original.includes(40));
    const others = judgements
      .filter((_one, position) => position !== index)
      .map(({ confidence }) => confidence);
    expect(judgements[index]?.confidence).toBeLessThan(Math.min(...others));
  });
});

describe('the confidence of a segment', () => {
  it('has three decimals, and is flagged below the threshold', () => {
    const { judged: judgements, placed } = judge(original, jitter(replaceText(later, 12, 'Qox.'), 500));
    for (const [index, { confidence, mismatch }] of judgements.entries()) {
      expect(confidence).toBe(Math.round(confidence * 1000) / 1000);
      const bead = placed[index];
      if (bead?.bead !== undefined && bead.original.length > 0 && bead.target.length > 0)
        expect(mismatch).toBe(confidence < MISMATCH_THRESHOLD);
    }
  });

  it('is lower for less precise times', () => {
    const mean = (maxMs: number) => {
      const { judged: judgements } = judge(original, jitter(later, maxMs));
      return judgements.reduce((sum, { confidence }) => sum + confidence, 0) / judgements.length;
    };
    expect(mean(1200)).toBeLessThan(mean(100));
  });

  it('rises with evidence for the segment, and falls with evidence against it', () => {
    for (const name of ['odds', 'fileOdds', 'wordsFound'] as const)
      expect(PAIR_WEIGHTS[name]).toBeGreaterThan(0);
    for (const name of [
      'longestPause',
      'lengthDeviation',
      'wordsMissed',
      'numbersDiffer',
      'endsDiffer',
      'punctuationDiffers',
    ] as const) {
      expect(PAIR_WEIGHTS[name]).toBeLessThan(0);
    }
    expect(LONE_WEIGHTS.odds).toBeGreaterThan(0);
  });
});

describe('a bead’s description', () => {
  it('is finite for every feature', () => {
    const texts = fc.constantFrom('rado miku tofe.', 'basil?', 'krono velta sumpi darno golu!', '5 golu', '');
    const list = fc
      .array(fc.tuple(fc.nat(3000), fc.integer({ min: 300, max: 4000 }), texts), {
        minLength: 2,
        maxLength: 14,
      })
      .map((rows) => {
        let time = 0;
        return rows.map(([pause, length, text]) => {
          const start = time + pause;
          time = start + length;
          return makeCue(start, time, text);
        });
      });
    fc.assert(
      fc.property(list, list, (first, second) => {
        for (const row of judge(first, second).pairs) {
          if (!row) continue;
          expect(Math.abs(row.odds)).toBeLessThanOrEqual(8);
          expect(Math.abs(row.fileOdds)).toBeLessThanOrEqual(8);
          expect(row.longestPause).toBeLessThanOrEqual(3);
          expect(row.lengthDeviation).toBeLessThanOrEqual(5);
          expect(row.wordsFound).toBeLessThanOrEqual(4);
          expect(row.wordsMissed).toBeLessThanOrEqual(3);
          expect(Math.abs(row.numbersDiffer)).toBeLessThanOrEqual(1);
          expect([0, 1]).toContain(row.joined);
        }
      }),
      { numRuns: 60 },
    );
  });

  it('has no pair features for a lone bead', () => {
    const { pairs, result } = judge(
      original,
      later.filter((_, index) => index !== 30),
    );
    const lone = Array.from({ length: result.beads.size }, (_, position) => position).filter(
      (position) => result.beads.target[position] === result.beads.target[position + 1],
    );
    expect(lone.map((position) => pairs[position])).toEqual([undefined]);
  });

  it('includes a sentence end on only one track', () => {
    const { pairs } = judge(original, replaceText(later, 40, targetText(40).slice(0, -1)));
    expect([pairs[39]?.endsDiffer, pairs[41]?.endsDiffer]).toEqual([0, 0]);
    expect(pairs[40]?.endsDiffer).toBeGreaterThan(0.9);
  });
});

describe('the probability of beads', () => {
  it('sums to one over all paths for two files of one cue each', () => {
    const { result } = judge([makeCue(0, 2000, 'One.')], [makeCue(0, 2000, 'Eins.')]);
    const [probability = 0] = computePosteriors(result.search, result.beads);
    expect(probability > 0.9 && probability <= 1).toBe(true);
  });

  it('is nearly one throughout a matching pair of files', () => {
    const { result } = judge(original, later);
    expect(Math.min(...computePosteriors(result.search, result.beads))).toBeGreaterThan(0.98);
  });

  it('is split if two paths are equally good', () => {
    const { result } = judge(
      [makeCue(0, 900, 'Ab.'), makeCue(1000, 1900, 'Ab.')],
      [makeCue(500, 1400, 'Ab.')],
    );
    expect(Math.min(...computePosteriors(result.search, result.beads))).toBeLessThan(0.95);
  });
});
