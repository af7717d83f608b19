import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Cue } from '../cues/cue.ts';
import { readSrt } from '../srt/read-srt.ts';
import { align } from './align.ts';
import { cue, jittered, moved, oneToOne, speech, talk, translated } from './testing/generated-talk.ts';

const original = talk(120, 41);
const whole = translated(original);

/** Returns the share of the original's cues that are alone with the matching target cue. */
function shareRight(
  target: readonly Cue[],
  of: (at: number) => number | undefined,
  own: readonly Cue[] = original,
): number {
  const targetOf = new Map(
    align(own, target).flatMap((one) => one.original.map((at) => [at, `${one.target}`])),
  );
  const right = [...own.keys()].filter((at) => targetOf.get(at) === `${of(at) ?? ''}`);
  return right.length / own.length;
}

const startOf = (at: number) => original[at]?.start ?? 0;
const same = (at: number) => at;

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
    ['with a break of 20 s', (ms) => (ms < startOf(60) - 10 ? ms : ms + 20_000)],
    ['with a break of three minutes', (ms) => (ms < startOf(60) - 10 ? ms : ms + 180_000)],
    [
      'with two breaks',
      (ms) => ms + (ms < startOf(40) - 10 ? 0 : 30_000) + (ms < startOf(80) - 10 ? 0 : 45_000),
    ],
    ['with a break near its start', (ms) => (ms < startOf(8) - 10 ? ms : ms + 40_000)],
    ['with a break near its end', (ms) => (ms < startOf(105) - 10 ? ms : ms + 40_000)],
  ])('is joined line by line %s', (_, move) => {
    expect(shareRight(moved(whole, move), same)).toBeGreaterThan(0.96);
  });

  it.each([50, 150, 300])('is joined line by line with times off by up to %i ms', (most) => {
    expect(
      shareRight(
        jittered(
          moved(whole, (ms) => ms + 8000),
          most,
        ),
        same,
      ),
    ).toBeGreaterThan(0.96);
  });
});

describe('a translation without some of the lines', () => {
  it.each<[string, (at: number) => boolean]>([
    ['every tenth', (at) => at % 10 !== 3],
    ['every fourth', (at) => at % 4 !== 1],
    ['the first five', (at) => at >= 5],
    ['the last five', (at) => at < 115],
    ['a scene', (at) => at < 50 || at >= 65],
    ['the first half', (at) => at >= 60],
    ['the second half', (at) => at < 60],
  ])('is joined with the rest: %s missing', (_, has) => {
    const positionsLeft = [...original.keys()].filter(has);
    const positions = new Map(positionsLeft.map((at, position) => [at, position]));
    const target = moved(
      whole.filter((_one, at) => has(at)),
      (ms) => ms + 7000,
    );
    expect(shareRight(target, (at) => positions.get(at))).toBeGreaterThan(0.92);
  });

  it('is joined if a scene was cut from the video', () => {
    const cut = startOf(70) - startOf(50);
    const target = moved(
      whole.filter((_, at) => at < 50 || at >= 70),
      (ms) => (ms < startOf(50) ? ms : ms - cut),
    );
    expect(shareRight(target, (at) => (at < 50 ? at : at < 70 ? undefined : at - 20))).toBeGreaterThan(0.92);
  });

  it('is joined if each of the two lacks a scene', () => {
    const own = original.filter((_, at) => at < 20 || at >= 35);
    const target = moved(
      whole.filter((_, at) => at < 80 || at >= 95),
      (ms) => ms + 5000,
    );
    const of = (position: number) => {
      const at = position < 20 ? position : position + 15;
      return at < 80 ? at : at < 95 ? undefined : at - 15;
    };
    expect(shareRight(target, of, own)).toBeGreaterThan(0.92);
  });
});

describe('lines in only one file', () => {
  const extra = (count: number, from: number, text = 'Quick offer number') =>
    Array.from({ length: count }, (_, at) =>
      cue(from + at * 3500, from + at * 3500 + 2800, `${text} ${'abcdefgh'[at % 8]}${at}`),
    );

  it.each([1, 4, 10])('stay alone: %i of another intro', (count) => {
    const intro = extra(count, 500);
    const by = count * 3500 + 2000;
    const target = [...intro, ...moved(whole, (ms) => ms + by)];
    expect(shareRight(target, (at) => at + count)).toBeGreaterThan(0.96);
  });

  it.each([2, 8])('stay alone: %i of a commercial break', (count) => {
    const from = (whole[59]?.end ?? 0) + 800;
    const by = count * 3500 + 1600;
    const target = [...whole.slice(0, 60), ...extra(count, from), ...moved(whole.slice(60), (ms) => ms + by)];
    expect(shareRight(target, (at) => (at < 60 ? at : at + count))).toBeGreaterThan(0.95);
  });

  it('stay alone: credits at the end of the original', () => {
    const end = original.at(-1)?.end ?? 0;
    const segments = align(
      [...original, ...extra(3, end + 4000, 'Made by')],
      moved(whole, (ms) => ms + 3000),
    );
    expect(segments.slice(-3).map(({ label }) => label)).toEqual(['1-0', '1-0', '1-0']);
  });

  it('are in order of time with all others', () => {
    const target = [...extra(5, 500), ...moved(whole, (ms) => ms + 20_000)];
    const starts = align(original, target).map(({ start }) => start);
    expect(starts).toEqual(starts.toSorted((a, b) => a - b));
  });
});

describe('lines that are divided differently', () => {
  /** Joins `count` cues starting at each of the positions. */
  const joinedAt = (cues: readonly Cue[], positions: readonly number[], count: number): Cue[] =>
    cues.flatMap((one, at) => {
      const head = positions.find((position) => at >= position && at < position + count);
      if (head === undefined) return [one];
      if (head !== at) return [];
      const run = cues.slice(at, at + count);
      return [{ ...one, end: run.at(-1)?.end ?? one.end, text: run.map(({ text }) => text).join(' ') }];
    });
  const close = (cues: readonly Cue[]) => {
    let at = 1000;
    return cues.map((one) => {
      const start = at;
      at += one.end - one.start + 100;
      return { ...one, start, end: at - 100 };
    });
  };
  const dense = close(original);
  const target = translated(dense);

  it.each([2, 3])('are joined: %i lines into one', (count) => {
    const positions = [10, 40, 70, 100];
    const segments = align(
      dense,
      moved(joinedAt(target, positions, count), (ms) => ms + 4000),
    );
    for (const position of positions) {
      const run = Array.from({ length: count }, (_, k) => position + k);
      expect(segments.find((one) => one.original.includes(position))?.original).toEqual(run);
    }
  });

  it.each([2, 3])('are joined: one line into %i', (count) => {
    const positions = [10, 40, 70, 100];
    const segments = align(
      joinedAt(dense, positions, count),
      moved(target, (ms) => ms + 4000),
    );
    const joined = segments.filter(({ label }) => label === `1-${count}`);
    expect(joined.map((one) => one.target[0])).toEqual(positions);
  });

  it('have the times of the first and the last original cue', () => {
    const [segment] = align(dense, joinedAt(target, [10], 2)).filter(({ label }) => label === '2-1');
    expect([segment?.start, segment?.end]).toEqual([dense[10]?.start, dense[11]?.end]);
  });
});

describe('an empty or tiny track', () => {
  it.each<[string, Cue[], Cue[], string[]]>([
    ['nothing at all', [], [], []],
    ['nothing of the target', speech(3), [], ['1-0', '1-0', '1-0']],
    ['nothing of the original', [], speech(3), ['0-1', '0-1', '0-1']],
    ['one and one', [cue(0, 1000, 'Hello.')], [cue(0, 1000, 'Hallo.')], ['1-1']],
    ['one and one a little later', [cue(1000, 2000, 'Hello.')], [cue(1200, 2300, 'Hallo.')], ['1-1']],
    ['two sounds', [cue(0, 1000, '[hum]')], [cue(0, 1000, '[Summen]')], ['1-1']],
    ['only a sound', [cue(0, 1000, '[hum]')], [], ['1-0']],
    ['two cues with no text', [cue(0, 1000, '')], [cue(0, 1000, '')], ['1-1']],
  ])('is aligned: %s', (_, one, other, labels) => {
    expect(align(one, other).map(({ label }) => label)).toEqual(labels);
  });

  it('keeps the times of a lone target', () => {
    expect(align([], [cue(1500, 2500)])[0]).toMatchObject({ start: 1500, end: 2500, text_original: '' });
  });
});

describe('a pair that is already right', () => {
  it('stays one to one although the texts of two lines are swapped', () => {
    const exchanged = whole.map((one, at) => ({
      ...one,
      text: whole[at === 30 ? 31 : at === 31 ? 30 : at]?.text ?? '',
    }));
    expect(align(original, exchanged).map((one) => [one.original, one.target])).toEqual(oneToOne(120));
  });

  it('stays one to one with any offset, for any talk', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 9999 }), fc.integer({ min: 0, max: 60_000 }), (seed, by) => {
        const own = talk(50, seed);
        expect(
          align(
            own,
            moved(translated(own), (ms) => ms + by),
          ).map(({ label }) => label),
        ).toEqual(own.map(() => '1-1'));
      }),
      { numRuns: 15 },
    );
  });
});

describe('an original cue of zero length', () => {
  it.each([0, 40, 119])('gets the duration that its text takes to say: number %i', (at) => {
    const cues = original.map((one, position) => (position === at ? { ...one, end: one.start } : one));
    const segment = align(cues, whole).find((one) => one.original.includes(at));
    expect(segment?.start).toBe(cues[at]?.start);
    expect(segment?.end).toBeGreaterThan((segment?.start ?? 0) + 1000);
  });
});

const DATA = resolve(import.meta.dirname, '../../../../../shared/data/alignment');
const pairs = existsSync(DATA) ? readdirSync(DATA).filter((name) => /^[TXSH]-/.test(name)) : [];

describe.skipIf(pairs.length === 0)('the files in ../shared/data (skipped if they are absent)', () => {
  it.each(pairs.filter((name) => !name.includes('stress')))('%s has no segment of zero length', (name) => {
    const cuesOf = (file: string) => readSrt(readFileSync(resolve(DATA, name, file), 'utf8')).cues;
    const segments = align(cuesOf('orig.srt'), cuesOf('target.srt'));
    expect(segments.filter(({ start, end }) => end <= start)).toEqual([]);
  });
});
