import { describe, expect, it } from 'vitest';
import { findAnchors, learnLexicon } from '../learning/lexicon.ts';
import { clockOf, cue, ones, talk, tracksOf, translated } from '../testing/generated-talk.ts';
import { weighWords } from './affinity.ts';
import { layBand } from './band.ts';

function weigh(texts: readonly string[], others: readonly string[], learn = false) {
  const cuesOf = (list: readonly string[]) => list.map((text, at) => cue(at * 3000, at * 3000 + 2000, text));
  const { original, target, vocabulary } = tracksOf(cuesOf(texts), cuesOf(others));
  const band = layBand(original, target, clockOf(target), 60_000);
  const anchors = findAnchors(original, target, vocabulary);
  const beads = ones(texts.length);
  const lexicon = learn ? learnLexicon(original, target, beads, anchors) : anchors;
  const values = weighWords(original, target, band, lexicon, learn ? beads : undefined);
  return (i: number, j: number) => values[(band.row[i] ?? 0) + j] ?? Number.NaN;
}

const unlike = ['uno dos', 'tres cuatro', 'cinco seis', 'siete ocho'];

describe('the word score of two cues', () => {
  it('is higher for cues that share a name or a number than for their neighbours', () => {
    const at = weigh(
      ['with Kowalski', 'in 1984', 'or else', 'and so'],
      ['a Kowalski', 'de 1984', 'be', 'go'],
    );
    for (const pair of [0, 1]) {
      expect(at(pair, pair)).toBeGreaterThan(0.5);
      expect(at(pair, 1 - pair)).toBeLessThan(0);
    }
  });

  it('subtracts what unrelated cues share by chance', () => {
    const at = weigh(['one', 'two', 'three', 'four'], unlike);
    expect(at(1, 2)).toBe(0);
  });

  it('is lower, the more other words there are', () => {
    const at = weigh(
      ['Kowalski', 'b', 'Nowakowa', 'd'],
      ['Kowalski', 'x', 'Nowakowa and many a word more than that', 'y'],
    );
    expect(at(0, 0)).toBeGreaterThan(at(2, 2));
  });

  it('uses learned translations', () => {
    const texts = talk(80).map(({ text }) => text);
    const others = translated(talk(80)).map(({ text }) => text);
    const at = weigh(texts, others, true);
    const right = texts.filter((_, i) => at(i, i) > Math.max(at(i, Math.max(0, i - 1)), 0.5)).length;
    expect(right).toBeGreaterThan(60);
  });
});
