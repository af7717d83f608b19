import { useEffect, useRef } from 'react';
import type { Player, PlayerSnapshot } from '../player/player.ts';
import { isBusy } from './is-busy.ts';
import { usesKey } from './uses-key.ts';

type Options = {
  player: Player | null;
  snapshot: PlayerSnapshot;
  enabled: boolean;
  /** A number of steps faster, or slower below 0. */
  onSpeedSteps: (steps: number) => void;
  onToggleTexts: () => void;
  onShowKeys: () => void;
};

function actionOf(key: string, options: Options): (() => void) | undefined {
  const { player, snapshot, onSpeedSteps, onToggleTexts, onShowKeys } = options;
  switch (key) {
    case ' ':
      return () => (isBusy(snapshot.phase) ? player?.stop() : player?.playSegment());
    case 'ArrowLeft':
      return () => player?.previous();
    case 'ArrowRight':
      return () => player?.next();
    case 'r':
      return () => player?.playSegment();
    case 'ArrowUp':
      return () => onSpeedSteps(1);
    case 'ArrowDown':
      return () => onSpeedSteps(-1);
    case 'h':
      return onToggleTexts;
    case '?':
      return onShowKeys;
    default:
      return undefined;
  }
}

/** The player's keys: they work wherever the focus is, unless what has the focus uses that key itself. */
export function usePlayerKeys(options: Options): void {
  const latest = useRef(options);
  useEffect(() => {
    latest.current = options;
  });
  useEffect(() => {
    function onKeyDown(event: KeyboardEvent): void {
      if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || event.isComposing)
        return;
      if (!latest.current.enabled || usesKey(event.target, event.key)) return;
      const key = event.key.length === 1 ? event.key.toLowerCase() : event.key;
      const action = actionOf(key, latest.current);
      if (!action) return;
      event.preventDefault();
      // A key held down changes the speed on and on, and nothing else.
      if (!event.repeat || key === 'ArrowUp' || key === 'ArrowDown') action();
    }
    document.addEventListener('keydown', onKeyDown);
    return () => document.removeEventListener('keydown', onKeyDown);
  }, []);
}
