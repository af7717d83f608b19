import { describe, expect, it } from 'vitest';
import { createCueDocument } from '../testing/cue-documents.ts';
import type { CueDocument } from './cue-document.ts';
import { findCueIds, visibleCountFor } from './visible-cues.ts';

const createDocument = (...texts: string[]): CueDocument => {
  const cueDocument = createCueDocument(...texts.map((): [number, number] => [0, 1]));
  return {
    ...cueDocument,
    cues: cueDocument.cues.map((cue, index) => ({ ...cue, text: texts[index] ?? '' })),
  };
};

describe('searching cues', () => {
  it('ignores case', () => {
    expect(findCueIds(createDocument('Good morning', 'Bye', 'MORNING!'), 'morning')).toEqual([1, 3]);
  });

  it('finds accents in any encoding, and without them', () => {
    expect(findCueIds(createDocument('cafe\u0301'), 'CAFÉ')).toEqual([1]);
    expect(findCueIds(createDocument('Café', 'tea'), 'cafe')).toEqual([1]);
  });

  it('finds words across a line break', () => {
    expect(findCueIds(createDocument('over\nthere'), 'over there')).toEqual([1]);
  });

  it('finds right-to-left texts', () => {
    expect(findCueIds(createDocument('صباح الخير', 'مساء'), 'الخير')).toEqual([1]);
  });

  it.each(['', '   '])('finds all cues for “%s”', (query) => {
    const cueDocument = createDocument('a', 'b');
    expect(findCueIds(cueDocument, query)).toBe(cueDocument.ids);
  });

  it('finds nothing for a missing text', () => {
    expect(findCueIds(createDocument('a'), 'x')).toEqual([]);
  });
});

describe('the number of visible cues', () => {
  it('stays the same if it includes the position', () => {
    expect(visibleCountFor(19, 20)).toBe(20);
    expect(visibleCountFor(3, 60)).toBe(60);
  });

  it('grows in batches of 20', () => {
    expect(visibleCountFor(20, 20)).toBe(40);
    expect(visibleCountFor(77, 20)).toBe(80);
  });
});
