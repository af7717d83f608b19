import { describe, expect, it } from 'vitest';
import { cutIntoBatches } from './batches.ts';

describe('batches of texts for a translation service', () => {
  it('have at most its number of texts', () => {
    expect(cutIntoBatches(['a', 'b', 'c', 'd', 'e'], { texts: 2, characters: 99 })).toEqual([
      ['a', 'b'],
      ['c', 'd'],
      ['e'],
    ]);
  });

  it('have at most its number of characters; an overlong text gets its own batch', () => {
    expect(cutIntoBatches(['aaa', 'bb', 'c', 'dddddddd', 'e'], { texts: 9, characters: 5 })).toEqual([
      ['aaa', 'bb'],
      ['c'],
      ['dddddddd'],
      ['e'],
    ]);
    expect(cutIntoBatches([], { texts: 9, characters: 5 })).toEqual([]);
  });
});
