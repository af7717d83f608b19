import { useCallback, useState, useSyncExternalStore } from 'react';
import { type ClipPlayer, createClipPlayer, INITIAL_PLAYBACK, type Playback } from './clip-player.ts';
import type { Media } from './media.ts';

type Attached = { player: ClipPlayer | null; element: HTMLMediaElement | null };
const NOTHING_ATTACHED: Attached = { player: null, element: null };
const subscribeToNothing = () => () => undefined;

/** Returns a clip player for the attached medium, and the medium's element if hosted. */
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

/** Returns a part of the playback state. `select` must return the same value while that part is unchanged. */
export function usePlayback<T>(player: ClipPlayer | null, select: (playback: Playback) => T): T {
  return useSyncExternalStore(player?.subscribe ?? subscribeToNothing, () =>
    select(player?.getState() ?? INITIAL_PLAYBACK),
  );
}
