import { useEffect, useRef } from 'react';
import type { PlayerSnapshot } from '../../player/player.ts';

/** Counts how often a turn's line was heard while this component is mounted. */
export function useHearings({ phase, index }: PlayerSnapshot): { readonly current: number } {
  const times = useRef(0);
  const isHeard = useRef(false);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another line is counted from the start.
  useEffect(() => {
    times.current = 0;
    isHeard.current = false;
  }, [index]);
  useEffect(() => {
    if (phase.name === 'buffering') return;
    const isPlaying = phase.name === 'playing';
    if (isPlaying && !isHeard.current) times.current += 1;
    isHeard.current = isPlaying;
  }, [phase]);
  return times;
}
