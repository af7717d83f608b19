import { checkLesson, toLessonSegment } from '@sayback/subtitles';
import { describe, expect, it } from 'vitest';
import { segment } from '../testing/segments.ts';
import { countPages, type Filter, findMatchingPositions, findPage } from './filter-segments.ts';
import type { Unsaved } from './unsaved.ts';

const createUnsaved = (id: number, fields: Unsaved['fields']) => new Map([[id, { fields, version: 1 }]]);
const EMPTY_CONTEXT = {
  unsaved: new Map<number, Unsaved>(),
  hasWarnings: (_id: number) => false,
  language: 'en',
};

const list = [
  segment(1),
  segment(2, { mismatch: true, confidence: 0.4 }),
  segment(3, { confidence: 0.85, text_original: '¿Qué haces, niño?' }),
  segment(4, { edited: true, text_target: 'STRASSE straße' }),
];

const findMatching = (filter: Filter, query = '', context = EMPTY_CONTEXT) =>
  findMatchingPositions(list, { filter, query }, context);

describe('filters', () => {
  it.each<[Filter, number[]]>([
    ['all', [0, 1, 2, 3]],
    ['mismatches', [1]],
    ['low-confidence', [1, 2]],
    ['edited', [3]],
    ['warnings', []],
  ])('by %s find %j', (filter, positions) => {
    expect(findMatching(filter)).toEqual(positions);
  });

  it('by unsaved changes too', () => {
    expect(
      findMatching('mismatches', '', { ...EMPTY_CONTEXT, unsaved: createUnsaved(1, { mismatch: true }) }),
    ).toEqual([0, 1]);
    expect(
      findMatching('mismatches', '', { ...EMPTY_CONTEXT, unsaved: createUnsaved(2, { mismatch: false }) }),
    ).toEqual([]);
    expect(
      findMatching('edited', '', { ...EMPTY_CONTEXT, unsaved: createUnsaved(1, { label: 'x' }) }),
    ).toEqual([0, 3]);
  });

  it.each<Filter>(['numbers-differ', 'names-differ', 'too-short', 'too-long', 'overlap'])(
    'by %s find the segments that the lesson check counts',
    (filter) => {
      const rows = [
        segment(1, { text_original: 'Cuesta 150 euros', text_target: 'It costs 105 euros' }),
        segment(2, { text_original: 'Hola, Marta Pérez', text_target: 'Hi there, John Smith' }),
        segment(3, { end_time: '00:00:07.100' }),
        segment(4, { end_time: '00:00:19.000' }),
        segment(5),
      ];
      const positions = findMatchingPositions(rows, { filter, query: '' }, EMPTY_CONTEXT);
      const { faults } = checkLesson(rows.map(toLessonSegment), 'en');
      expect(positions.length).toBeGreaterThan(0);
      expect(positions.length).toBeLessThan(rows.length);
      expect(faults.find(({ kind }) => kind === filter)?.count).toBe(positions.length);
    },
  );

  it('include segments too long to read, which the lesson check omits', () => {
    const rows = [segment(1, { text_target: 'x'.repeat(60) }), segment(2)];
    expect(findMatchingPositions(rows, { filter: 'too-fast', query: '' }, EMPTY_CONTEXT)).toEqual([0]);
    expect(checkLesson(rows.map(toLessonSegment), 'en').faults).toEqual([]);
  });

  it('by faults use unsaved texts', () => {
    const context = { ...EMPTY_CONTEXT, unsaved: createUnsaved(1, { text_target: 'x'.repeat(60) }) };
    expect(findMatching('too-fast', '', context)).toEqual([0]);
  });

  it('by warnings find rows with warnings', () => {
    expect(findMatching('warnings', '', { ...EMPTY_CONTEXT, hasWarnings: (id) => id === 3 })).toEqual([2]);
  });
});

describe('search', () => {
  it.each([
    ['in the original', 'frase 2', [1]],
    ['in the translation', 'sentence', [0, 1, 2]],
    ['a part of a word', 'hac', [2]],
    ['accents, typed or not', 'QUE HACES, NINO', [2]],
    ['nothing across both texts', '2 sentence', []],
    ['everything for spaces', '   ', [0, 1, 2, 3]],
  ])('finds %s', (_, query, positions) => {
    expect(findMatching('all', query)).toEqual(positions);
  });

  it('uses unsaved texts', () => {
    const context = { ...EMPTY_CONTEXT, unsaved: createUnsaved(1, { text_target: 'Whale' }) };
    expect(findMatching('all', 'whale', context)).toEqual([0]);
    expect(findMatching('all', 'sentence 1', context)).toEqual([]);
  });

  it('is combined with the filter', () => {
    expect(findMatching('low-confidence', 'frase')).toEqual([1]);
  });
});

describe('pages', () => {
  it.each([
    [0, 1],
    [1, 1],
    [20, 1],
    [21, 2],
    [10_000, 500],
  ])('hold 20 rows each: %i rows need %i', (count, pages) => {
    expect(countPages(count)).toBe(pages);
  });

  it('are found by position', () => {
    expect([0, 19, 20, 44].map(findPage)).toEqual([1, 1, 2, 3]);
  });
});
