import { useCallback, useState, useSyncExternalStore } from 'react';
import { type ClipPlayer, createClipPlayer, NOT_PLAYED, type Playback } from './clip-player.ts';
import type { Media } from './media.ts';

type Attached = { player: ClipPlayer | null; element: HTMLMediaElement | null };
const NOTHING_ATTACHED: Attached = { player: null, element: null };
const none = () => () => undefined;

/** A clip player for the attached medium, and the medium's element if hosted. */
export function useClipPlayer() {
  const [attached, setAttached] = useState(NOTHING_ATTACHED);
  const attach = useCallback((media: Media, element: HTMLMediaElement | null = null) => {
    const player = createClipPlayer(media);
    setAttached({ player, element });
    return () => {
      setAttached(NOTHING_ATTACHED);
      player.destroy();
    };
  }, []);
  return { ...attached, attach };
}

/** Selects part of the playback state. `select` must return the same value while that part is unchanged. */
export function usePlayback<T>(player: ClipPlayer | null, select: (playback: Playback) => T): T {
  return useSyncExternalStore(player?.subscribe ?? none, () => select(player?.getState() ?? NOT_PLAYED));
}
