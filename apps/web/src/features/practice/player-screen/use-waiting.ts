import { useEffect, useState } from 'react';
import type { PlayerSnapshot } from '../player/player.ts';

/** Delay until the indicator appears, in milliseconds. */
const SHORT_MS = 400;
const LONG_MS = 8000;
const TIMEOUT_MS = 20_000;

type Waiting = 'no' | 'short' | 'long' | 'timed-out';

/** Returns how long the learner has been waiting for the medium. After pressing Play Segment, the indicator appears at once. */
export function useWaiting({ phase, isPlayRequested = false }: PlayerSnapshot): Waiting {
  const { name } = phase;
  const isWaiting = name === 'loading' || name === 'buffering' || name === 'seeking' || name === 'starting';
  const [waiting, setWaiting] = useState<Waiting>('no');
  useEffect(() => {
    setWaiting('no');
    if (!isWaiting) return;
    const steps = [
      [SHORT_MS, 'short'],
      [LONG_MS, 'long'],
      [TIMEOUT_MS, 'timed-out'],
    ] as const;
    const timers = steps.map(([delay, step]) => setTimeout(() => setWaiting(step), delay));
    return () => timers.forEach(clearTimeout);
  }, [isWaiting]);
  return waiting === 'no' && isPlayRequested ? 'short' : waiting;
}
