import { describe, expect, it } from 'vitest';
import type { Cue } from '../../cues/cue.ts';
import { learnEvidence } from '../judgement/evidence.ts';
import type { Beads } from '../search/beads.ts';
import { prepareTracks } from '../tracks/cue-track.ts';
import { findAnchors, type Lexicon, learnLexicon } from './lexicon.ts';

const cues = (texts: string[]): Cue[] =>
  texts.map((text, index) => ({ index: index + 1, start: index * 3000, end: index * 3000 + 2000, text }));

const borders = (size: number) => Int32Array.from({ length: size + 1 }, (_, index) => index);
const oneToOne = (size: number): Beads => ({
  size,
  original: borders(size),
  target: borders(size),
  cost: new Float64Array(size),
  crossed: new Uint8Array(size),
});

const animals = [
  ['dog', 'pies'],
  ['cat', 'kot'],
  ['horse', 'konik'],
  ['bird', 'ptak'],
  ['snake', 'gad'],
  ['fish', 'ryba'],
  ['cow', 'krowa'],
] as const;
const places = [
  ['house', 'dom'],
  ['street', 'ulica'],
  ['water', 'woda'],
  ['bridge', 'most'],
  ['forest', 'las'],
] as const;
const pairs = animals.flatMap(([a, b]) =>
  places.map(([c, d]) => [`the ${a} near ${c}`, `${b} obok ${d}`] as const),
);

function learn(texts: readonly (readonly [string, string])[]) {
  const tracks = prepareTracks(cues(texts.map(([a]) => a)), cues(texts.map(([, b]) => b)));
  const anchors = findAnchors(tracks.original, tracks.target, tracks.vocabulary);
  const beads = oneToOne(texts.length);
  return { ...tracks, beads, lexicon: learnLexicon(tracks.original, tracks.target, beads, anchors) };
}

function findPartners(
  word: string,
  { from, words, worth }: Lexicon,
  vocabulary: Map<string, number>,
): [string, number][] {
  const number = vocabulary.get(word) ?? -1;
  const names = new Map([...vocabulary].map(([name, index]) => [index, name]));
  return Array.from(words.subarray(from[number], from[number + 1]), (other, k): [string, number] => [
    names.get(other) ?? '',
    worth[(from[number] ?? 0) + k] ?? 0,
  ]).sort((a, b) => b[1] - a[1]);
}

describe('the lexicon learned from two files', () => {
  it('links words that occur together, except ubiquitous ones', () => {
    const { lexicon, vocabulary } = learn(pairs);
    expect(findPartners('horse', lexicon, vocabulary).map(([name]) => name)).toEqual(['konik']);
    expect(findPartners('stret', lexicon, vocabulary).map(([name]) => name)).toEqual(['ulika']);
    expect(findPartners('the', lexicon, vocabulary)).toEqual([]);
  });

  it('recognises names and numbers at first sight', () => {
    const { lexicon, vocabulary } = learn([...pairs, ['Kowalski 1984', 'Kowalskiego w 1984']]);
    expect(findPartners('#1984', lexicon, vocabulary)[0]?.[0]).toBe('#1984');
    expect(findPartners('koval', lexicon, vocabulary)[0]?.[0]).toBe('koval');
  });

  it('doesn’t use a bead as evidence for itself', () => {
    const twice = learn([...pairs, ['mule here', 'paski tutaj'], ['mule there', 'paski tamto']]);
    const number = twice.vocabulary.get('mule') ?? -1;
    const from = twice.lexicon.from[number] ?? 0;
    expect(twice.lexicon.worth[from]).toBeGreaterThan(1);
    expect(twice.lexicon.without[from]).toBeLessThan(twice.lexicon.worth[from] ?? 0);
  });
});

describe('the evidence of words for a bead', () => {
  it('misses the translation that a word usually meets', () => {
    const wrong = [...pairs, ['the horse near water', 'ulica']] as const;
    const { original, target, beads, lexicon } = learn(wrong);
    const { missed, numbers } = learnEvidence(original, target, beads, lexicon);
    const last = missed.length - 1;
    expect(missed.indexOf(missed.reduce((high, value) => Math.max(high, value)))).toBe(last);
    expect(Array.from(numbers)).toEqual(Array.from(numbers, () => 0));
  });

  it('detects numbers that don’t match', () => {
    const { original, target, beads, lexicon } = learn([
      ['in 1984', '1985 roku'],
      ['in 1990', '1990 roku'],
      ['12 of 30', '12 z'],
    ]);
    expect(Array.from(learnEvidence(original, target, beads, lexicon).numbers)).toEqual([1, -1, -1]);
  });
});
