import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { findAnchors } from '../learning/lexicon.ts';
import { shiftedClock, makeCue, mapTimes, makeSpeech, makeTracks } from '../testing/generated-talk.ts';
import { lowerBound, identityClock } from './clock.ts';
import { estimateCoarseClock } from './coarse-clock.ts';
import { createTimeMapper, extendClock } from './extend-clock.ts';
import { createWordVotes } from './word-votes.ts';

describe('mapping a time', () => {
  const { target } = makeTracks([makeCue(0, 1000), makeCue(10_000, 11_000), makeCue(20_000, 21_000)]);

  it('keeps the known edges', () => {
    const mapTime = createTimeMapper(target, shiftedClock(target, 500));
    for (const ms of [0, 1000, 10_000, 21_000]) expect(mapTime(ms)).toBe(ms + 500);
  });

  it('interpolates between two edges of one piece, and extrapolates beyond the file', () => {
    const clock = shiftedClock(target);
    clock.start[1] = 10_900;
    clock.end[1] = 11_900;
    const mapTime = createTimeMapper(target, clock);
    expect(mapTime(5500)).toBeCloseTo(5500 + 450, 6);
    expect(mapTime(-7000)).toBe(-7000);
    expect(mapTime(90_000)).toBe(90_000);
  });

  it('jumps half way between two pieces', () => {
    const clock = shiftedClock(target);
    clock.start[2] = 50_000;
    clock.end[2] = 51_000;
    clock.piece[2] = 1;
    const mapTime = createTimeMapper(target, clock);
    expect(mapTime(15_000)).toBe(15_000);
    expect(mapTime(16_000)).toBe(46_000);
  });

  it('changes nothing without known edges', () => {
    const { target: emptyTrack } = makeTracks([], []);
    expect(createTimeMapper(emptyTrack, identityClock(emptyTrack))(4321)).toBe(4321);
  });

  it('maps the times of other cues of the file', () => {
    const { target: otherCues } = makeTracks([makeCue(500, 600), makeCue(20_500, 40_000)]);
    const { start, end } = extendClock(target, shiftedClock(target, 1000), otherCues);
    expect([...start, ...end]).toEqual([1500, 21_500, 1600, 41_000]);
  });
});

describe('a position in sorted times', () => {
  it('is the first that isn’t below', () => {
    fc.assert(
      fc.property(fc.array(fc.nat(50)), fc.nat(60), (list, value) => {
        const times = Float64Array.from(list).sort();
        const index = lowerBound(times, value);
        expect(times.slice(0, index).every((time) => time < value)).toBe(true);
        expect(times.slice(index).every((time) => time >= value)).toBe(true);
      }),
    );
  });
});

describe('the first clock', () => {
  const cues = makeSpeech(150);
  const estimateFor = (target: typeof cues, original = cues) => {
    const tracks = makeTracks(original, target);
    return { ...tracks, clock: estimateCoarseClock(tracks.original, tracks.target) };
  };

  it.each([1, 25 / 23.976, 23.976 / 25, 1.004, 0.995])(
    'maps a file that runs %f times as fast close to the other',
    (factor) => {
      const { original, clock } = estimateFor(mapTimes(cues, (ms) => ms / factor + 5000));
      const errors = Array.from(original.start, (ms, index) => Math.abs(ms - (clock.start[index] ?? 0))).slice(3, -3);
      expect(Math.max(...errors)).toBeLessThan(800);
    },
  );

  it('stretches a file with another frame rate, and no other', () => {
    expect(estimateFor(mapTimes(cues, (ms) => (ms * 25) / 23.976)).clock.scale).toBeCloseTo(23.976 / 25, 2);
    for (const factor of [1, 1.004, 0.995]) expect(estimateFor(mapTimes(cues, (ms) => ms * factor)).clock.scale).toBe(1);
  });

  it('searches farther if the files differ in length', () => {
    expect(estimateFor(cues).clock.limit).toBe(100_000);
    expect(estimateFor(mapTimes(cues, (ms) => ms + 150_000)).clock.limit).toBe(250_000);
    expect(estimateFor(mapTimes(cues, (ms) => ms + 9_000_000)).clock.limit).toBe(420_000);
  });

  it('numbers the pieces between jumps', () => {
    const { clock } = estimateFor(
      mapTimes(cues, (ms) => ms + (ms > 150_000 ? 20_000 : 0) + (ms > 300_000 ? 30_000 : 0)),
    );
    expect(new Set(clock.piece).size).toBe(3);
    expect(clock.piece[0]).toBe(0);
  });

  it('is the file’s own with an empty track', () => {
    const { clock, target } = estimateFor(cues, []);
    expect(clock.start).toEqual(target.start);
    expect(estimateFor([]).clock.start).toHaveLength(0);
  });
});

describe('the votes of words', () => {
  const countVotes = (texts: string[], others: string[], position: number) => {
    const track = (list: string[]) => list.map((text, index) => makeCue(index * 3000, index * 3000 + 2000, text));
    const { original, target, vocabulary } = makeTracks(track(texts), track(others));
    const votes = new Map<number, number>();
    createWordVotes(
      original,
      target,
      findAnchors(original, target, vocabulary),
    )(position, (index, weight) => votes.set(index, (votes.get(index) ?? 0) + weight));
    return votes;
  };
  const filler = Array.from({ length: 30 }, (_, index) => `nothing${'abcdefghij'[index % 10]} else`);

  it('go to the cues with the same name', () => {
    const votes = countVotes([...filler, 'here is Kowalski', 'gone'], ['Kowalski', ...filler], 0);
    expect([...votes.keys()]).toEqual([30]);
  });

  it('weigh less, the more cues have the name', () => {
    const once = countVotes([...filler, 'Kowalski'], ['Kowalski'], 0);
    const often = countVotes([...filler, 'Kowalski', 'Kowalski', 'Kowalski'], ['Kowalski'], 0);
    // Its weight falls with the logarithm, from 3.4 to 2.4, and is shared by three.
    expect(often.get(30)).toBeLessThan((once.get(30) ?? 0) / 2);
  });

  it('exclude ubiquitous words', () => {
    const everywhere = Array.from({ length: 40 }, () => 'Kowalski');
    expect(countVotes(everywhere, everywhere, 0).size).toBe(0);
  });
});
