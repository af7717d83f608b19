import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { findAnchors } from '../learning/lexicon.ts';
import { makeLines, makeTracks } from '../testing/generated-talk.ts';
import { createWordVotes } from './word-votes.ts';

const makeFiller = (count: number, word: string) =>
  Array.from(
    { length: count },
    (_, index) => `${word}${'abcdefghij'[index % 10]}${'klmnopqrst'[index >> 1]}`,
  );

function findAnchorsIn(texts: readonly string[], others: readonly string[]) {
  const { original, target, vocabulary } = makeTracks(makeLines(texts), makeLines(others));
  return { original, target, vocabulary, anchors: findAnchors(original, target, vocabulary) };
}

describe('the votes of words', () => {
  const countVotes = (texts: readonly string[], others: readonly string[], position = 0) => {
    const { original, target, anchors } = findAnchorsIn(texts, others);
    const votes: [number, number][] = [];
    createWordVotes(original, target, anchors)(position, (index, weight) => votes.push([index, weight]));
    return votes;
  };

  it('include each cue that contains the word', () => {
    const votes = countVotes(
      ['Kowalski', ...makeFiller(18, 'ou'), 'Kowalski'],
      ['Kowalski', ...makeFiller(19, 'ie')],
    );
    expect(votes.map(([index]) => index)).toEqual([0, 19]);
  });

  it('include up to 24 cues', () => {
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
    expect(countVotes(['Kowalski', ...makeFiller(19, 'ou')], ['nobody', ...makeFiller(19, 'ie')])).toEqual(
      [],
    );
  });

  it('are positive, and only for existing cues', () => {
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

  it('weigh less for a name in more cues', () => {
    const filler = makeFiller(19, 'ou');
    const [[, once = 0] = []] = countVotes([...filler, 'Kowalski'], ['Kowalski']);
    const [[, often = 0] = []] = countVotes([...filler, 'Kowalski', 'Kowalski', 'Kowalski'], ['Kowalski']);
    // The weight of a name falls with the logarithm of the number of cues, and is divided among the three cues.
    expect(often).toBeGreaterThan(0);
    expect(often).toBeLessThan(once / 2);
  });
});
