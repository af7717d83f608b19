import { useEffect, useRef } from 'react';
import type { PlayerSnapshot } from '../../player/player.ts';

/** Counts how often the current line was played since this component was mounted. */
export function useHearingCount({ phase, index }: PlayerSnapshot): { readonly current: number } {
  const count = useRef(0);
  const wasPlaying = useRef(false);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another line is counted from the start.
  useEffect(() => {
    count.current = 0;
    wasPlaying.current = false;
  }, [index]);
  useEffect(() => {
    if (phase.name === 'buffering') return;
    const isPlaying = phase.name === 'playing';
    if (isPlaying && !wasPlaying.current) count.current += 1;
    wasPlaying.current = isPlaying;
  }, [phase]);
  return count;
}
