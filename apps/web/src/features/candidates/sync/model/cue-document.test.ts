import { describe, expect, it } from 'vitest';
import { createCueDocument, listTexts } from '../testing/cue-documents.ts';
import { applyChange, type Change } from './cue-document.ts';

const THREE = createCueDocument([1000, 2000], [3000, 4000], [5000, 6000]);
const CUE = { index: 9, start: 10, end: 20, text: 'new' };

describe('changes of a cue document', () => {
  it('change the text of one cue without copying the others', () => {
    const { cueDocument } = applyChange(THREE, { op: 'text', n: 2, text: 'hello' });
    expect(listTexts(cueDocument)).toEqual(['Line 1', 'hello', 'Line 3']);
    expect(cueDocument.cues[0]).toBe(THREE.cues[0]);
    expect(cueDocument.ids).toBe(THREE.ids);
  });

  it('keep the markup of a cue with a new text, for its position on the screen', () => {
    const markup = { format: 'vtt' as const, settings: 'line:0' };
    const marked = { ...THREE, cues: THREE.cues.map((cue) => ({ ...cue, markup })) };
    expect(applyChange(marked, { op: 'text', n: 1, text: 'x' }).cueDocument.cues[0]?.markup).toBe(markup);
  });

  it('return the same cue document if nothing changes', () => {
    expect(applyChange(THREE, { op: 'text', n: 1, text: 'Line 1' }).cueDocument).toBe(THREE);
    expect(applyChange(THREE, { op: 'times', times: [{ n: 1, start: 1000, end: 2000 }] }).cueDocument).toBe(
      THREE,
    );
    expect(applyChange(THREE, { op: 'times', times: [] }).cueDocument).toBe(THREE);
  });

  it.each<[string, Change]>([
    ['new times', { op: 'times', times: [{ n: 3, start: 0, end: 1 }] }],
    ['a new text', { op: 'text', n: 1, text: 'other' }],
    ['an inserted cue', { op: 'insert', n: 3, id: 8, cue: CUE }],
    ['a removed cue', { op: 'remove', n: 1 }],
    ['another cue document', { op: 'replace', cueDocument: createCueDocument([0, 1]) }],
  ])('%s is undone by the inverse change, and redone by the inverse of that', (_, change) => {
    const done = applyChange(THREE, change);
    const back = applyChange(done.cueDocument, done.inverse);
    expect(back.cueDocument).toEqual(THREE);
    expect(applyChange(back.cueDocument, back.inverse).cueDocument).toEqual(done.cueDocument);
  });

  it.each<[string, Change]>([
    ['a new text', { op: 'text', n: 4, text: '' }],
    ['a removal', { op: 'remove', n: 0 }],
    ['new times', { op: 'times', times: [{ n: 4, start: 0, end: 1 }] }],
    ['an insertion', { op: 'insert', n: 5, id: 7, cue: CUE }],
  ])('throw for %s at a missing position', (_, change) => {
    expect(() => applyChange(THREE, change)).toThrow(RangeError);
  });
});
