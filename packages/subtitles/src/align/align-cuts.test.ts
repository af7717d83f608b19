import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Cue } from '../cues/cue.ts';
import { readSrt } from '../srt/read-srt.ts';
import { align } from './align.ts';
import {
  jitter,
  makeCue,
  makeSpeech,
  makeTalk,
  mapTimes,
  oneToOnePairs,
  shift,
  translateCues,
} from './testing/generated-talk.ts';

const original = makeTalk(120, 41);
const translation = translateCues(original);

/** Returns the share of the original's cues that are aligned one to one with the matching target cue. */
function measureAccuracy(
  target: readonly Cue[],
  findTarget: (index: number) => number | undefined,
  cues: readonly Cue[] = original,
): number {
  const expectedTargets = new Map(
    align(cues, target).flatMap((segment) => segment.original.map((index) => [index, `${segment.target}`])),
  );
  const right = [...cues.keys()].filter(
    (index) => expectedTargets.get(index) === `${findTarget(index) ?? ''}`,
  );
  return right.length / cues.length;
}

const originalStart = (index: number) => original[index]?.start ?? 0;
const sameIndex = (index: number) => index;

describe('a complete translation', () => {
  it.each<[string, (ms: number) => number]>([
    ['unchanged', (ms) => ms],
    ['40 ms later, one frame', (ms) => ms + 40],
    ['half a second later', (ms) => ms + 500],
    ['a second earlier', (ms) => ms - 1000 + 2000],
    ['ten seconds later', (ms) => ms + 10_000],
    ['a minute later', (ms) => ms + 60_000],
    ['a minute and a half later', (ms) => ms + 90_000],
    ['from 24 to 25 frames', (ms) => (ms * 24) / 25],
    ['from 25 to 24 frames', (ms) => (ms * 25) / 24],
    ['from 23.976 to 25 frames', (ms) => (ms * 23.976) / 25],
    ['from 25 to 23.976 frames, and later', (ms) => (ms * 25) / 23.976 + 20_000],
    ['from 24 to 23.976 frames', (ms) => (ms * 24) / 23.976],
    ['faster by a thousandth', (ms) => ms * 0.999],
    ['slower by half a per cent', (ms) => ms * 1.005],
    ['drifting by half a second', (ms) => ms + 500 * Math.sin(ms / 70_000) + 1000],
    ['with a break of 20 s', (ms) => (ms < originalStart(60) - 10 ? ms : ms + 20_000)],
    ['with a break of three minutes', (ms) => (ms < originalStart(60) - 10 ? ms : ms + 180_000)],
    [
      'with two breaks',
      (ms) => ms + (ms < originalStart(40) - 10 ? 0 : 30_000) + (ms < originalStart(80) - 10 ? 0 : 45_000),
    ],
    ['with a break near its start', (ms) => (ms < originalStart(8) - 10 ? ms : ms + 40_000)],
    ['with a break near its end', (ms) => (ms < originalStart(105) - 10 ? ms : ms + 40_000)],
  ])('is aligned line by line %s', (_, move) => {
    expect(measureAccuracy(mapTimes(translation, move), sameIndex)).toBeGreaterThan(0.96);
  });

  it.each([50, 150, 300])('is aligned line by line with times off by up to %i ms', (maxMs) => {
    expect(measureAccuracy(jitter(shift(translation, 8000), maxMs), sameIndex)).toBeGreaterThan(0.96);
  });
});

describe('a translation without some of the lines', () => {
  it.each<[string, (index: number) => boolean]>([
    ['every tenth', (index) => index % 10 !== 3],
    ['every fourth', (index) => index % 4 !== 1],
    ['the first five', (index) => index >= 5],
    ['the last five', (index) => index < 115],
    ['a scene', (index) => index < 50 || index >= 65],
    ['the first half', (index) => index >= 60],
    ['the second half', (index) => index < 60],
  ])('is aligned with the remaining lines: %s missing', (_, isIncluded) => {
    const positionsLeft = [...original.keys()].filter(isIncluded);
    const positions = new Map(positionsLeft.map((index, position) => [index, position]));
    const target = mapTimes(
      translation.filter((_one, index) => isIncluded(index)),
      (ms) => ms + 7000,
    );
    expect(measureAccuracy(target, (index) => positions.get(index))).toBeGreaterThan(0.92);
  });

  it('is aligned if a scene was cut from the video', () => {
    const cut = originalStart(70) - originalStart(50);
    const target = mapTimes(
      translation.filter((_, index) => index < 50 || index >= 70),
      (ms) => (ms < originalStart(50) ? ms : ms - cut),
    );
    expect(
      measureAccuracy(target, (index) => (index < 50 ? index : index < 70 ? undefined : index - 20)),
    ).toBeGreaterThan(0.92);
  });

  it('is aligned if each file lacks a different scene', () => {
    const shortened = original.filter((_, index) => index < 20 || index >= 35);
    const target = mapTimes(
      translation.filter((_, index) => index < 80 || index >= 95),
      (ms) => ms + 5000,
    );
    const of = (position: number) => {
      const cueIndex = position < 20 ? position : position + 15;
      return cueIndex < 80 ? cueIndex : cueIndex < 95 ? undefined : cueIndex - 15;
    };
    expect(measureAccuracy(target, of, shortened)).toBeGreaterThan(0.92);
  });
});

describe('lines in only one file', () => {
  const makeExtraLines = (count: number, from: number, text = 'Quick offer number') =>
    Array.from({ length: count }, (_, index) =>
      makeCue(from + index * 3500, from + index * 3500 + 2800, `${text} ${'abcdefgh'[index % 8]}${index}`),
    );

  it.each([1, 4, 10])('have their own segments: %i of a different intro', (count) => {
    const intro = makeExtraLines(count, 500);
    const offset = count * 3500 + 2000;
    const target = [...intro, ...shift(translation, offset)];
    expect(measureAccuracy(target, (index) => index + count)).toBeGreaterThan(0.96);
  });

  it.each([2, 8])('have their own segments: %i of a commercial break', (count) => {
    const from = (translation[59]?.end ?? 0) + 800;
    const offset = count * 3500 + 1600;
    const target = [
      ...translation.slice(0, 60),
      ...makeExtraLines(count, from),
      ...shift(translation.slice(60), offset),
    ];
    expect(measureAccuracy(target, (index) => (index < 60 ? index : index + count))).toBeGreaterThan(0.95);
  });

  it('are in order of time with all other lines', () => {
    const target = [...makeExtraLines(5, 500), ...shift(translation, 20_000)];
    const starts = align(original, target).map(({ start }) => start);
    expect(starts).toEqual(starts.toSorted((a, b) => a - b));
  });
});

describe('lines that are split differently', () => {
  /** Joins `count` cues from each of these positions on. */
  const joinCues = (cues: readonly Cue[], positions: readonly number[], count: number): Cue[] =>
    cues.flatMap((cue, index) => {
      const first = positions.find((position) => index >= position && index < position + count);
      if (first === undefined) return [cue];
      if (first !== index) return [];
      const run = cues.slice(index, index + count);
      return [{ ...cue, end: run.at(-1)?.end ?? cue.end, text: run.map(({ text }) => text).join(' ') }];
    });
  const removePauses = (cues: readonly Cue[]) => {
    let time = 1000;
    return cues.map((cue) => {
      const start = time;
      time += cue.end - cue.start + 100;
      return { ...cue, start, end: time - 100 };
    });
  };
  const dense = removePauses(original);
  const target = translateCues(dense);

  it.each([2, 3])('are joined: %i lines into one', (count) => {
    const positions = [10, 40, 70, 100];
    const segments = align(dense, shift(joinCues(target, positions, count), 4000));
    for (const position of positions) {
      const run = Array.from({ length: count }, (_, k) => position + k);
      expect(segments.find((segment) => segment.original.includes(position))?.original).toEqual(run);
    }
  });

  it.each([2, 3])('are joined: one line into %i', (count) => {
    const positions = [10, 40, 70, 100];
    const segments = align(joinCues(dense, positions, count), shift(target, 4000));
    const joined = segments.filter(({ label }) => label === `1-${count}`);
    expect(joined.map((segment) => segment.target[0])).toEqual(positions);
  });

  it('have the times of the first and the last original cue', () => {
    const [segment] = align(dense, joinCues(target, [10], 2)).filter(({ label }) => label === '2-1');
    expect([segment?.start, segment?.end]).toEqual([dense[10]?.start, dense[11]?.end]);
  });
});

describe('an empty or tiny track', () => {
  it.each<[string, Cue[], Cue[], string[]]>([
    ['nothing at all', [], [], []],
    ['nothing of the target', makeSpeech(3), [], ['1-0', '1-0', '1-0']],
    ['nothing of the original', [], makeSpeech(3), ['0-1', '0-1', '0-1']],
    ['one and one', [makeCue(0, 1000, 'Hello.')], [makeCue(0, 1000, 'Hallo.')], ['1-1']],
    ['one and one a little later', [makeCue(1000, 2000, 'Hello.')], [makeCue(1200, 2300, 'Hallo.')], ['1-1']],
    ['two sounds', [makeCue(0, 1000, '[hum]')], [makeCue(0, 1000, '[Summen]')], ['1-1']],
    ['only a sound', [makeCue(0, 1000, '[hum]')], [], ['1-0']],
    ['two cues with no text', [makeCue(0, 1000, '')], [makeCue(0, 1000, '')], ['1-1']],
  ])('is aligned: %s', (_, first, second, labels) => {
    expect(align(first, second).map(({ label }) => label)).toEqual(labels);
  });

  it('keeps the times of a target without an original', () => {
    expect(align([], [makeCue(1500, 2500)])[0]).toMatchObject({ start: 1500, end: 2500, text_original: '' });
  });
});

describe('a pair of files that is already aligned', () => {
  it('stays one to one although the texts of two lines are swapped', () => {
    const exchanged = translation.map((cue, index) => ({
      ...cue,
      text: translation[index === 30 ? 31 : index === 31 ? 30 : index]?.text ?? '',
    }));
    expect(align(original, exchanged).map((segment) => [segment.original, segment.target])).toEqual(
      oneToOnePairs(120),
    );
  });

  it('stays one to one with any offset, for any talk', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 9999 }), fc.integer({ min: 0, max: 60_000 }), (seed, offset) => {
        const talk = makeTalk(50, seed);
        expect(align(talk, shift(translateCues(talk), offset)).map(({ label }) => label)).toEqual(
          talk.map(() => '1-1'),
        );
      }),
      { numRuns: 15 },
    );
  });
});

describe('an original cue of zero length', () => {
  it.each([0, 40, 119])('gets a duration estimated from its text: number %i', (index) => {
    const cues = original.map((cue, position) => (position === index ? { ...cue, end: cue.start } : cue));
    const segment = align(cues, translation).find((segment) => segment.original.includes(index));
    expect(segment?.start).toBe(cues[index]?.start);
    expect(segment?.end).toBeGreaterThan((segment?.start ?? 0) + 1000);
  });
});

const DATA = resolve(import.meta.dirname, '../../../../../shared/data/alignment');
const pairs = existsSync(DATA) ? readdirSync(DATA).filter((name) => /^[TXSH]-/.test(name)) : [];

describe.skipIf(pairs.length === 0)('the files in ../shared/data (skipped if they are absent)', () => {
  it.each(pairs.filter((name) => !name.includes('stress')))('%s has no segment of zero length', (name) => {
    const readCues = (file: string) => readSrt(readFileSync(resolve(DATA, name, file), 'utf8')).cues;
    const segments = align(readCues('orig.srt'), readCues('target.srt'));
    expect(segments.filter(({ start, end }) => end <= start)).toEqual([]);
  });
});
