import { useState } from 'react';
import type { PlayerSnapshot } from '../player/player.ts';

/** Identifies a turn by its start time, which a replay doesn't change. Null before the first turn. */
export function useTurnKey({ phase, isReplay }: PlayerSnapshot): number | null {
  const [key, setKey] = useState(phase.name === 'turn' ? phase.since : null);
  const since = phase.name === 'turn' && (!isReplay || key === null) ? phase.since : null;
  if (since !== null && since !== key) setKey(since);
  return key;
}
