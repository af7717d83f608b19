import type { Cue } from '../cues/cue.ts';
import type { Edit } from './change-times.ts';
import { changeTimes } from './change-times.ts';
import type { Steps } from './fit-steps.ts';

/** Adds `by` to the offset from the time `at` on (on the file's own clock): a break, a cut or another intro. Milliseconds. */
export type Jump = { at: number; by: number };

/** A change of times in few numbers: time t of the file becomes `t * scale + offset`, plus every jump before it. */
export type Retimed = Edit & { offset: number; scale: number; jumps: Jump[] };

/** Moves cues by a time map, within the limits. A cue is moved as a whole, by its start, so that a jump never splits one. */
export function moveCues(cues: readonly Cue[], move: (ms: number) => number, scale: number): Edit {
  return changeTimes(cues, 1, ({ start, end }) => {
    const from = move(start);
    return { start: from, end: from + (end - start) * scale };
  });
}

export function jumpsOf({ scale, steps }: Steps): { offset: number; scale: number; jumps: Jump[] } {
  const offsets = steps.map(({ offset }) => Math.round(offset));
  const jumps = steps
    .slice(1)
    .map(({ from }, at) => ({ at: from, by: (offsets[at + 1] ?? 0) - (offsets[at] ?? 0) }));
  return { offset: offsets[0] ?? 0, scale, jumps };
}
