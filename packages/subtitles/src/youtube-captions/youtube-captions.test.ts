import { existsSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Reading } from '../cues/cue.ts';
import { readYouTubeCaptions } from '../formats.ts';
import { readJson3 } from './read-json3.ts';
import { readRollingVtt } from './read-rolling-vtt.ts';

const listCues = ({ cues }: Reading) => cues.map(({ start, end, text }) => [start, end, text]);
const json3 = (...events: object[]) => JSON.stringify({ wireMagic: 'pb3', events });
const buildWords = (...utf8: string[]) => utf8.map((word) => ({ utf8: word }));

describe('json3', () => {
  it('reports a file without text', () => {
    expect(readJson3(json3({ id: 1 })).problems).toMatchObject([
      { message: 'This file has no cue: no event has text.' },
    ]);
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
  it('keeps a line that was never in the second row, and cues of one line', () => {
    const file =
      'WEBVTT\n\n00:01.000 --> 00:02.000\nalone\n\n00:03.000 --> 00:04.000\nabove\n \n\n00:05.000 --> 00:06.000\n \n \n';
    expect(listCues(readRollingVtt(file)).map(([, , text]) => text)).toEqual(['alone', 'above']);
  });
});

describe('YouTube captions', () => {
  it('are recognised by content', () => {
    expect(readYouTubeCaptions(` ${json3({ segs: buildWords('a') })}`)).toMatchObject({
      format: 'json3',
      cues: [{}],
    });
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
