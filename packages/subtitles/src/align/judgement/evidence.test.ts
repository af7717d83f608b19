import { describe, expect, it } from 'vitest';
import type { Cue } from '../../cues/cue.ts';
import { findBeads, prepareSearch } from '../find-beads.ts';
import { findAnchors, learnLexicon } from '../learning/lexicon.ts';
import {
  makeBeads,
  makeCue,
  makeLines,
  makeTalk,
  makeTracks,
  oneToOneBeads,
  shift,
  translateCues,
} from '../testing/generated-talk.ts';
import { learnEvidence } from './evidence.ts';

function computeEvidence(original: Cue[], target: Cue[], beads = oneToOneBeads(original.length)) {
  const tracks = makeTracks(original, target);
  const anchors = findAnchors(tracks.original, tracks.target, tracks.vocabulary);
  const lexicon = learnLexicon(tracks.original, tracks.target, beads, anchors);
  return learnEvidence(tracks.original, tracks.target, beads, lexicon);
}

describe('the evidence of a bead', () => {
  const original = makeTalk(90);
  const target = translateCues(original);

  it('includes all matches, and almost no missing words, in a correct pair', () => {
    const { matched, missed } = computeEvidence(original, target);
    expect(Math.min(...matched)).toBeGreaterThan(0);
    expect(Math.max(...missed)).toBeLessThan(3);
  });

  it('includes missing words of both lines if two lines are swapped', () => {
    const exchanged = target.map((cue, index) => ({
      ...cue,
      text: target[index === 20 ? 60 : index === 60 ? 20 : index]?.text ?? '',
    }));
    const { missed } = computeEvidence(original, exchanged);
    const [highest, secondHighest] = [...missed.keys()].sort((a, b) => (missed[b] ?? 0) - (missed[a] ?? 0));
    expect(new Set([highest, secondHighest])).toEqual(new Set([20, 60]));
  });

  it('is zero for a bead of one track', () => {
    const beads = makeBeads([[1, 1], [1, 0], [0, 1], ...Array.from({ length: 88 }, () => [1, 1] as const)]);
    const { matched, missed, numbers } = computeEvidence(original, target, beads);
    for (const bead of [1, 2]) expect([matched[bead], missed[bead], numbers[bead]]).toEqual([0, 0, 0]);
  });
});

describe('numbers in a bead', () => {
  const compareNumbersIn = (first: string, second: string) => {
    const { numbers } = computeEvidence(makeLines([first]), makeLines([second]));
    return numbers[0];
  };

  it.each([
    ['the same', '4 and 9', '4 und 9', -1],
    ['the same in another order', '4 and 9', '9 und 4', -1],
    ['the same in other digits', '1984', '١٩٨٤', -1],
    ['half of them', '4 and 9', '4 und 8', 0],
    ['all of the smaller set', '4 and 9', '4', -1],
    ['none', '4', '5', 1],
    ['none of two', '4 and 9', '5 und 8', 1],
    ['no numbers', 'four', '4', 0],
    ['nowhere', 'four', 'vier', 0],
  ])('that are %s', (_, first, second, value) => {
    expect(compareNumbersIn(first, second)).toBe(value);
  });
});

describe('finding beads', () => {
  it('learns the timing precision, the length ratio and word correspondences', () => {
    const original = makeTalk(120);
    const target = translateCues(shift(original, 9000));
    const { search, lexicon, beads } = findBeads(prepareSearch(original, target));
    expect(beads.size).toBe(120);
    expect(search.tolerance.start).toBeLessThan(80);
    expect(Math.abs(search.tolerance.lengthRatio)).toBeLessThan(0.05);
    expect(lexicon.worth.filter((worth) => worth > 1).length).toBeGreaterThan(10);
  });

  it('excludes sound tags from the search, unless most of a file looks like sound tags', () => {
    const original = makeTalk(40);
    const tagged = original.flatMap((cue) => [cue, makeCue(cue.end, cue.end + 30, '[step]')]);
    expect(prepareSearch([...original, makeCue(900_000, 901_000, '[door]')], original).original.size).toBe(
      40,
    );
    expect(prepareSearch(tagged, shift(original, 500)).original.size).toBe(80);
  });

  it('includes sound tags that both files have if they share their timing', () => {
    const original = [...makeTalk(30), makeCue(900_000, 901_000, '[door]')];
    const { sameTiming, original: track } = prepareSearch(original, translateCues(original));
    expect(sameTiming).toBe(true);
    expect(track.size).toBe(31);
  });
});
