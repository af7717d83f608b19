import type { Phase } from '../player/practice-state.ts';

const BUSY = new Set<Phase['name']>(['transition', 'seeking', 'starting', 'playing', 'buffering']);

/** Whether there is something to stop: a turn too, when it would go on by itself. */
export const isBusy = (phase: Phase): boolean =>
  phase.name === 'turn' ? phase.until !== null : BUSY.has(phase.name);
