import { useEffect, useState } from 'react';
import type { PlayerSnapshot } from '../player/player.ts';

/** Delay until waiting for the medium is shown, in milliseconds. */
const SHOWN_MS = 400;
const LONG_MS = 8000;
const GIVEN_UP_MS = 20_000;

export type Waiting = 'no' | 'shown' | 'long' | 'given up';

/** Returns how long the learner has been waiting for the medium. A button press that can't be carried out yet shows at once. */
export function useWaiting({ phase, isPlayRequested = false }: PlayerSnapshot): Waiting {
  const { name } = phase;
  const isWaiting = name === 'loading' || name === 'buffering' || name === 'seeking' || name === 'starting';
  const [waiting, setWaiting] = useState<Waiting>('no');
  useEffect(() => {
    setWaiting('no');
    if (!isWaiting) return;
    const steps = [
      [SHOWN_MS, 'shown'],
      [LONG_MS, 'long'],
      [GIVEN_UP_MS, 'given up'],
    ] as const;
    const timers = steps.map(([after, step]) => setTimeout(() => setWaiting(step), after));
    return () => timers.forEach(clearTimeout);
  }, [isWaiting]);
  return waiting === 'no' && isPlayRequested ? 'shown' : waiting;
}
