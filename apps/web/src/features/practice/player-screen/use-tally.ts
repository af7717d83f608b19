import { useEffect, useState } from 'react';
import type { PlayerSnapshot } from '../player/player.ts';
import { countPhase, EMPTY_TALLY, type Tally } from '../player/practice-tally.ts';

/** True once the learner has reached the turn of the last line, or listened to the end. */
export const isOver = ({ phase, index, count }: PlayerSnapshot): boolean =>
  phase.name === 'turn' ? index === count - 1 : phase.name === 'ready' && phase.isOver === true;

/** Counts the lines and the time of this session, until `reset`. `line` is the start of the current line. */
export function useTally({ phase }: PlayerSnapshot, line: number): { tally: Tally; reset: () => void } {
  const [tally, setTally] = useState(EMPTY_TALLY);
  useEffect(
    () => setTally((before) => countPhase(before, phase.name, line, performance.now())),
    [phase, line],
  );
  return { tally, reset: () => setTally(EMPTY_TALLY) };
}
