import { useState } from 'react';
import type { PlayerSnapshot } from '../player/player.ts';

/** Tells turns apart, by when they began: one goes on while the line is heard again. Null before the first. */
export function useTurnKey({ phase, isReplay }: PlayerSnapshot): number | null {
  const [key, setKey] = useState(phase.name === 'turn' ? phase.since : null);
  const since = phase.name === 'turn' && (!isReplay || key === null) ? phase.since : null;
  if (since !== null && since !== key) setKey(since);
  return key;
}
