import { describe, expect, it } from 'vitest';
import { scoreWords } from '../search/affinity.ts';
import { buildBand } from '../search/band.ts';
import {
  makeBeads,
  makeLines,
  makeTalk,
  makeTracks,
  oneToOneBeads,
  shiftedClock,
  translateCues,
} from '../testing/generated-talk.ts';
import { findAnchors, type Lexicon, learnLexicon } from './lexicon.ts';

const makeFiller = (count: number, word: string) =>
  Array.from(
    { length: count },
    (_, index) => `${word}${'abcdefghij'[index % 10]}${'klmnopqrst'[index >> 1]}`,
  );

function findAnchorsIn(texts: readonly string[], others: readonly string[]) {
  const { original, target, vocabulary } = makeTracks(makeLines(texts), makeLines(others));
  return { original, target, vocabulary, anchors: findAnchors(original, target, vocabulary) };
}

/** Returns the worth of an anchor in two files of 20 cues, whose first cues have these two texts. */
function anchorWorth(first: string, second: string, word: string): number {
  const { vocabulary, anchors } = findAnchorsIn(
    [first, ...makeFiller(19, 'ou')],
    [second, ...makeFiller(19, 'ie')],
  );
  const number = vocabulary.get(word) ?? -1;
  return anchors.worth[anchors.from[number] ?? -1] ?? 0;
}

describe('an anchor', () => {
  it.each([
    ['a name', 'Kowalski', 'Kowalski', 'koval'],
    ['a name in another alphabet', 'Moskva', 'Москва', 'moskv'],
    ['a name in Greek', 'Athina', 'Αθήνα', 'atina'],
    ['a cognate', 'vector', 'Vektor', 'vekto'],
    ['a number', 'in 1984', '1984 год', '#1984'],
    ['a number of one digit', '7', '7', '#7'],
    ['a number in Arabic digits', '1984', '١٩٨٤', '#1984'],
    ['a Chinese name', '李明来了', '李明', '李明'],
    ['an Arabic word of two letters', 'لا', 'لا', 'لا'],
  ])('is %s', (_, first, second, word) => {
    expect(anchorWorth(first, second, word)).toBeCloseTo(Math.log(20), 5);
  });

  it.each([
    ['a short Latin word', 'die', 'die', 'die'],
    ['a word in only one file', 'Kowalski', 'Nowak', 'koval'],
    ['one Chinese character', '李', '李', '李'],
    ['another number', '1984', '1985', '#1984'],
  ])('isn’t %s', (_, first, second, word) => {
    expect(anchorWorth(first, second, word)).toBe(0);
  });

  it('is worth less if more cues contain it', () => {
    const worth = (count: number) => {
      const texts = [...new Array(count).fill('Kowalski'), ...makeFiller(20 - count, 'ou')];
      const { vocabulary, anchors } = findAnchorsIn(texts, ['Kowalski', ...makeFiller(19, 'ie')]);
      return anchors.worth[anchors.from[vocabulary.get('koval') ?? -1] ?? -1];
    };
    expect(worth(1)).toBeCloseTo(Math.log(20), 5);
    expect(worth(2)).toBeCloseTo(Math.log(10), 5);
    expect(worth(5)).toBeCloseTo(Math.log(4), 5);
    expect(worth(20)).toBeUndefined();
  });

  it('is worth at most six nats', () => {
    const many = Array.from({ length: 900 }, (_, index) => `${index} x`);
    const { anchors } = findAnchorsIn(many, many);
    expect(Math.max(...anchors.worth)).toBe(6);
  });

  it('is worth the same without its own bead', () => {
    const { anchors } = findAnchorsIn(
      ['Kowalski 1984', ...makeFiller(9, 'ou')],
      ['Kowalski 1984', ...makeFiller(9, 'ie')],
    );
    expect(Array.from(anchors.without)).toEqual(Array.from(anchors.worth));
  });
});

describe('the lexicon of two made-up languages', () => {
  const original = makeTalk(100, 12);
  const tracks = makeTracks(original, translateCues(original));
  const anchors = findAnchors(tracks.original, tracks.target, tracks.vocabulary);
  const lexicon = learnLexicon(tracks.original, tracks.target, oneToOneBeads(100), anchors);
  const wordByNumber = new Map([...tracks.vocabulary].map(([word, number]) => [number, word]));
  const bestTranslation = (word: string) => {
    const number = tracks.vocabulary.get(word) ?? -1;
    const from = lexicon.from[number] ?? 0;
    const to = lexicon.from[number + 1] ?? 0;
    let bestLink = from;
    for (let k = from; k < to; k += 1)
      if ((lexicon.worth[k] ?? 0) > (lexicon.worth[bestLink] ?? 0)) bestLink = k;
    return to > from ? wordByNumber.get(lexicon.words[bestLink] ?? -1) : undefined;
  };

  it.each([
    ['rado', 'odar'],
    ['miku', 'ukim'],
    ['tofe', 'efot'],
    ['golu', 'ulog'],
  ])('links %s to %s', (word, translation) => {
    expect(bestTranslation(word)).toBe(translation);
  });

  it('has no link worth more than six nats, or less than zero without one bead', () => {
    for (const [k, worth] of lexicon.worth.entries()) {
      expect(worth).toBeLessThanOrEqual(6);
      expect(lexicon.without[k]).toBeGreaterThanOrEqual(0);
      expect(lexicon.without[k]).toBeLessThanOrEqual(worth + 1e-6);
    }
  });

  it('learns nothing from beads of one track', () => {
    const lone = makeBeads([
      ...Array.from({ length: 100 }, () => [1, 0] as const),
      ...Array.from({ length: 100 }, () => [0, 1] as const),
    ]);
    expect(learnLexicon(tracks.original, tracks.target, lone, anchors).words).toHaveLength(
      anchors.words.length,
    );
  });

  it('learns nothing from one bead', () => {
    const { original: singleOriginal, target: singleTarget } = makeTracks(
      original.slice(0, 1),
      translateCues(original.slice(0, 1)),
    );
    const none = {
      from: new Int32Array(1000),
      words: new Int32Array(0),
      worth: new Float32Array(0),
      without: new Float32Array(0),
    };
    expect(learnLexicon(singleOriginal, singleTarget, oneToOneBeads(1), none).words).toHaveLength(0);
  });

  it('gives pairs in the band an average score of zero', () => {
    const band = buildBand(tracks.original, tracks.target, shiftedClock(tracks.target), 30_000);
    const words = scoreWords(tracks.original, tracks.target, band, lexicon);
    expect(words.reduce((sum, value) => sum + value, 0) / words.length).toBeCloseTo(0, 4);
  });
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
  const tracks = makeTracks(makeLines(texts.map(([a]) => a)), makeLines(texts.map(([, b]) => b)));
  const anchors = findAnchors(tracks.original, tracks.target, tracks.vocabulary);
  const beads = oneToOneBeads(texts.length);
  return { ...tracks, lexicon: learnLexicon(tracks.original, tracks.target, beads, anchors) };
}

function findPartners(
  word: string,
  { from, words, worth }: Lexicon,
  vocabulary: Map<string, number>,
): [string, number][] {
  const number = vocabulary.get(word) ?? -1;
  const names = new Map([...vocabulary].map(([name, index]) => [index, name]));
  return Array.from(words.subarray(from[number], from[number + 1]), (partner, offset): [string, number] => [
    names.get(partner) ?? '',
    worth[(from[number] ?? 0) + offset] ?? 0,
  ]).sort((a, b) => b[1] - a[1]);
}

describe('the lexicon learned from two files', () => {
  it('links words that occur together, except ubiquitous ones', () => {
    const { lexicon, vocabulary } = learn(pairs);
    expect(findPartners('horse', lexicon, vocabulary).map(([name]) => name)).toEqual(['konik']);
    expect(findPartners('stret', lexicon, vocabulary).map(([name]) => name)).toEqual(['ulika']);
    expect(findPartners('the', lexicon, vocabulary)).toEqual([]);
  });

  it('doesn’t use a bead as evidence for itself', () => {
    const twice = learn([...pairs, ['mule here', 'paski tutaj'], ['mule there', 'paski tamto']]);
    const number = twice.vocabulary.get('mule') ?? -1;
    const from = twice.lexicon.from[number] ?? 0;
    expect(twice.lexicon.worth[from]).toBeGreaterThan(1);
    expect(twice.lexicon.without[from]).toBeLessThan(twice.lexicon.worth[from] ?? 0);
  });
});
