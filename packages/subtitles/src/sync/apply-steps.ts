import type { Cue } from '../cues/cue.ts';
import type { Edit } from './change-times.ts';
import { changeTimes } from './change-times.ts';
import type { Steps } from './fit-steps.ts';

/**
 * A jump of the offset by `by` from time `at` on (on the file's own clock), in milliseconds: a break, a cut or a different intro.
 */
export type Jump = { at: number; by: number };

/** A change of times: time t of the file becomes `t * scale + offset`, plus all jumps before it. */
export type Retimed = Edit & { offset: number; scale: number; jumps: Jump[] };

/**
 * Moves cues by a time map, within the limits. The map applies to a cue's start, and the whole cue moves with it, so that no jump
 * splits a cue.
 */
export function moveCues(cues: readonly Cue[], move: (ms: number) => number, scale: number): Edit {
  return changeTimes(cues, 1, ({ start, end }) => {
    const from = move(start);
    return { start: from, end: from + (end - start) * scale };
  });
}

export function findJumpSteps({ scale, steps }: Steps): { offset: number; scale: number; jumps: Jump[] } {
  const offsets = steps.map(({ offset }) => Math.round(offset));
  const jumps = steps
    .slice(1)
    .map(({ from }, index) => ({ at: from, by: (offsets[index + 1] ?? 0) - (offsets[index] ?? 0) }));
  return { offset: offsets[0] ?? 0, scale, jumps };
}
