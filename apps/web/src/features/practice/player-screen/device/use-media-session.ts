import { useEffect, useRef } from 'react';
import { openDialog } from '../../../../ui/commands/keyboard.ts';
import type { Player, PlayerSnapshot } from '../../player/player.ts';
import { isBusy } from '../../player/practice-state.ts';
import type { TurnControls } from '../../turn/turn-controls.ts';
import { runMainAction } from '../main-action.ts';

type Metadata = { title: string; artist: string; picture: string | null };

const ACTIONS = ['play', 'pause', 'nexttrack', 'previoustrack'] as const;

type Options = {
  player: Player | null;
  snapshot: PlayerSnapshot;
  turn: Pick<TurnControls, 'finish'> | null;
  metadata: Metadata;
};

/**
 * Handles the keys of a headset or a lock screen. Play does the same as the main button. While a dialog is open, only pause works:
 * the dialog can be recording a microphone test.
 */
export function useMediaSession({ player, snapshot, turn, metadata }: Options): void {
  const latest = useRef({ player, snapshot, turn });
  latest.current = { player, snapshot, turn };
  const { title, artist, picture } = metadata;
  const isPlaying = isBusy(snapshot.phase);

  useEffect(() => {
    const session = navigator.mediaSession;
    if (!session) return;
    const actions = {
      play: ({ player, snapshot, turn }: typeof latest.current) =>
        runMainAction(player, snapshot, turn?.finish),
      pause: ({ player }: typeof latest.current) => player?.stop(),
      nexttrack: ({ player }: typeof latest.current) => player?.next(),
      previoustrack: ({ player }: typeof latest.current) => player?.previous(),
    };
    for (const action of ACTIONS) {
      session.setActionHandler(action, () => {
        if (action === 'pause' || !openDialog()) actions[action](latest.current);
      });
    }
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
