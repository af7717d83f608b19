// Separate entry point for changing the times of cues.
export type { Retimed } from './sync/apply-steps.ts';
export { applyBySound, spokenCues } from './sync/by-sound.ts';
export { type Edit, setTimes, type Times } from './sync/change-times.ts';
export { type Pin, setEnd, setStart, shiftFrom, stretch } from './sync/shift-and-stretch.ts';
export { MIN_TRUST, SURE_TRUST, type Synchronised, synchronise } from './sync/synchronise.ts';
