// @vitest-environment node
import { describe, expect, it } from 'vitest';
import { sheetAt, textsIn, timesIn } from '../testing/sheets.ts';
import { applyChange, type Change } from './sheet.ts';

const THREE = sheetAt([1000, 2000], [3000, 4000], [5000, 6000]);
const CUE = { index: 9, start: 10, end: 20, text: 'new' };

describe('a change of a sheet', () => {
  it('gives some cues other times', () => {
    const { sheet } = applyChange(THREE, { op: 'times', times: [{ n: 2, start: 3100, end: 4200 }] });
    expect(timesIn(sheet)).toEqual([
      [1000, 2000],
      [3100, 4200],
      [5000, 6000],
    ]);
  });

  it('gives one cue another text, and leaves the others as they are', () => {
    const { sheet } = applyChange(THREE, { op: 'text', n: 2, text: 'hello' });
    expect(textsIn(sheet)).toEqual(['Line 1', 'hello', 'Line 3']);
    expect(sheet.cues[0]).toBe(THREE.cues[0]);
    expect(sheet.ids).toBe(THREE.ids);
  });

  it('keeps the markup of a cue whose text changes, for its position on the screen', () => {
    const markup = { format: 'vtt' as const, settings: 'line:0' };
    const marked = { ...THREE, cues: THREE.cues.map((cue) => ({ ...cue, markup })) };
    expect(applyChange(marked, { op: 'text', n: 1, text: 'x' }).sheet.cues[0]?.markup).toBe(markup);
  });

  it('inserts a cue with its id at a place', () => {
    const { sheet } = applyChange(THREE, { op: 'insert', n: 2, id: 7, cue: CUE });
    expect(textsIn(sheet)).toEqual(['Line 1', 'new', 'Line 2', 'Line 3']);
    expect(sheet.ids).toEqual([1, 7, 2, 3]);
  });

  it('inserts before the first and after the last', () => {
    expect(applyChange(THREE, { op: 'insert', n: 1, id: 7, cue: CUE }).sheet.ids).toEqual([7, 1, 2, 3]);
    expect(applyChange(THREE, { op: 'insert', n: 4, id: 7, cue: CUE }).sheet.ids).toEqual([1, 2, 3, 7]);
  });

  it('removes a cue with its id', () => {
    const { sheet } = applyChange(THREE, { op: 'remove', n: 2 });
    expect(textsIn(sheet)).toEqual(['Line 1', 'Line 3']);
    expect(sheet.ids).toEqual([1, 3]);
  });

  it('is the same sheet where nothing changes', () => {
    expect(applyChange(THREE, { op: 'text', n: 1, text: 'Line 1' }).sheet).toBe(THREE);
    expect(applyChange(THREE, { op: 'times', times: [{ n: 1, start: 1000, end: 2000 }] }).sheet).toBe(THREE);
    expect(applyChange(THREE, { op: 'times', times: [] }).sheet).toBe(THREE);
  });

  it.each<[string, Change]>([
    ['new times', { op: 'times', times: [{ n: 3, start: 0, end: 1 }] }],
    ['a new text', { op: 'text', n: 1, text: 'other' }],
    ['a cue more', { op: 'insert', n: 3, id: 8, cue: CUE }],
    ['a cue less', { op: 'remove', n: 1 }],
    ['another sheet', { op: 'replace', sheet: sheetAt([0, 1]) }],
  ])('with %s is taken back by its inverse, and done again by the inverse of that', (_, change) => {
    const done = applyChange(THREE, change);
    const back = applyChange(done.sheet, done.inverse);
    expect(back.sheet).toEqual(THREE);
    expect(applyChange(back.sheet, back.inverse).sheet).toEqual(done.sheet);
  });

  it.each<[string, Change]>([
    ['a text', { op: 'text', n: 4, text: '' }],
    ['a removal', { op: 'remove', n: 0 }],
    ['times', { op: 'times', times: [{ n: 4, start: 0, end: 1 }] }],
    ['a place', { op: 'insert', n: 5, id: 7, cue: CUE }],
  ])('refuses %s of a cue that is not there', (_, change) => {
    expect(() => applyChange(THREE, change)).toThrow(RangeError);
  });
});
