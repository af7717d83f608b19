import { describe, expect, it } from 'vitest';
import { createRandom } from '../testing/random.ts';
import { fitTimes } from './fit-times.ts';
import { SCORES_PER_SECOND } from './speech-score.ts';

type Times = { start: number; end: number };

/** Returns the times of this many spoken lines with pauses between them, in milliseconds. */
function makeTalk(lines: number, seed: number): Times[] {
  const random = createRandom(seed);
  let index = 2000;
  return Array.from({ length: lines }, () => {
    const start = index + 200 + 2500 * random() ** 2;
    const end = start + 900 + 2600 * random();
    index = end;
    return { start, end };
  });
}

/** Returns the scores of a film with these lines, including detector errors. */
function makeScores(lines: readonly Times[], seed: number): Uint8Array {
  const random = createRandom(seed);
  const length = Math.ceil(((lines.at(-1)?.end ?? 0) / 1000 + 5) * SCORES_PER_SECOND);
  const scores = Uint8Array.from({ length }, () => 60 * random());
  const index = (ms: number) => Math.round((ms / 1000) * SCORES_PER_SECOND);
  for (const { start, end } of lines) {
    // The detector misses a tenth of the lines.
    if (random() < 0.1) continue;
    for (let i = index(start); i < index(end); i++) scores[i] = 255 - 60 * random();
  }
  return scores;
}

/** Returns the cues of a file on a different clock; `t * scale + offset` are their correct times. */
const moveCues = (lines: readonly Times[], scale: number, offset: (ms: number) => number): Times[] =>
  lines.map(({ start, end }) => ({
    start: (start - offset(start)) / scale,
    end: (end - offset(start)) / scale,
  }));

function findMaxError(cues: readonly Times[], truth: readonly Times[], result: ReturnType<typeof fitTimes>) {
  return Math.max(
    ...cues.map(({ start }, index) => {
      const step = result?.steps.findLast(({ from }) => from <= start) ?? result?.steps[0];
      return Math.abs(start * (result?.scale ?? 1) + (step?.offset ?? 0) - (truth[index]?.start ?? 0));
    }),
  );
}

describe('cue times fitted to the audio', () => {
  it.each([
    { scale: 1, offset: 0 },
    { scale: 1, offset: 59_300 },
    { scale: 0.953, offset: -41_200 },
    { scale: 25 / 23.976, offset: 12_700 },
  ])('are sure and accurate to 100 ms at speed $scale and offset $offset', ({ scale, offset }) => {
    const truth = makeTalk(90, 7).map(({ start, end }) => ({ start: start + 60_000, end: end + 60_000 }));
    const cues = moveCues(truth, scale, () => offset);
    const result = fitTimes(makeScores(truth, 8), cues);
    expect(findMaxError(cues, truth, result)).toBeLessThan(100);
    expect(result).toMatchObject({ isSure: true });
    expect(result?.steps).toHaveLength(1);
  });

  it('include a break, and leave the cues before it in place', () => {
    const truth = makeTalk(120, 17).map(({ start, end }, index) => ({
      start: start + (index < 70 ? 0 : 18_000),
      end: end + (index < 70 ? 0 : 18_000),
    }));
    const before = truth[70]?.start ?? 0;
    const cues = moveCues(truth, 1.01, (ms) => (ms < before ? 5000 : 23_000));
    const result = fitTimes(makeScores(truth, 18), cues);
    expect(result?.steps).toHaveLength(2);
    const errors = cues.filter(({ start }, index) => {
      const step = result?.steps.findLast(({ from }) => from <= start);
      const error = start * (result?.scale ?? 1) + (step?.offset ?? 0) - (truth[index]?.start ?? 0);
      return Math.abs(error) > 100;
    });
    // The position of the break can be off by one cue.
    expect(errors.length).toBeLessThanOrEqual(1);
  });

  it('are never sure for the cues of another film', () => {
    for (let seed = 0; seed < 3; seed++) {
      const result = fitTimes(makeScores(makeTalk(100, 30 + seed), 40 + seed), makeTalk(100, 50 + seed));
      expect(result?.isSure).toBe(false);
    }
  });

  it('are null without audio, or for a handful of cues', () => {
    expect(fitTimes(new Uint8Array(0), makeTalk(50, 1))).toBeNull();
    expect(fitTimes(makeScores(makeTalk(50, 1), 2), makeTalk(5, 1))).toBeNull();
    expect(fitTimes(new Uint8Array(10_000), makeTalk(50, 1))?.isSure ?? false).toBe(false);
  });
});
