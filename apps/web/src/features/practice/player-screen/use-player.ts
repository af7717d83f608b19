import { useCallback, useEffect, useRef, useState, useSyncExternalStore } from 'react';
import type { Media } from '../../../media/media.ts';
import { createPlayer, type Player, type PlayerSnapshot } from '../player/player.ts';
import type { PracticeSettings } from '../player/practice-state.ts';
import type { PracticeSegment, PracticeSession } from '../queries.ts';

const noPlayer = (session: PracticeSession, index = session.lastSegment): PlayerSnapshot => ({
  phase: { name: 'loading' },
  index,
  count: session.segments.length,
  round: 1,
  rate: 1,
  duration: 0,
});

const none = () => () => undefined;

export type PlayerHandle = {
  snapshot: PlayerSnapshot;
  /** Null as long as no medium is attached. */
  player: Player | null;
  /** Called by the media frame with the medium that it created; returns how to detach it. */
  attach: (media: Media) => () => void;
};

/** Runs a player on the attached medium, and passes it changes of the session and the settings. */
export function usePlayer(session: PracticeSession, settings: PracticeSettings): PlayerHandle {
  const [player, setPlayer] = useState<Player | null>(null);
  const [unattached, setUnattached] = useState(() => noPlayer(session));
  const latest = useRef({ session, settings, index: unattached.index });
  latest.current = { ...latest.current, session, settings };
  const playedSegments = useRef<readonly PracticeSegment[] | null>(null);

  const attach = useCallback((media: Media) => {
    const { session: current, settings: currentSettings, index } = latest.current;
    const created = createPlayer({
      media,
      segments: current.segments,
      settings: currentSettings,
      index,
    });
    playedSegments.current = current.segments;
    setPlayer(created);
    return () => {
      // The next medium starts at this segment.
      const { index } = created.getSnapshot();
      latest.current.index = index;
      setUnattached(noPlayer(latest.current.session, index));
      setPlayer(null);
      created.destroy();
    };
  }, []);

  useEffect(() => player?.setSettings(settings), [player, settings]);

  useEffect(() => {
    if (playedSegments.current === session.segments) return;
    latest.current.index = session.lastSegment;
    if (!player) return;
    playedSegments.current = session.segments;
    player.setSegments(session.segments, session.lastSegment);
  }, [player, session]);

  const snapshot = useSyncExternalStore(
    player ? player.subscribe : none,
    player ? player.getSnapshot : () => unattached,
  );
  return { player, snapshot, attach };
}
