import { useCallback, useEffect, useEffectEvent, useRef, useState, useSyncExternalStore } from 'react';
import type { Media } from '../../../media/media.ts';
import { findLinePosition } from '../modes/use-build-up.ts';
import { createPlayer, type Player, type PlayerSnapshot } from '../player/player.ts';
import type { PracticeSettings } from '../player/practice-state.ts';
import { findLineIndex, type PracticeSession } from '../practice-session.ts';

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
  /** Null until a medium is attached. */
  player: Player | null;
  /** Called by the media frame with the medium that it created; returns a function that detaches it. */
  attach: (media: Media) => () => void;
};

/** Wraps a medium so that it yields audio before it can sound: a seek starts some players. */
const withRoom = (media: Media, makeRoom: () => void): Media => ({
  ...media,
  seek(position) {
    makeRoom();
    media.seek(position);
  },
  play() {
    makeRoom();
    media.play();
  },
});

/** Runs a player on the attached medium, and passes it changes of the session and the settings. */
export function usePlayer(
  session: PracticeSession,
  settings: PracticeSettings,
  makeRoom: () => void,
): PlayerHandle {
  const [player, setPlayer] = useState<Player | null>(null);
  const [unattached, setUnattached] = useState(() => noPlayer(session));
  const start = useRef(unattached.index);
  const current = useEffectEvent(() => ({ session, settings, makeRoom }));
  const played = useRef<PracticeSession | null>(null);

  const attach = useCallback((media: Media) => {
    const { session, settings } = current();
    const created = createPlayer({
      media: withRoom(media, () => current().makeRoom()),
      segments: session.segments,
      settings,
      index: start.current,
    });
    played.current = session;
    setPlayer(created);
    return () => {
      // The next medium starts at this segment.
      const { index } = created.getSnapshot();
      start.current = index;
      setUnattached(noPlayer(current().session, index));
      setPlayer(null);
      created.destroy();
    };
  }, []);

  useEffect(() => player?.setSettings(settings), [player, settings]);

  useEffect(() => {
    const before = played.current;
    if (before?.segments === session.segments) return;
    // Lines were joined or split again: stay at the learner's position.
    const isSame = before?.alignmentId === session.alignmentId;
    const at = player?.getSnapshot().index ?? start.current;
    const line = before?.segments[at];
    const stays = isSame && line !== undefined && line === session.segments[at];
    const isBuilt = session.segments[0]?.part !== undefined;
    const moved = () =>
      line?.part?.line ?? (isBuilt ? at : findLineIndex(session.segments, line?.position ?? 0));
    const index = stays ? at : isSame ? findLinePosition(session, moved()) : session.lastSegment;
    start.current = index;
    if (!player) return;
    played.current = session;
    const now = session.segments[index];
    const hasMoved = isSame && now?.position === line?.position && now?.original === line?.original;
    player.setSegments(session.segments, index, hasMoved);
  }, [player, session]);

  const snapshot = useSyncExternalStore(
    player ? player.subscribe : none,
    player ? player.getSnapshot : () => unattached,
  );
  return { player, snapshot, attach };
}
