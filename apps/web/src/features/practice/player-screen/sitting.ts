import { useEffect, useState } from 'react';
import type { PlayerSnapshot } from '../player/player.ts';
import { countPhase, newSitting, type Sitting } from '../player/practice-tally.ts';

/** Returns true once the last line was said, or everything was listened to. */
export const isOver = ({ phase, index, count }: PlayerSnapshot): boolean =>
  phase.name === 'turn' ? index === count - 1 : phase.name === 'ready' && phase.isOver === true;

/** Counts the learner's actions; `reset` starts from zero. `line` is the start of the current line. */
export function useTally({ phase }: PlayerSnapshot, line: number): { tally: Sitting; reset: () => void } {
  const [tally, setTally] = useState(newSitting);
  useEffect(
    () => setTally((before) => countPhase(before, phase.name, line, performance.now())),
    [phase, line],
  );
  return { tally, reset: () => setTally(newSitting()) };
}
