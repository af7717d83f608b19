import { describe, expect, it } from 'vitest';
import { cutIntoBatches } from './batches.ts';

describe('texts for a service', () => {
  it('go together up to its number of texts', () => {
    expect(cutIntoBatches(['a', 'b', 'c', 'd', 'e'], { texts: 2, characters: 99 })).toEqual([
      ['a', 'b'],
      ['c', 'd'],
      ['e'],
    ]);
  });

  it('go together up to its number of characters; one that is too long goes alone', () => {
    expect(cutIntoBatches(['aaa', 'bb', 'c', 'dddddddd', 'e'], { texts: 9, characters: 5 })).toEqual([
      ['aaa', 'bb'],
      ['c'],
      ['dddddddd'],
      ['e'],
    ]);
    expect(cutIntoBatches([], { texts: 9, characters: 5 })).toEqual([]);
  });
});
