// @vitest-environment node
import { checkLesson, toLessonSegment } from '@sayback/subtitles';
import { describe, expect, it } from 'vitest';
import { segment } from '../testing/segments.ts';
import { countPages, type Filter, matchingPositions, pageParam } from './filter-segments.ts';
import type { Unsaved } from './unsaved.ts';

const unsavedIn = (id: number, fields: Unsaved['fields']) => new Map([[id, { fields, version: 1 }]]);
const nothing = { unsaved: new Map<number, Unsaved>(), hasWarnings: (_id: number) => false, language: 'en' };

const list = [
  segment(1),
  segment(2, { mismatch: true, confidence: 0.4 }),
  segment(3, { confidence: 0.85, text_original: '¿Qué haces, niño?' }),
  segment(4, { edited: true, text_target: 'STRASSE straße' }),
];

const matching = (filter: Filter, query = '', context = nothing) =>
  matchingPositions(list, { filter, query }, context);

describe('filters', () => {
  it.each<[Filter, number[]]>([
    ['all', [0, 1, 2, 3]],
    ['mismatches', [1]],
    ['low-confidence', [1, 2]],
    ['edited', [3]],
    ['warnings', []],
  ])('by %s find %j', (filter, positions) => {
    expect(matching(filter)).toEqual(positions);
  });

  it('by unsaved changes too', () => {
    expect(matching('mismatches', '', { ...nothing, unsaved: unsavedIn(1, { mismatch: true }) })).toEqual([
      0, 1,
    ]);
    expect(matching('mismatches', '', { ...nothing, unsaved: unsavedIn(2, { mismatch: false }) })).toEqual(
      [],
    );
    expect(matching('edited', '', { ...nothing, unsaved: unsavedIn(1, { label: 'x' }) })).toEqual([0, 3]);
  });

  it.each<Filter>(['numbers-differ', 'names-differ', 'too-short', 'too-long', 'overlap'])(
    'shows by %s exactly what the check before publishing counts',
    (filter) => {
      const rows = [
        segment(1, { text_original: 'Cuesta 150 euros', text_target: 'It costs 105 euros' }),
        segment(2, { text_original: 'Hola, Marta Pérez', text_target: 'Hi there, John Smith' }),
        segment(3, { end_time: '00:00:07.100' }),
        segment(4, { end_time: '00:00:19.000' }),
        segment(5),
      ];
      const positions = matchingPositions(rows, { filter, query: '' }, nothing);
      const { faults } = checkLesson(rows.map(toLessonSegment), 'en');
      expect(positions.length).toBeGreaterThan(0);
      expect(positions.length).toBeLessThan(rows.length);
      expect(faults.find(({ kind }) => kind === filter)?.count).toBe(positions.length);
    },
  );

  it('include segments too long to read, which the check before publishing omits', () => {
    const rows = [segment(1, { text_target: 'x'.repeat(60) }), segment(2)];
    expect(matchingPositions(rows, { filter: 'too-fast', query: '' }, nothing)).toEqual([0]);
    expect(checkLesson(rows.map(toLessonSegment), 'en').faults).toEqual([]);
  });

  it('by faults use the edited texts, saved or not', () => {
    const context = { ...nothing, unsaved: unsavedIn(1, { text_target: 'x'.repeat(60) }) };
    expect(matching('too-fast', '', context)).toEqual([0]);
  });

  it('by rows with warnings', () => {
    expect(matching('warnings', '', { ...nothing, hasWarnings: (id) => id === 3 })).toEqual([2]);
  });
});

describe('search', () => {
  it.each([
    ['in the original', 'frase 2', [1]],
    ['in the translation', 'sentence', [0, 1, 2]],
    ['a part of a word', 'hac', [2]],
    ['accents, typed or not', 'QUE HACES, NINO', [2]],
    ['nothing of what is between the texts', '2 sentence', []],
    ['everything for spaces', '   ', [0, 1, 2, 3]],
  ])('finds %s', (_, query, positions) => {
    expect(matching('all', query)).toEqual(positions);
  });

  it('uses the edited texts, saved or not', () => {
    const context = { ...nothing, unsaved: unsavedIn(1, { text_target: 'Whale' }) };
    expect(matching('all', 'whale', context)).toEqual([0]);
    expect(matching('all', 'sentence 1', context)).toEqual([]);
  });

  it('is combined with the filter', () => {
    expect(matching('low-confidence', 'frase')).toEqual([1]);
  });
});

describe('pages', () => {
  it.each([
    [0, 1],
    [1, 1],
    [20, 1],
    [21, 2],
    [10_000, 500],
  ])('are, for %i rows, %i', (count, pages) => {
    expect(countPages(count)).toBe(pages);
  });

  it('are found by position', () => {
    expect([0, 19, 20, 44].map(pageParam)).toEqual([1, 1, 2, 3]);
  });
});
