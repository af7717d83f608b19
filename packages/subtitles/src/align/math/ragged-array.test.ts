import { describe, expect, it } from 'vitest';
import { hasItems, invert, itemsByBead, rowOf } from './ragged-array.ts';

const words = [[1, 2], [2, 3], [], [4, 0]].map((list) => Int32Array.from(list));
const lists = (borders: number[], most?: number) => {
  const listed = itemsByBead(words, Int32Array.from(borders), 5, most);
  return borders.slice(1).map((_, bead) => Array.from(rowOf(listed, bead)));
};

describe('the words of beads', () => {
  it('are those of all cues of a bead, each once, in order of appearance', () => {
    expect(lists([0, 2, 4])).toEqual([
      [1, 2, 3],
      [4, 0],
    ]);
  });

  it('are empty for a bead that has no cue or no word on this track', () => {
    expect(lists([0, 0, 2, 3, 4])).toEqual([[], [1, 2, 3], [], [4, 0]]);
  });

  it('are limited in number, after removing duplicates', () => {
    expect(lists([0, 4], 3)).toEqual([[1, 2, 3]]);
  });

  it('may recur in the next bead', () => {
    expect(lists([0, 1, 2])).toEqual([
      [1, 2],
      [2, 3],
    ]);
  });
});

describe('inverted lists', () => {
  const listed = itemsByBead(words, Int32Array.from([0, 1, 2, 3, 4]), 5);
  const turned = (isIncluded?: (list: number) => boolean) => {
    const inverse = invert(listed, 5, isIncluded);
    return Array.from({ length: 5 }, (_, item) => Array.from(rowOf(inverse, item)));
  };

  it('contain each word’s positions, in order', () => {
    expect(turned()).toEqual([[3], [0], [0, 1], [1], [3]]);
  });

  it('leave out excluded lists', () => {
    expect(turned((list) => list !== 1)).toEqual([[3], [0], [0], [], [3]]);
  });

  it('report whether one is empty', () => {
    expect([0, 1, 2, 3].map((bead) => hasItems(listed, bead))).toEqual([true, true, false, true]);
  });
});
