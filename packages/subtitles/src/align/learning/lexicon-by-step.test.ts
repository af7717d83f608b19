import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createWordVotes } from '../clock/word-votes.ts';
import { learnEvidence } from '../judgement/evidence.ts';
import { scoreWords } from '../search/affinity.ts';
import { buildBand } from '../search/band.ts';
import { makeBeads, shiftedClock, makeCue, oneToOneBeads, makeTalk, makeTracks, translateCues } from '../testing/generated-talk.ts';
import { findAnchors, learnLexicon } from './lexicon.ts';

const makeLines = (texts: readonly string[]) => texts.map((text, index) => makeCue(index * 3000, index * 3000 + 2000, text));
const makeFiller = (count: number, word: string) =>
  Array.from({ length: count }, (_, index) => `${word}${'abcdefghij'[index % 10]}${'klmnopqrst'[index >> 1]}`);

function findAnchorsIn(texts: readonly string[], others: readonly string[]) {
  const { original, target, vocabulary } = makeTracks(makeLines(texts), makeLines(others));
  return { original, target, vocabulary, anchors: findAnchors(original, target, vocabulary) };
}

/** Returns the worth of an anchor in a pair of files of 20 cues that start with these two texts. */
function anchorWorth(first: string, second: string, word: string): number {
  const { vocabulary, anchors } = findAnchorsIn([first, ...makeFiller(19, 'ou')], [second, ...makeFiller(19, 'ie')]);
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

  it('is worth less, the more cues have it', () => {
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

  it('is worth six nats at most', () => {
    const many = Array.from({ length: 900 }, (_, index) => `${index} x`);
    const { anchors } = findAnchorsIn(many, many);
    expect(Math.max(...anchors.worth)).toBe(6);
  });

  it('doesn’t depend on its bead: without one it is worth as much', () => {
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
    for (let k = from; k < to; k += 1) if ((lexicon.worth[k] ?? 0) > (lexicon.worth[bestLink] ?? 0)) bestLink = k;
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

  it('has no link worth more than six nats, or less than zero without a bead', () => {
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
    const { original: one, target: other } = makeTracks(original.slice(0, 1), translateCues(original.slice(0, 1)));
    const none = {
      from: new Int32Array(1000),
      words: new Int32Array(0),
      worth: new Float32Array(0),
      without: new Float32Array(0),
    };
    expect(learnLexicon(one, other, oneToOneBeads(1), none).words).toHaveLength(0);
  });

  it('scores right pairs higher than wrong ones', () => {
    const band = buildBand(tracks.original, tracks.target, shiftedClock(tracks.target), 30_000);
    const words = scoreWords(tracks.original, tracks.target, band, lexicon, oneToOneBeads(100));
    const score = (i: number, j: number) => words[(band.row[i] ?? 0) + j] ?? Number.NaN;
    const correct = Array.from({ length: 98 }, (_, k) => k + 1).filter(
      (i) => score(i, i) > score(i, i + 1) && score(i, i) > score(i, i - 1),
    );
    expect(correct.length).toBeGreaterThan(85);
  });

  it('scores all pairs of the band zero on average', () => {
    const band = buildBand(tracks.original, tracks.target, shiftedClock(tracks.target), 30_000);
    const words = scoreWords(tracks.original, tracks.target, band, lexicon);
    expect(words.reduce((sum, value) => sum + value, 0) / words.length).toBeCloseTo(0, 4);
  });

  it('finds evidence in every right bead', () => {
    const { matched } = learnEvidence(tracks.original, tracks.target, oneToOneBeads(100), lexicon);
    expect(matched.filter((value) => value > 0.5).length).toBeGreaterThan(95);
  });

  it.each([7, 33, 71])('misses most if bead %i has another text', (wrong) => {
    const target = translateCues(original).map((cue, index) =>
      index === wrong ? { ...cue, text: 'ukim odar odar' } : cue,
    );
    const pair = makeTracks(original, target);
    const anchorsOfPair = findAnchors(pair.original, pair.target, pair.vocabulary);
    const learned = learnLexicon(pair.original, pair.target, oneToOneBeads(100), anchorsOfPair);
    const { missed } = learnEvidence(pair.original, pair.target, oneToOneBeads(100), learned);
    const rank = missed.filter((value) => value > (missed[wrong] ?? 0)).length;
    expect(rank).toBeLessThan(8);
  });
});

describe('numbers in a bead', () => {
  const compareNumbersIn = (first: string, second: string) => {
    const { original, target, anchors } = findAnchorsIn([first], [second]);
    return learnEvidence(original, target, oneToOneBeads(1), anchors).numbers[0];
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

describe('the votes of words', () => {
  const countVotes = (texts: readonly string[], others: readonly string[], position = 0) => {
    const { original, target, anchors } = findAnchorsIn(texts, others);
    const votes: [number, number][] = [];
    createWordVotes(original, target, anchors)(position, (index, weight) => votes.push([index, weight]));
    return votes;
  };

  it('come from each cue that has the word', () => {
    const votes = countVotes(['Kowalski', ...makeFiller(18, 'ou'), 'Kowalski'], ['Kowalski', ...makeFiller(19, 'ie')]);
    expect(votes.map(([index]) => index)).toEqual([0, 19]);
  });

  it('come from up to 24 cues', () => {
    const file = (count: number) => [
      ...new Array(count).fill('Kowalski'),
      ...makeFiller(20, 'ou'),
      ...makeFiller(20, 'ue'),
      ...new Array(200).fill('…'),
    ];
    expect(countVotes(file(24), ['Kowalski', ...new Array(240).fill('…')])).toHaveLength(24);
    expect(countVotes(file(25), ['Kowalski', ...new Array(240).fill('…')])).toHaveLength(0);
  });

  it('are weaker in a line of many words', () => {
    const texts = ['Kowalski', ...makeFiller(19, 'ou')];
    const [[, short = 0] = []] = countVotes(texts, ['Kowalski', ...makeFiller(19, 'ie')]);
    const [[, long = 0] = []] = countVotes(texts, ['Kowalski and many a word more', ...makeFiller(19, 'ie')]);
    expect(long).toBeLessThan(short);
  });

  it('are empty for a cue without a shared word', () => {
    expect(countVotes(['Kowalski', ...makeFiller(19, 'ou')], ['nobody', ...makeFiller(19, 'ie')])).toEqual([]);
  });

  it('are positive, and for existing cues', () => {
    const word = fc.constantFrom('Kowalski', 'Nowak', '1984', 'or', 'Berlin', 'Москва');
    const texts = fc.array(
      fc.array(word, { maxLength: 4 }).map((all) => all.join(' ')),
      { minLength: 1, maxLength: 20 },
    );
    fc.assert(
      fc.property(texts, texts, (first, second) => {
        for (const [index, weight] of countVotes(first, second)) {
          expect(index).toBeLessThan(first.length);
          expect(weight).toBeGreaterThan(0);
        }
      }),
    );
  });
});
