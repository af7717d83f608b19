import { describe, expect, it } from 'vitest';
import type { Cue } from '../../cues/cue.ts';
import type { Tolerance } from '../search/costs.ts';
import { makeBeads, shiftedClock, makeCue, jitter, mapTimes, oneToOneBeads, makeSpeech, makeTracks } from '../testing/generated-talk.ts';
import { refineClock } from './refine-clock.ts';

const roughTolerance: Tolerance = { start: 400, end: 400, lengthRatio: 0, lengthSpread: 0.4 };

function refine(original: Cue[], target: Cue[], offset = 0, beads = oneToOneBeads(target.length)) {
  const tracks = makeTracks(original, target);
  return {
    ...tracks,
    ...refineClock(tracks.original, tracks.target, shiftedClock(tracks.target, offset), beads, roughTolerance),
  };
}

describe('the refined clock', () => {
  const cues = makeSpeech(120);

  it('removes the remaining offset', () => {
    const { original, clock } = refine(
      cues,
      mapTimes(cues, (ms) => ms + 700),
    );
    for (let index = 0; index < 120; index += 1) expect(clock.start[index]).toBeCloseTo(original.start[index] ?? 0, -1);
  });

  it('follows a drifting clock', () => {
    const { original, clock } = refine(
      cues,
      mapTimes(cues, (ms) => ms + 500 * Math.sin(ms / 60_000)),
    );
    const errors = Array.from(original.start, (ms, index) => Math.abs(ms - (clock.start[index] ?? 0)));
    expect(Math.max(...errors)).toBeLessThan(200);
  });

  it('averages out timing noise', () => {
    const { original, clock } = refine(cues, jitter(cues, 300));
    const errors = Array.from(original.start, (ms, index) => Math.abs(ms - (clock.start[index] ?? 0))).slice(5, 115);
    expect(errors.reduce((sum, ms) => sum + ms, 0) / errors.length).toBeLessThan(180);
  });

  it('isn’t distorted by one wrong bead', () => {
    const target = cues.map((cue, index) => (index === 60 ? makeCue(cue.start, cue.end + 6000) : cue));
    const { original, clock } = refine(cues, target);
    for (const index of [55, 59, 61, 65]) {
      expect(Math.abs((clock.start[index] ?? 0) - (original.start[index] ?? 0))).toBeLessThan(120);
    }
  });

  it('separates the pieces between two jumps', () => {
    const target = cues.map((cue, index) => (index < 60 ? cue : makeCue(cue.start + 800, cue.end + 800)));
    const tracks = makeTracks(cues, target);
    const clock = shiftedClock(tracks.target);
    clock.piece.fill(1, 60);
    const refined = refineClock(tracks.original, tracks.target, clock, oneToOneBeads(120), roughTolerance).clock;
    expect(Math.abs((refined.start[59] ?? 0) - (cues[59]?.start ?? 0))).toBeLessThan(40);
    expect(Math.abs((refined.start[60] ?? 0) - (cues[60]?.start ?? 0))).toBeLessThan(40);
  });

  it('leaves a file of too few beads unchanged', () => {
    const { clock, target } = refine([makeCue(0, 1000)], [makeCue(500, 1500)]);
    expect(clock.start).toEqual(target.start);
  });
});

describe('the tolerance of a pair of files', () => {
  it('is small for files with one timing, and larger for two different ones', () => {
    const cues = makeSpeech(200);
    const [exact, loose] = [refine(cues, cues).tolerance, refine(cues, jitter(cues, 600)).tolerance];
    expect(exact.start).toBeLessThan(60);
    expect(loose.start).toBeGreaterThan(180);
    expect(loose.start).toBeLessThanOrEqual(800);
  });

  it('distinguishes starts from ends', () => {
    const cues = makeSpeech(200);
    const longer = cues.map((cue, index) => ({ ...cue, end: cue.end + ((index * 397) % 900) }));
    const { tolerance } = refine(cues, longer);
    expect(tolerance.end).toBeGreaterThan(1.5 * tolerance.start);
  });

  it('is the default for few beads', () => {
    const { tolerance } = refine([], [], 0, makeBeads([]));
    expect(tolerance).toEqual({ start: 250, end: 250 });
  });
});
