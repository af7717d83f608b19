import { describe, expect, it } from 'vitest';
import { findAnchors, learnLexicon } from '../learning/lexicon.ts';
import {
  makeLines,
  makeTalk,
  makeTracks,
  oneToOneBeads,
  shiftedClock,
  translateCues,
} from '../testing/generated-talk.ts';
import { scoreWords } from './affinity.ts';
import { buildBand } from './band.ts';

function scoreTexts(texts: readonly string[], targetTexts: readonly string[], learn = false) {
  const { original, target, vocabulary } = makeTracks(makeLines(texts), makeLines(targetTexts));
  const band = buildBand(original, target, shiftedClock(target), 60_000);
  const anchors = findAnchors(original, target, vocabulary);
  const beads = oneToOneBeads(texts.length);
  const lexicon = learn ? learnLexicon(original, target, beads, anchors) : anchors;
  const values = scoreWords(original, target, band, lexicon, learn ? beads : undefined);
  return (i: number, j: number) => values[(band.row[i] ?? 0) + j] ?? Number.NaN;
}

const unrelatedTexts = ['uno dos', 'tres cuatro', 'cinco seis', 'siete ocho'];

describe('the word score of two cues', () => {
  it('is higher for cues that share a name or a number than for their neighbours', () => {
    const score = scoreTexts(
      ['with Kowalski', 'in 1984', 'or else', 'and so'],
      ['a Kowalski', 'de 1984', 'be', 'go'],
    );
    for (const pair of [0, 1]) {
      expect(score(pair, pair)).toBeGreaterThan(0.5);
      expect(score(pair, 1 - pair)).toBeLessThan(0);
    }
  });

  it('subtracts the mean score of unrelated cues', () => {
    const score = scoreTexts(['one', 'two', 'three', 'four'], unrelatedTexts);
    expect(score(1, 2)).toBe(0);
  });

  it('is lower with more other words', () => {
    const score = scoreTexts(
      ['Kowalski', 'b', 'Nowakowa', 'd'],
      ['Kowalski', 'x', 'Nowakowa and many a word more than that', 'y'],
    );
    expect(score(0, 0)).toBeGreaterThan(score(2, 2));
  });

  it('uses learned translations', () => {
    const texts = makeTalk(80).map(({ text }) => text);
    const targetTexts = translateCues(makeTalk(80)).map(({ text }) => text);
    const score = scoreTexts(texts, targetTexts, true);
    const correctCount = texts.filter(
      (_, i) => score(i, i) > Math.max(score(i, Math.max(0, i - 1)), 0.5),
    ).length;
    expect(correctCount).toBeGreaterThan(60);
  });
});
