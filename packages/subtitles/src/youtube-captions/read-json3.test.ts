import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isJson3, readJson3 } from './read-json3.ts';

const buildFile = (...events: unknown[]) => JSON.stringify({ wireMagic: 'pb3', events });
const readCues = (...events: unknown[]) =>
  readJson3(buildFile(...events)).cues.map(({ start, end, text }) => [start, end, text]);
const buildContent = (text: string) => [{ utf8: text }];
const readText = (...parts: unknown[]) => readCues({ tStartMs: 0, dDurationMs: 1000, segs: parts })[0]?.[2];

describe('the json3 format', () => {
  it.each(['{}', ' {}', '\n\t{', '\uFEFF{', '{"events":[]}'])('is recognised in %j', (text) => {
    expect(isJson3(text)).toBe(true);
  });

  it.each(['', '[]', 'WEBVTT', '1\n00:00:01,000', '"{"', '<transcript>', 'x{'])(
    'isn’t recognised in %j',
    (text) => {
      expect(isJson3(text)).toBe(false);
    },
  );
});

describe('an event that isn’t a cue', () => {
  it.each<[string, unknown]>([
    ['without segments', { tStartMs: 0, dDurationMs: 9000, id: 1 }],
    ['that opens a window', { tStartMs: 0, id: 1, wpWinPosId: 1, wsWinStyleId: 1 }],
    ['that appends a line end', { tStartMs: 0, dDurationMs: 90, aAppend: 1, segs: buildContent('\n') }],
    ['that appends words', { tStartMs: 0, dDurationMs: 90, aAppend: 1, segs: buildContent('again') }],
    ['with no words', { tStartMs: 0, dDurationMs: 90, segs: [] }],
    ['with only a line end', { tStartMs: 0, dDurationMs: 90, segs: buildContent('\n') }],
    ['with only blanks', { tStartMs: 0, dDurationMs: 90, segs: buildContent('  ') }],
    ['with only zero-width spaces', { tStartMs: 0, dDurationMs: 90, segs: buildContent('\u200B\u200B') }],
    ['with segments that aren’t a list', { tStartMs: 0, segs: 'word' }],
    ['with segments without text', { tStartMs: 0, segs: [{ tOffsetMs: 10 }, null, 5] }],
    ['that is null', null],
    ['that is a number', 5],
    ['that is a list', []],
  ])('is skipped without a problem: %s', (_, event) => {
    const next = { tStartMs: 1000, dDurationMs: 500, segs: buildContent('a') };
    expect(readJson3(buildFile(event, next))).toEqual({
      cues: [{ index: 1, start: 1000, end: 1500, text: 'a' }],
      problems: [],
    });
  });
});

describe('an event’s text', () => {
  it.each<[string, unknown[], string]>([
    ['one word', [{ utf8: 'one' }], 'one'],
    ['words with their spaces', [{ utf8: 'one' }, { utf8: ' two', tOffsetMs: 200 }], 'one two'],
    ['a line end', [{ utf8: 'one\ntwo' }], 'one\ntwo'],
    ['CRLF', [{ utf8: 'one\r\ntwo' }], 'one\ntwo'],
    ['a line end in its own segment', [{ utf8: 'one' }, { utf8: '\n' }, { utf8: 'two' }], 'one\ntwo'],
    ['blank lines', [{ utf8: '\none\n\n\ntwo\n' }], 'one\ntwo'],
    ['spaces around', [{ utf8: '  one  ' }], 'one'],
    ['zero-width padding', [{ utf8: '\u200B\u200B one \u200B' }], 'one'],
    ['a zero-width space inside, which stays', [{ utf8: 'o\u200Bne' }], 'o\u200Bne'],
    ['a segment that isn’t text', [{ utf8: 'one' }, { utf8: 5 }, null, { utf8: ' two' }], 'one two'],
    ['special characters, which aren’t markup', [{ utf8: 'a < b &amp; <i>c</i>' }], 'a < b &amp; <i>c</i>'],
    ['a label, which is left to cleaning', [{ utf8: '[Music]' }], '[Music]'],
    ['a turn mark, which is left to cleaning', [{ utf8: '>> yes' }], '>> yes'],
    ['half a character', [{ utf8: 'a\uD83D' }], 'a\uFFFD'],
    ['a character in two segments', [{ utf8: '\uD83D' }, { utf8: '\uDE00' }], '😀'],
    ['Chinese', [{ utf8: '你好' }], '你好'],
    ['Arabic', [{ utf8: 'مرحبا' }], 'مرحبا'],
    ['Thai', [{ utf8: 'สวัสดี' }], 'สวัสดี'],
  ])('is read with %s', (_, segs, text) => {
    expect(readText(...segs)).toBe(text);
  });
});

describe('the times of events', () => {
  // Events are written as start+duration, cues as start-end; either part of an event may be missing.
  it.each([
    ['one after the other', '0+500 600+400', '0-500 600-1000'],
    ['rolling', '0+5000 600+400', '0-600 600-1000'],
    ['touching', '0+600 600+400', '0-600 600-1000'],
    ['together', '0+500 0+900', '0-500 0-900'],
    ['in another order', '600+400 0+500', '0-500 600-1000'],
    ['without a start', '+500', '0-500'],
    ['without a duration, to the next', '0+ 700+100', '0-700 700-800'],
    ['without a duration, for 2 s at the end', '100+', '100-2100'],
    ['with a duration of zero', '100+0', '100-100'],
    ['with fractions', '100.4+99.6', '100-200'],
  ])('are correct %s', (_, events, times) => {
    const written = events.split(' ').map((event) => {
      const [start, duration] = event.split('+');
      return {
        ...(start && { tStartMs: Number(start) }),
        ...(duration && { dDurationMs: Number(duration) }),
        segs: buildContent('a'),
      };
    });
    expect(
      readCues(...written)
        .map(([start, end]) => `${start}-${end}`)
        .join(' '),
    ).toBe(times);
  });

  it.each<[string, object]>([
    ['below zero', { tStartMs: -1, dDurationMs: 5 }],
    ['a text', { tStartMs: '5', dDurationMs: 5 }],
    ['after more than ten thousand hours', { tStartMs: 36_000_000_000, dDurationMs: 5 }],
    ['a duration below zero', { tStartMs: 0, dDurationMs: -5 }],
    ['a duration that is a text', { tStartMs: 0, dDurationMs: '5' }],
    ['a list', { tStartMs: [], dDurationMs: 5 }],
  ])('are reported if one is %s', (_, event) => {
    const { cues, problems } = readJson3(buildFile({ id: 1 }, { ...event, segs: buildContent('a') }));
    expect([cues, problems]).toMatchObject([
      [],
      [{ line: 1, message: 'Event 2 has no usable time and was skipped.' }],
    ]);
  });

  it('are sorted, and no cue overlaps the next later one', () => {
    const event = fc.record({
      tStartMs: fc.nat(5000),
      dDurationMs: fc.nat(3000),
      segs: fc.constant(buildContent('a')),
    });
    fc.assert(
      fc.property(fc.array(event, { minLength: 1, maxLength: 12 }), (events) => {
        const { cues } = readJson3(buildFile(...events));
        expect(cues).toHaveLength(events.length);
        for (const [index, { start, end }] of cues.entries()) {
          const later = cues.slice(index + 1).find((cue) => cue.start > start);
          expect(end).toBeLessThanOrEqual(later?.start ?? Number.POSITIVE_INFINITY);
        }
      }),
    );
  });
});

describe('a file that isn’t json3', () => {
  it.each([
    '',
    '{',
    '[]',
    'null',
    '5',
    '"x"',
    '{"events":{}}',
    '{"events":5}',
    '{"other":[]}',
    '{"events":[1,}',
    'WEBVTT',
  ])('is reported: %s', (text) => {
    expect(readJson3(text)).toMatchObject({
      cues: [],
      problems: [{ line: 1, message: 'This is not a json3 file from YouTube: it has no list of events.' }],
    });
  });

  it('can still have a byte order mark', () => {
    expect(
      readJson3(`\uFEFF${buildFile({ tStartMs: 0, dDurationMs: 5, segs: buildContent('a') })}`).cues,
    ).toHaveLength(1);
  });
});
