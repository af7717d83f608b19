import type { Phase } from '../player/practice-state.ts';

const BUSY = new Set<Phase['name']>(['transition', 'seeking', 'starting', 'playing', 'buffering']);

/** Whether there is something to stop. */
export const isBusy = ({ name }: Phase): boolean => BUSY.has(name);
