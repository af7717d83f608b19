// @vitest-environment node
import { describe, expect, it } from 'vitest';
import { sheetAt } from '../testing/sheets.ts';
import type { Sheet } from './sheet.ts';
import { matching, shownFor } from './shown.ts';

const of = (...texts: string[]): Sheet => {
  const sheet = sheetAt(...texts.map((): [number, number] => [0, 1]));
  return { ...sheet, cues: sheet.cues.map((cue, at) => ({ ...cue, text: texts[at] ?? '' })) };
};

describe('searching segments', () => {
  it('finds texts without regard to case', () => {
    expect(matching(of('Good morning', 'Bye', 'MORNING!'), 'morning')).toEqual([1, 3]);
  });

  it('finds accents however they are encoded', () => {
    expect(matching(of('cafe\u0301'), 'CAFÉ')).toEqual([1]);
  });

  it('finds words across the break of a line', () => {
    expect(matching(of('over\nthere'), 'over there')).toEqual([1]);
  });

  it('finds right-to-left texts', () => {
    expect(matching(of('صباح الخير', 'مساء'), 'الخير')).toEqual([1]);
  });

  it.each(['', '   '])('lists all for “%s”', (query) => {
    const sheet = of('a', 'b');
    expect(matching(sheet, query)).toBe(sheet.ids);
  });

  it('finds nothing', () => {
    expect(matching(of('a'), 'x')).toEqual([]);
  });
});

describe('how many are listed', () => {
  it('stays as long as the wanted one is among them', () => {
    expect(shownFor(19, 20)).toBe(20);
    expect(shownFor(3, 60)).toBe(60);
  });

  it('grows by whole portions of 20', () => {
    expect(shownFor(20, 20)).toBe(40);
    expect(shownFor(77, 20)).toBe(80);
  });
});
