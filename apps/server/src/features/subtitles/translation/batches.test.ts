import { describe, expect, it } from 'vitest';
import { splitIntoBatches } from './batches.ts';

describe('batches of texts for a translation service', () => {
  it('have at most the service’s maximum number of texts', () => {
    expect(splitIntoBatches(['a', 'b', 'c', 'd', 'e'], { texts: 2, characters: 99 })).toEqual([
      ['a', 'b'],
      ['c', 'd'],
      ['e'],
    ]);
  });

  it('have at most its maximum number of characters; a longer text gets its own batch', () => {
    expect(splitIntoBatches(['aaa', 'bb', 'c', 'dddddddd', 'e'], { texts: 9, characters: 5 })).toEqual([
      ['aaa', 'bb'],
      ['c'],
      ['dddddddd'],
      ['e'],
    ]);
    expect(splitIntoBatches([], { texts: 9, characters: 5 })).toEqual([]);
  });
});
