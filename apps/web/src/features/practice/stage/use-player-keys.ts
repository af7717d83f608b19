import type { PlayerSettings } from '@sayback/contract';
import { useEffect, useRef } from 'react';
import type { Player, PlayerSnapshot } from '../player/player.ts';
import { isBusy } from './is-busy.ts';
import { keepsKey } from './keeps-key.ts';
import { changedSpeed } from './speed.ts';

type Options = {
  player: Player | null;
  snapshot: PlayerSnapshot;
  settings: PlayerSettings;
  onSpeed: (speed: number) => void;
  onToggleTexts: () => void;
  onShowKeys: () => void;
};

function actionOf(key: string, options: Options): (() => void) | undefined {
  const { player, snapshot, settings, onSpeed, onToggleTexts, onShowKeys } = options;
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
      return () => onSpeed(changedSpeed(settings.speed, 1));
    case 'ArrowDown':
      return () => onSpeed(changedSpeed(settings.speed, -1));
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
      if (!latest.current.settings.keys || keepsKey(event.target, event.key)) return;
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
