import { describe, expect, it } from 'vitest';
import { nextPacificDay, pacificDay } from './quota-store.ts';
import { decodeTitle, readDuration } from './replies.ts';
import { filterParameters } from './search-filters.ts';
import { buildQuery, chooseKeyword, createTitleFilter } from './search-terms.ts';

describe('the search query', () => {
  it.each([
    [['short film'], [], 'short film'],
    [['short film', 'cortometraje'], [], '"short film"|cortometraje'],
    [['cine'], ['tráiler', 'behind the scenes'], 'cine -tráiler -"behind the scenes"'],
    [['a', ' a ', ''], [' '], 'a'],
  ])('for the keywords %j and the exclusions %j is %s', (keywords, exclusions, query) =>
    expect(buildQuery(keywords, exclusions)).toBe(query),
  );

  it('removes quotes, bars and leading dashes from typed keywords', () => {
    expect(buildQuery(['"short | film"'], ['-trailer', '"making of"', '--'])).toBe(
      'short film -trailer -"making of"',
    );
  });
});

describe('excluded keywords', () => {
  it('are also checked in titles, as words in any case', () => {
    const isExcluded = createTitleFilter(['cat', '-Making of', '"trailer"', 'c++']);
    expect(isExcluded('My CAT and I')).toBe(true);
    expect(isExcluded('The making of it')).toBe(true);
    expect(isExcluded('Trailer 2')).toBe(true);
    expect(isExcluded('C++ for all')).toBe(true);
    expect(isExcluded('On education')).toBe(false);
    expect(isExcluded('Catalogue')).toBe(false);
  });

  it('are found anywhere in titles in scripts without spaces', () => {
    expect(createTitleFilter(['预告'])('最新预告片')).toBe(true);
    expect(createTitleFilter([])('anything')).toBe(false);
  });
});

it('a search result has the keyword in its text, or else all keywords', () => {
  expect(chooseKeyword(['short film', 'comedy'], 'A Comedy of errors')).toBe('comedy');
  expect(chooseKeyword(['short film', 'comedy'], 'Untitled')).toBe('short film | comedy');
});

describe('a title', () => {
  it.each([
    ['Tom &amp; Jerry&#39;s &quot;Day&quot;', `Tom & Jerry's "Day"`],
    ['&amp;lt;b&amp;gt;', '&lt;b&gt;'],
    ['&#x1F3AC; &lt;script&gt;', '🎬 <script>'],
    ['&nbsp; & &#9999999;', '&nbsp; & &#9999999;'],
    ['a\0b', 'ab'],
  ])('has its entities decoded once: %j', (escaped, title) => expect(decodeTitle(escaped)).toBe(title));
});

it.each([
  ['PT4M13S', 253],
  ['PT1H', 3600],
  ['P1DT1S', 86_401],
  ['P0D', null],
  ['', null],
  ['nonsense', null],
])('the duration %s is read as %s', (duration, seconds) => expect(readDuration(duration)).toBe(seconds));

describe('search filters', () => {
  it('become parameters, except empty ones', () => {
    expect(
      filterParameters({
        video_caption: 'closedCaption',
        video_duration: 'short',
        video_definition: 'high',
        video_license: 'creativeCommon',
        safe_search: 'moderate',
        video_category_id: '24',
        published_after: '2024-05-01',
        published_before: '2025-01-01T10:00:00+02:00',
      }),
    ).toEqual({
      videoCaption: 'closedCaption',
      videoDuration: 'short',
      videoDefinition: 'high',
      videoLicense: 'creativeCommon',
      safeSearch: 'moderate',
      videoCategoryId: '24',
      publishedAfter: '2024-05-01T00:00:00Z',
      publishedBefore: '2025-01-01T08:00:00Z',
    });
    expect(filterParameters({ video_caption: '', video_category_id: ' ', published_after: '' })).toEqual({});
  });

  it('reject an invalid date', () => {
    expect(() => filterParameters({ published_after: 'yesterday' })).toThrow('“yesterday” is not a date');
  });
});

describe('a quota day', () => {
  it.each([
    ['2026-11-21T07:59:59Z', '2026-11-20', '2026-11-21T08:00:00.000Z'],
    ['2026-11-21T08:00:00Z', '2026-11-21', '2026-11-22T08:00:00.000Z'],
    ['2026-07-01T06:30:00Z', '2026-06-30', '2026-07-01T07:00:00.000Z'],
    ['2026-11-01T07:30:00Z', '2026-11-01', '2026-11-02T08:00:00.000Z'],
    ['2026-03-08T08:30:00Z', '2026-03-08', '2026-03-09T07:00:00.000Z'],
  ])('at %s is the day %s, which ends at %s', (time, day, end) => {
    expect(pacificDay(new Date(time))).toBe(day);
    expect(nextPacificDay(new Date(time)).toISOString()).toBe(end);
  });
});
