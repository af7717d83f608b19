import { describe, expect, it } from 'vitest';
import { hasItems, invert, itemsByBead, listItems } from './ragged-array.ts';

const words = [[1, 2], [2, 3], [], [4, 0]].map((list) => Int32Array.from(list));
const listsByBead = (borders: number[], maxItems?: number) => {
  const itemLists = itemsByBead(words, Int32Array.from(borders), 5, maxItems);
  return borders.slice(1).map((_, bead) => Array.from(listItems(itemLists, bead)));
};

describe('the words of beads', () => {
  it('include those of all cues of a bead, each once, in order of appearance', () => {
    expect(listsByBead([0, 2, 4])).toEqual([
      [1, 2, 3],
      [4, 0],
    ]);
  });

  it('are empty for a bead without cues or words on this track', () => {
    expect(listsByBead([0, 0, 2, 3, 4])).toEqual([[], [1, 2, 3], [], [4, 0]]);
  });

  it('are limited in number after removing duplicates', () => {
    expect(listsByBead([0, 4], 3)).toEqual([[1, 2, 3]]);
  });

  it('can recur in the next bead', () => {
    expect(listsByBead([0, 1, 2])).toEqual([
      [1, 2],
      [2, 3],
    ]);
  });
});

describe('inverted lists', () => {
  const itemLists = itemsByBead(words, Int32Array.from([0, 1, 2, 3, 4]), 5);
  const invertLists = (isIncluded?: (list: number) => boolean) => {
    const inverse = invert(itemLists, 5, isIncluded);
    return Array.from({ length: 5 }, (_, item) => Array.from(listItems(inverse, item)));
  };

  it('contain each word’s positions, in order', () => {
    expect(invertLists()).toEqual([[3], [0], [0, 1], [1], [3]]);
  });

  it('omit excluded lists', () => {
    expect(invertLists((list) => list !== 1)).toEqual([[3], [0], [0], [], [3]]);
  });

  it('report whether a list is empty', () => {
    expect([0, 1, 2, 3].map((bead) => hasItems(itemLists, bead))).toEqual([true, true, false, true]);
  });
});
