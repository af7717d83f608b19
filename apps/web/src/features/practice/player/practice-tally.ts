import type { Phase } from './practice-state.ts';

/** Counts of one practice session. Lines are identified by their start. */
export type Tally = {
  spokenLines: ReadonlySet<number>;
  heardLines: ReadonlySet<number>;
  practisedMs: number;
  /** True if the learner has been practising since `since`, in milliseconds. */
  isPractising: boolean;
  since: number;
};

export const EMPTY_TALLY: Tally = {
  spokenLines: new Set(),
  heardLines: new Set(),
  practisedMs: 0,
  isPractising: false,
  since: 0,
};

/** Time after which an inactive learner counts as absent. */
const MAX_STEP_MS = 60_000;

const INACTIVE = new Set<Phase['name']>(['loading', 'ready', 'blocked', 'failed']);

/** Counts a phase that the player entered at `now`, with the line that starts at `line`. */
export function countPhase(tally: Tally, phase: Phase['name'], line: number, now: number): Tally {
  const { spokenLines, heardLines, practisedMs, isPractising, since } = tally;
  return {
    spokenLines: phase === 'turn' ? new Set(spokenLines).add(line) : spokenLines,
    heardLines: phase === 'playing' ? new Set(heardLines).add(line) : heardLines,
    practisedMs: practisedMs + (isPractising ? Math.min(now - since, MAX_STEP_MS) : 0),
    isPractising: !INACTIVE.has(phase),
    since: now,
  };
}
