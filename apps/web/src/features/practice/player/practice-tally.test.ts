import { expect, it } from 'vitest';
import type { Phase } from './practice-state.ts';
import { countPhase, EMPTY_TALLY } from './practice-tally.ts';

type PhaseAt = [phase: Phase['name'], line: number, now: number];

const countPhases = (...phases: PhaseAt[]) =>
  phases.reduce((tally, [phase, line, now]) => countPhase(tally, phase, line, now), EMPTY_TALLY);

it('the tally counts each heard or spoken line once', () => {
  expect(
    countPhases(
      ['playing', 1000, 0],
      ['turn', 1000, 2000],
      ['playing', 1000, 4000],
      ['turn', 1000, 6000],
      ['transition', 5000, 8000],
      ['playing', 5000, 10_000],
    ),
  ).toMatchObject({ spokenLines: new Set([1000]), heardLines: new Set([1000, 5000]) });
});

it('the tally counts the time from the first playback, without idle time', () => {
  expect(
    countPhases(
      ['loading', 0, 0],
      ['ready', 0, 5000],
      ['playing', 0, 20_000],
      ['ready', 0, 23_000],
      ['playing', 0, 90_000],
      ['turn', 0, 92_000],
    ).practisedMs,
  ).toBe(5000);
});

it('the tally counts at most a minute of an abandoned turn', () => {
  expect(countPhases(['turn', 0, 0], ['transition', 0, 3_600_000]).practisedMs).toBe(60_000);
});
