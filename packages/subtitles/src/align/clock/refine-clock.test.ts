import { describe, expect, it } from 'vitest';
import type { Cue } from '../../cues/cue.ts';
import type { Tolerance } from '../search/costs.ts';
import { beadsOf, clockOf, cue, jittered, moved, ones, speech, tracksOf } from '../testing/generated-talk.ts';
import { refineClock } from './refine-clock.ts';

const rough: Tolerance = { start: 400, end: 400, lengthRatio: 0, lengthSpread: 0.4 };

function refine(original: Cue[], target: Cue[], by = 0, beads = ones(target.length)) {
  const tracks = tracksOf(original, target);
  return {
    ...tracks,
    ...refineClock(tracks.original, tracks.target, clockOf(tracks.target, by), beads, rough),
  };
}

describe('the refined clock', () => {
  const cues = speech(120);

  it('removes the remaining offset', () => {
    const { original, clock } = refine(
      cues,
      moved(cues, (ms) => ms + 700),
    );
    for (let at = 0; at < 120; at += 1) expect(clock.start[at]).toBeCloseTo(original.start[at] ?? 0, -1);
  });

  it('follows a drifting clock', () => {
    const { original, clock } = refine(
      cues,
      moved(cues, (ms) => ms + 500 * Math.sin(ms / 60_000)),
    );
    const off = Array.from(original.start, (ms, at) => Math.abs(ms - (clock.start[at] ?? 0)));
    expect(Math.max(...off)).toBeLessThan(200);
  });

  it('averages out timing noise', () => {
    const { original, clock } = refine(cues, jittered(cues, 300));
    const off = Array.from(original.start, (ms, at) => Math.abs(ms - (clock.start[at] ?? 0))).slice(5, 115);
    expect(off.reduce((sum, ms) => sum + ms, 0) / off.length).toBeLessThan(180);
  });

  it('isn’t distorted by one wrong bead', () => {
    const target = cues.map((one, at) => (at === 60 ? cue(one.start, one.end + 6000) : one));
    const { original, clock } = refine(cues, target);
    for (const at of [55, 59, 61, 65]) {
      expect(Math.abs((clock.start[at] ?? 0) - (original.start[at] ?? 0))).toBeLessThan(120);
    }
  });

  it('separates the pieces between two jumps', () => {
    const target = cues.map((one, at) => (at < 60 ? one : cue(one.start + 800, one.end + 800)));
    const tracks = tracksOf(cues, target);
    const clock = clockOf(tracks.target);
    clock.piece.fill(1, 60);
    const refined = refineClock(tracks.original, tracks.target, clock, ones(120), rough).clock;
    expect(Math.abs((refined.start[59] ?? 0) - (cues[59]?.start ?? 0))).toBeLessThan(40);
    expect(Math.abs((refined.start[60] ?? 0) - (cues[60]?.start ?? 0))).toBeLessThan(40);
  });

  it('leaves a file of too few beads unchanged', () => {
    const { clock, target } = refine([cue(0, 1000)], [cue(500, 1500)]);
    expect(clock.start).toEqual(target.start);
  });
});

describe('the tolerance of a pair of files', () => {
  it('is small for files with one timing, and larger for two different ones', () => {
    const cues = speech(200);
    const [exact, loose] = [refine(cues, cues).tolerance, refine(cues, jittered(cues, 600)).tolerance];
    expect(exact.start).toBeLessThan(60);
    expect(loose.start).toBeGreaterThan(180);
    expect(loose.start).toBeLessThanOrEqual(800);
  });

  it('distinguishes starts from ends', () => {
    const cues = speech(200);
    const longer = cues.map((one, at) => ({ ...one, end: one.end + ((at * 397) % 900) }));
    const { tolerance } = refine(cues, longer);
    expect(tolerance.end).toBeGreaterThan(1.5 * tolerance.start);
  });

  it('is the default for few beads', () => {
    const { tolerance } = refine([], [], 0, beadsOf([]));
    expect(tolerance).toEqual({ start: 250, end: 250 });
  });
});
