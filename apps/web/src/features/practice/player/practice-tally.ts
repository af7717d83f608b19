import type { Phase } from './practice-state.ts';

/** Counts of one session; `practised` in milliseconds. */
export type Tally = {
  said: number;
  heard: number;
  practised: number;
};

/** The tally so far, and the step in progress since `since`. Lines are identified by their start. */
export type Sitting = Tally & {
  spokenLines: ReadonlySet<number>;
  heardLines: ReadonlySet<number>;
  isPractising: boolean;
  since: number;
};

export const newSitting = (): Sitting => ({
  said: 0,
  heard: 0,
  practised: 0,
  spokenLines: new Set(),
  heardLines: new Set(),
  isPractising: false,
  since: 0,
});

/** A learner who does nothing for longer than this has left. */
const MAX_STEP_MS = 60_000;

const RESTING = new Set<Phase['name']>(['loading', 'ready', 'blocked', 'failed']);

/** Counts what the player does from `now` on: the phase that it entered, with the line that starts at `line`. */
export function countPhase(sitting: Sitting, phase: Phase['name'], line: number, now: number): Sitting {
  const { spokenLines, heardLines, isPractising, since } = sitting;
  const spoken = phase === 'turn' ? new Set(spokenLines).add(line) : spokenLines;
  const heard = phase === 'playing' ? new Set(heardLines).add(line) : heardLines;
  return {
    said: spoken.size,
    heard: heard.size,
    practised: sitting.practised + (isPractising ? Math.min(now - since, MAX_STEP_MS) : 0),
    spokenLines: spoken,
    heardLines: heard,
    isPractising: !RESTING.has(phase),
    since: now,
  };
}
