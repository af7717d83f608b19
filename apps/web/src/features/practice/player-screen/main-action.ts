import type { Player, PlayerSnapshot } from '../player/player.ts';
import { isBusy } from '../player/practice-state.ts';

export type MainAction = 'play' | 'stop' | 'next';

/** Returns the action of the main button and of Space in the current phase. */
export function findMainAction({ phase, index, count, isPlayRequested = false }: PlayerSnapshot): MainAction {
  if (isBusy(phase) || isPlayRequested) return 'stop';
  return phase.name === 'turn' && index < count - 1 ? 'next' : 'play';
}

/** Runs the main action, or `finish` while a turn is being recorded. */
export function runMainAction(
  player: Player | null,
  snapshot: PlayerSnapshot,
  finish: { run: () => void } | null = null,
): void {
  const action = findMainAction(snapshot);
  if (finish) finish.run();
  else if (action === 'stop') player?.stop();
  else if (action === 'next') player?.next();
  else player?.playSegment();
}
