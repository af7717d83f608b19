import { useCallback, useEffect, useEffectEvent, useRef, useState, useSyncExternalStore } from 'react';
import type { Media } from '../../../media/media.ts';
import { findLinePosition } from '../modes/use-build-up.ts';
import { createPlayer, type Player, type PlayerSnapshot } from '../player/player.ts';
import type { PracticeSettings } from '../player/practice-state.ts';
import { findLineIndex, type PracticeSession } from '../practice-session.ts';

const createLoadingSnapshot = (session: PracticeSession, index = session.lastSegment): PlayerSnapshot => ({
  phase: { name: 'loading' },
  index,
  count: session.segments.length,
  round: 1,
  rate: 1,
  duration: 0,
});

const subscribeToNothing = () => () => undefined;

type PlayerHandle = {
  snapshot: PlayerSnapshot;
  /** Null until a medium is attached. */
  player: Player | null;
  /** Attaches a medium; returns a function that detaches it. */
  attach: (media: Media) => () => void;
};

/** Wraps a medium to yield audio before it plays. A seek starts some players too. */
const yieldBeforePlayback = (media: Media, yieldAudio: () => void): Media => ({
  ...media,
  seek(position) {
    yieldAudio();
    media.seek(position);
  },
  play() {
    yieldAudio();
    media.play();
  },
});

/** Runs a player on the attached medium, and applies changes of the session and the settings to it. */
export function usePlayer(
  session: PracticeSession,
  settings: PracticeSettings,
  yieldAudio: () => void,
): PlayerHandle {
  const [player, setPlayer] = useState<Player | null>(null);
  const [loadingSnapshot, setLoadingSnapshot] = useState(() => createLoadingSnapshot(session));
  const startIndex = useRef(loadingSnapshot.index);
  const current = useEffectEvent(() => ({ session, settings, yieldAudio }));
  const playedSession = useRef<PracticeSession | null>(null);

  const attach = useCallback((media: Media) => {
    const { session, settings } = current();
    const newPlayer = createPlayer({
      media: yieldBeforePlayback(media, () => current().yieldAudio()),
      segments: session.segments,
      settings,
      index: startIndex.current,
    });
    playedSession.current = session;
    setPlayer(newPlayer);
    return () => {
      const { index } = newPlayer.getSnapshot();
      startIndex.current = index;
      setLoadingSnapshot(createLoadingSnapshot(current().session, index));
      setPlayer(null);
      newPlayer.destroy();
    };
  }, []);

  useEffect(() => player?.setSettings(settings), [player, settings]);

  useEffect(() => {
    const previous = playedSession.current;
    if (previous?.segments === session.segments) return;
    const isSameAlignment = previous?.alignmentId === session.alignmentId;
    const previousIndex = player?.getSnapshot().index ?? startIndex.current;
    const line = previous?.segments[previousIndex];
    // Finds the learner's line after lines were joined or divided again.
    const findIndex = () => {
      if (line !== undefined && line === session.segments[previousIndex]) return previousIndex;
      const isBuildUp = session.segments[0]?.part !== undefined;
      const lineIndex =
        line?.part?.line ??
        (isBuildUp ? previousIndex : findLineIndex(session.segments, line?.position ?? 0));
      return findLinePosition(session, lineIndex, line?.part?.number);
    };
    const index = isSameAlignment ? findIndex() : session.lastSegment;
    startIndex.current = index;
    if (!player) return;
    playedSession.current = session;
    const newLine = session.segments[index];
    const hasMoved =
      isSameAlignment && newLine?.position === line?.position && newLine?.original === line?.original;
    player.setSegments(session.segments, index, hasMoved);
  }, [player, session]);

  const snapshot = useSyncExternalStore(
    player ? player.subscribe : subscribeToNothing,
    player ? player.getSnapshot : () => loadingSnapshot,
  );
  return { player, snapshot, attach };
}
