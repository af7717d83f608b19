import { useEffect, useRef } from 'react';
import type { Player, PlayerSnapshot } from '../../player/player.ts';
import { isBusy } from '../../player/practice-state.ts';
import { runMainAction } from '../main-action.ts';

type Shown = { title: string; artist: string; picture: string | null };

const ACTIONS = ['play', 'pause', 'nexttrack', 'previoustrack'] as const;

/** The keys of a headset or a lock screen: play does what the main button does, which in the learner's turn is to go on. */
export function useMediaSession(player: Player | null, snapshot: PlayerSnapshot, shown: Shown): void {
  const latest = useRef({ player, snapshot });
  latest.current = { player, snapshot };
  const { title, artist, picture } = shown;
  const isPlaying = isBusy(snapshot.phase);

  useEffect(() => {
    const session = navigator.mediaSession;
    if (!session) return;
    const run = {
      play: () => runMainAction(latest.current.player, latest.current.snapshot),
      pause: () => latest.current.player?.stop(),
      nexttrack: () => latest.current.player?.next(),
      previoustrack: () => latest.current.player?.previous(),
    };
    for (const action of ACTIONS) session.setActionHandler(action, run[action]);
    return () => {
      for (const action of ACTIONS) session.setActionHandler(action, null);
      session.metadata = null;
      session.playbackState = 'none';
    };
  }, []);

  useEffect(() => {
    if (!navigator.mediaSession) return;
    const artwork = picture ? [{ src: new URL(picture, location.href).href }] : [];
    navigator.mediaSession.metadata = new MediaMetadata({ title, artist, artwork });
  }, [title, artist, picture]);

  useEffect(() => {
    if (navigator.mediaSession) navigator.mediaSession.playbackState = isPlaying ? 'playing' : 'paused';
  }, [isPlaying]);
}
