import { describe, expect, it } from 'vitest';
import type { Cue } from '../../cues/cue.ts';
import { findBeads, prepareSearch } from '../find-beads.ts';
import { findAnchors, learnLexicon } from '../learning/lexicon.ts';
import { beadsOf, cue, moved, ones, talk, tracksOf, translated } from '../testing/generated-talk.ts';
import { learnEvidence } from './evidence.ts';

function evidenceOf(original: Cue[], target: Cue[], beads = ones(original.length)) {
  const tracks = tracksOf(original, target);
  const anchors = findAnchors(tracks.original, tracks.target, tracks.vocabulary);
  const lexicon = learnLexicon(tracks.original, tracks.target, beads, anchors);
  return learnEvidence(tracks.original, tracks.target, beads, lexicon);
}

const lines = (...texts: string[]) => texts.map((text, at) => cue(at * 3000, at * 3000 + 2000, text));

describe('the evidence of a bead', () => {
  const original = talk(90);
  const target = translated(original);

  it('finds all matches, and misses almost nothing in a correct pair', () => {
    const { matched, missed } = evidenceOf(original, target);
    expect(Math.min(...matched)).toBeGreaterThan(0);
    expect(Math.max(...missed)).toBeLessThan(3);
  });

  it('misses in both directions for two swapped lines', () => {
    const exchanged = target.map((one, at) => ({
      ...one,
      text: target[at === 20 ? 60 : at === 60 ? 20 : at]?.text ?? '',
    }));
    const { missed } = evidenceOf(original, exchanged);
    const [most, next] = [...missed.keys()].sort((a, b) => (missed[b] ?? 0) - (missed[a] ?? 0));
    expect(new Set([most, next])).toEqual(new Set([20, 60]));
  });

  it('is zero for a bead of one track', () => {
    const beads = beadsOf([[1, 1], [1, 0], [0, 1], ...Array.from({ length: 88 }, () => [1, 1] as const)]);
    const { matched, missed, numbers } = evidenceOf(original, target, beads);
    for (const bead of [1, 2]) expect([matched[bead], missed[bead], numbers[bead]]).toEqual([0, 0, 0]);
  });

  it('weighs numbers: all shared, some, none, or no numbers', () => {
    const { numbers } = evidenceOf(
      lines('4 of 9', '4 of 9', '4 of 9', 'some', '4'),
      lines('4 von 9', '4 von 8', '5 von 8', 'manche', 'vier'),
    );
    expect(Array.from(numbers)).toEqual([-1, 0, 1, 0, 0]);
  });
});

describe('finding beads', () => {
  it('learns the timing precision, the lengths, and which words correspond', () => {
    const original = talk(120);
    const target = translated(moved(original, (ms) => ms + 9000));
    const { search, lexicon, beads } = findBeads(prepareSearch(original, target));
    expect(beads.size).toBe(120);
    expect(search.tolerance.start).toBeLessThan(80);
    expect(Math.abs(search.tolerance.lengthRatio)).toBeLessThan(0.05);
    expect(lexicon.worth.filter((worth) => worth > 1).length).toBeGreaterThan(10);
  });

  it('excludes sound tags from the search, unless most of a file looks like them', () => {
    const original = talk(40);
    const tagged = original.flatMap((one) => [one, cue(one.end, one.end + 30, '[step]')]);
    expect(prepareSearch([...original, cue(900_000, 901_000, '[door]')], original).original.size).toBe(40);
    expect(
      prepareSearch(
        tagged,
        moved(original, (ms) => ms + 500),
      ).original.size,
    ).toBe(80);
  });

  it('keeps tags that both files with one timing have', () => {
    const original = [...talk(30), cue(900_000, 901_000, '[door]')];
    const { sameTiming, original: track } = prepareSearch(original, translated(original));
    expect(sameTiming).toBe(true);
    expect(track.size).toBe(31);
  });
});
