import { existsSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Reading } from '../cues/cue.ts';
import { readYouTubeCaptions } from '../formats.ts';
import { readJson3 } from './read-json3.ts';
import { isRollingVtt, readRollingVtt } from './read-rolling-vtt.ts';

const listCues = ({ cues }: Reading) => cues.map(({ start, end, text }) => [start, end, text]);
const json3 = (...events: object[]) => JSON.stringify({ wireMagic: 'pb3', events });
const buildWords = (...utf8: string[]) => utf8.map((word) => ({ utf8: word }));

const ROLLING = `WEBVTT
Kind: captions
Language: en

00:00:00.160 --> 00:00:02.560 align:start position:0%
 
one<00:00:00.434><c> two</c>

00:00:02.560 --> 00:00:02.570 align:start position:0%
one two
 

00:00:02.570 --> 00:00:04.970 align:start position:0%
one two
one two

00:00:04.970 --> 00:00:04.980 align:start position:0%
one two
 

00:00:04.980 --> 00:00:09.000 align:start position:0%
one two
 
`;

describe('json3', () => {
  it('joins an event’s words and skips events that only move or style', () => {
    const file = json3(
      { tStartMs: 0, dDurationMs: 9000, id: 1, wpWinPosId: 1, wsWinStyleId: 1 },
      { tStartMs: 160, dDurationMs: 4800, wWinId: 1, segs: buildWords('all', ' human', ' beings') },
      { tStartMs: 2550, dDurationMs: 2410, wWinId: 1, aAppend: 1, segs: buildWords('\n', 'again') },
      { tStartMs: 2560, dDurationMs: 3000, wWinId: 1, segs: buildWords('are', ' born') },
    );
    expect(listCues(readJson3(file))).toEqual([
      [160, 2560, 'all human beings'],
      [2560, 5560, 'are born'],
    ]);
    expect(readJson3(file).problems).toEqual([]);
  });

  it('keeps real repetitions, and gaps', () => {
    const file = json3(
      { tStartMs: 0, dDurationMs: 1000, segs: buildWords('no') },
      { tStartMs: 5000, dDurationMs: 1000, segs: buildWords('no') },
    );
    expect(listCues(readJson3(file))).toEqual([
      [0, 1000, 'no'],
      [5000, 6000, 'no'],
    ]);
  });

  it('keeps a caption’s lines and removes its padding', () => {
    const file = json3({
      tStartMs: 10,
      dDurationMs: 20,
      segs: buildWords('\u200B one \n', '\n two', ' three\u200B'),
    });
    expect(listCues(readJson3(file))).toEqual([[10, 30, 'one\ntwo three']]);
  });

  it('allows two captions with the same start', () => {
    const file = json3(
      { tStartMs: 0, dDurationMs: 1000, segs: buildWords('above') },
      { tStartMs: 0, dDurationMs: 3000, segs: buildWords('below') },
      { tStartMs: 2000, dDurationMs: 500, segs: buildWords('next') },
    );
    expect(listCues(readJson3(file))).toEqual([
      [0, 1000, 'above'],
      [0, 2000, 'below'],
      [2000, 2500, 'next'],
    ]);
  });

  it('sorts by time, uses zero for a missing start, and ends an event without duration at the next', () => {
    const file = json3({ tStartMs: 4000, segs: buildWords('b') }, { segs: buildWords('a') });
    expect(listCues(readJson3(file))).toEqual([
      [0, 4000, 'a'],
      [4000, 6000, 'b'],
    ]);
  });

  it('reports what is wrong', () => {
    const readMessages = (text: string) => readJson3(text).problems.map(({ message }) => message);
    const noEvents = ['This is not a json3 file from YouTube: it has no list of events.'];
    expect(readMessages('{"events": [')).toEqual(noEvents);
    expect(readMessages('{"error": 1}')).toEqual(noEvents);
    expect(readMessages(json3({ id: 1 }))).toEqual(['This file has no cue: no event has text.']);
    expect(
      readMessages(json3({ tStartMs: -5, segs: buildWords('a') }, { tStartMs: 'x', segs: buildWords('b') })),
    ).toEqual(['Event 1 has no usable time and was skipped.', 'Event 2 has no usable time and was skipped.']);
  });

  it('is read without throwing, as cues in order that can be stored', () => {
    fc.assert(
      fc.property(
        fc.oneof(
          fc.json(),
          fc.array(fc.object()).map((events) => json3(...events)),
        ),
        (text) => {
          for (const { start, end, text: line } of readJson3(text).cues) {
            expect(Number.isInteger(start) && end >= start && line.trim() !== '').toBe(true);
          }
        },
      ),
    );
    const event = fc.record(
      {
        tStartMs: fc.oneof(fc.nat(9999), fc.double()),
        dDurationMs: fc.nat(9999),
        segs: fc.array(fc.record({ utf8: fc.oneof(fc.string({ unit: 'binary' }), fc.constant(null)) })),
      },
      { requiredKeys: [] },
    );
    fc.assert(
      fc.property(fc.array(event), (events) => {
        const { cues } = readJson3(json3(...events));
        for (const [index, { start, end, text }] of cues.entries()) {
          expect(Number.isInteger(start) && Number.isInteger(end) && end >= start).toBe(true);
          expect(start).toBeGreaterThanOrEqual(cues[index - 1]?.start ?? 0);
          expect(text.isWellFormed()).toBe(true);
        }
      }),
    );
  });
});

describe('rolling WebVTT', () => {
  it('has every line once, and real repetitions twice', () => {
    expect(listCues(readRollingVtt(ROLLING))).toEqual([
      [160, 2560, 'one two'],
      [2570, 4970, 'one two'],
    ]);
  });

  it('keeps a line that was never below, and cues of one line', () => {
    const file =
      'WEBVTT\n\n00:01.000 --> 00:02.000\nalone\n\n00:03.000 --> 00:04.000\nabove\n \n\n00:05.000 --> 00:06.000\n \n \n';
    expect(listCues(readRollingVtt(file)).map(([, , text]) => text)).toEqual(['alone', 'above']);
  });

  it('is distinguished from manual WebVTT', () => {
    expect(isRollingVtt(ROLLING)).toBe(true);
    expect(isRollingVtt('WEBVTT\n\n00:01.000 --> 00:02.000\na <00:01.500>b\nc\n')).toBe(false);
    expect(isRollingVtt('WEBVTT\n\n00:01.000 --> 00:01.040\na\n\n00:02.000 --> 00:03.000\nb\n')).toBe(false);
  });
});

describe('YouTube captions', () => {
  it('are recognised by content', () => {
    expect(readYouTubeCaptions(` ${json3({ segs: buildWords('a') })}`)).toMatchObject({
      format: 'json3',
      cues: [{}],
    });
    expect(listCues(readYouTubeCaptions(ROLLING))).toHaveLength(2);
    expect(readYouTubeCaptions('WEBVTT\n\n00:01.000 --> 00:02.000\na\nb\n')).toMatchObject({
      format: 'vtt',
      cues: [{ text: 'a\nb' }],
    });
    expect(readYouTubeCaptions('1\n00:00:01,000 --> 00:00:02,000\na\n')).toMatchObject({ format: 'srt' });
  });
});

const DATA = resolve(import.meta.dirname, '../../../../../shared/data/youtube-captions');
type Expected = { deduplicated: { start: number; end: number; text: string }[]; tolerance_s: number };
const expected: [string, Expected][] = existsSync(DATA)
  ? Object.entries(JSON.parse(readFileSync(`${DATA}/expected.json`, 'utf8')))
  : [];

describe.skipIf(expected.length === 0)('the captions in ../shared/data (skipped if they are absent)', () => {
  it.each(expected)('%s becomes clean cues', (file, { deduplicated, tolerance_s }) => {
    const { cues } = readYouTubeCaptions(readFileSync(`${DATA}/${file}`, 'utf8'));
    expect(cues.map(({ text }) => text)).toEqual(deduplicated.map(({ text }) => text));
    for (const [index, { start, end }] of deduplicated.entries()) {
      expect(Math.abs((cues[index]?.start ?? 0) / 1000 - start)).toBeLessThanOrEqual(tolerance_s);
      expect(Math.abs((cues[index]?.end ?? 0) / 1000 - end)).toBeLessThanOrEqual(tolerance_s);
    }
  });
});
