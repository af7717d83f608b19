import { describe, expect, it } from 'vitest';
import type { Cue } from '../cues/cue.ts';
import { check } from './check.ts';

const cue = (start: number, end: number, text: string): Cue => ({ index: 1, start, end, text });
const kinds = (...cues: Cue[]) => check(cues).map(({ index, kind }) => `${index} ${kind}`);

describe('a cue within all limits', () => {
  it('has no warning', () => {
    expect(check([cue(0, 2000, 'Good morning.\nHow are you?'), cue(2000, 4000, 'Fine.')])).toEqual([]);
  });

  it('is none in an empty list', () => {
    expect(check([])).toEqual([]);
  });
});

describe('reading speed', () => {
  it('above the limit is reported with its value', () => {
    const expected = [{ index: 1, kind: 'too-fast', value: 21, limit: 20 }];
    expect(check([cue(0, 1000, 'x'.repeat(21))])).toEqual(expected);
  });

  it('includes the spaces between words', () => {
    expect(kinds(cue(0, 1000, 'one two three four five'))).toEqual(['1 too-fast']);
  });

  it('excludes line breaks and spaces around a line', () => {
    expect(kinds(cue(0, 1000, `${'x'.repeat(10)}  \n  ${'x'.repeat(10)}`))).toEqual([]);
  });

  it('excludes tags', () => {
    expect(kinds(cue(0, 1000, `{\\an8}<i>${'x'.repeat(20)}</i>`))).toEqual([]);
  });

  it('includes an angle bracket that isn’t a tag’s', () => {
    expect(kinds(cue(0, 1000, `1 < 2 ${'x'.repeat(15)}`))).toEqual(['1 too-fast']);
  });
});

describe('duration', () => {
  it('below the minimum is reported', () => {
    expect(check([cue(0, 499, 'Hi')])).toEqual([{ index: 1, kind: 'too-short', value: 499, limit: 500 }]);
  });

  it('above the maximum is reported', () => {
    expect(check([cue(0, 8001, 'Hi')])).toEqual([{ index: 1, kind: 'too-long', value: 8001, limit: 8000 }]);
  });

  it('of a cue that ends before it starts is reported as too short', () => {
    expect(check([cue(900, 400, 'Hi')])).toEqual([{ index: 1, kind: 'too-short', value: -500, limit: 500 }]);
  });
});

describe('overlaps', () => {
  it('are reported with the next cue and their length', () => {
    const warnings = check([cue(0, 2100, 'Yes.'), cue(2000, 4000, 'No.')]);
    expect(warnings).toEqual([{ index: 1, kind: 'overlap', other: 2, value: 100, limit: 0 }]);
  });

  it('are found in unsorted files', () => {
    const warnings = check([cue(2000, 4000, 'No.'), cue(0, 2500, 'Yes.')]);
    expect(warnings).toEqual([{ index: 2, kind: 'overlap', other: 1, value: 500, limit: 0 }]);
  });
});

describe('texts', () => {
  it.each(['', '  \n ', '<i></i>', '{\\an8}', '\u3000'])('are empty: %j', (text) => {
    expect(check([cue(0, 2000, text)])).toEqual([{ index: 1, kind: 'empty' }]);
  });

  it('of three lines have too many lines', () => {
    const expected = [{ index: 1, kind: 'too-many-lines', value: 3, limit: 2 }];
    expect(check([cue(0, 4000, 'One.\nTwo.\nThree.')])).toEqual(expected);
  });

  it('repeat the previous cue with any spaces and tags', () => {
    const warnings = check([cue(0, 2000, 'Come\nhere'), cue(2000, 4000, '<i>Come here</i> ')]);
    expect(warnings).toEqual([{ index: 2, kind: 'same-text', other: 1 }]);
  });

  it('don’t repeat earlier cues', () => {
    expect(kinds(cue(0, 2000, 'Yes.'), cue(2000, 4000, 'No.'), cue(4000, 6000, 'Yes.'))).toEqual([]);
  });

  it('aren’t repeats if both are empty', () => {
    expect(kinds(cue(0, 2000, ''), cue(2000, 4000, ''))).toEqual(['1 empty', '2 empty']);
  });
});

describe('lines', () => {
  it('are too long with 43 characters, and reported by number', () => {
    const warnings = check([cue(0, 4000, `Short\n${'x'.repeat(43)}`)]);
    expect(warnings).toEqual([{ index: 1, kind: 'long-line', line: 2, value: 43, limit: 42 }]);
  });
});
