import { useCallback, useState, useSyncExternalStore } from 'react';
import type { Media } from '../../../../media/media.ts';
import { type ClipPlayer, createClipPlayer, NOTHING_PLAYED, type Playback } from './clip-player.ts';

const none = () => () => undefined;

/** A player over whatever medium is attached; null before that. */
export function useClipPlayer() {
  const [player, setPlayer] = useState<ClipPlayer | null>(null);
  const attach = useCallback((media: Media) => {
    const created = createClipPlayer(media);
    setPlayer(created);
    return () => {
      setPlayer(null);
      created.destroy();
    };
  }, []);
  return { player, attach };
}

/** A part of what the player tells. What `select` answers must be the same again while that part is. */
export function usePlayback<T>(player: ClipPlayer | null, select: (playback: Playback) => T): T {
  return useSyncExternalStore(player?.subscribe ?? none, () => select(player?.getState() ?? NOTHING_PLAYED));
}
