// @vitest-environment node
import { describe, expect, it } from 'vitest';
import { cueDocumentAt } from '../testing/cue-documents.ts';
import type { CueDocument } from './cue-document.ts';
import { findCueIds, visibleCountFor } from './visible-cues.ts';

const of = (...texts: string[]): CueDocument => {
  const cueDocument = cueDocumentAt(...texts.map((): [number, number] => [0, 1]));
  return { ...cueDocument, cues: cueDocument.cues.map((cue, at) => ({ ...cue, text: texts[at] ?? '' })) };
};

describe('searching cues', () => {
  it('ignores case', () => {
    expect(findCueIds(of('Good morning', 'Bye', 'MORNING!'), 'morning')).toEqual([1, 3]);
  });

  it('finds accents in any encoding, and without them', () => {
    expect(findCueIds(of('cafe\u0301'), 'CAFÉ')).toEqual([1]);
    expect(findCueIds(of('Café', 'tea'), 'cafe')).toEqual([1]);
  });

  it('finds words across a line break', () => {
    expect(findCueIds(of('over\nthere'), 'over there')).toEqual([1]);
  });

  it('finds right-to-left texts', () => {
    expect(findCueIds(of('صباح الخير', 'مساء'), 'الخير')).toEqual([1]);
  });

  it.each(['', '   '])('finds all cues for “%s”', (query) => {
    const cueDocument = of('a', 'b');
    expect(findCueIds(cueDocument, query)).toBe(cueDocument.ids);
  });

  it('finds nothing for a text that doesn’t occur', () => {
    expect(findCueIds(of('a'), 'x')).toEqual([]);
  });
});

describe('visible cues', () => {
  it('keep their number while the target is among them', () => {
    expect(visibleCountFor(19, 20)).toBe(20);
    expect(visibleCountFor(3, 60)).toBe(60);
  });

  it('grow in batches of 20', () => {
    expect(visibleCountFor(20, 20)).toBe(40);
    expect(visibleCountFor(77, 20)).toBe(80);
  });
});
