import { expect, it } from 'vitest';
import type { Phase } from './practice-state.ts';
import { countPhase, newSitting } from './practice-tally.ts';

type PhaseAt = [phase: Phase['name'], line: number, now: number];

const runSitting = (...phases: PhaseAt[]) =>
  phases.reduce((sitting, [phase, line, now]) => countPhase(sitting, phase, line, now), newSitting());

it('the tally counts each line that was heard or said once', () => {
  expect(
    runSitting(
      ['playing', 1000, 0],
      ['turn', 1000, 2000],
      ['playing', 1000, 4000],
      ['turn', 1000, 6000],
      ['transition', 5000, 8000],
      ['playing', 5000, 10_000],
    ),
  ).toMatchObject({ said: 1, heard: 2 });
});

it('the tally counts the time from the first sound, without idle time', () => {
  expect(
    runSitting(
      ['loading', 0, 0],
      ['ready', 0, 5000],
      ['playing', 0, 20_000],
      ['ready', 0, 23_000],
      ['playing', 0, 90_000],
      ['turn', 0, 92_000],
    ).practised,
  ).toBe(5000);
});

it('the tally counts a minute at most for an abandoned turn', () => {
  expect(runSitting(['turn', 0, 0], ['transition', 0, 3_600_000]).practised).toBe(60_000);
});
