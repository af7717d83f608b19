import { useCallback, useEffect, useRef, useState, useSyncExternalStore } from 'react';
import type { Media } from '../../../media/media.ts';
import { createPlayer, type Player, type PlayerSnapshot } from '../player/player.ts';
import type { PracticeSettings } from '../player/practice-state.ts';
import type { PracticeSegment, Script } from '../queries.ts';

const noPlayer = (script: Script, index = script.lastSegment): PlayerSnapshot => ({
  phase: { name: 'loading' },
  index,
  count: script.segments.length,
  round: 1,
  rate: 1,
  duration: 0,
});

const none = () => () => undefined;

export type PlayerHandle = {
  snapshot: PlayerSnapshot;
  /** Null as long as no medium is attached. */
  player: Player | null;
  /** Given to the medium's frame, which calls it with the medium that it made. */
  attach: (media: Media) => () => void;
};

/** Runs a player over whatever medium is attached, and keeps it up with the script and the settings. */
export function usePlayer(script: Script, settings: PracticeSettings): PlayerHandle {
  const [player, setPlayer] = useState<Player | null>(null);
  const [unattached, setUnattached] = useState(() => noPlayer(script));
  const latest = useRef({ script, settings, place: unattached.index });
  latest.current = { ...latest.current, script, settings };
  const told = useRef<readonly PracticeSegment[] | null>(null);

  const attach = useCallback((media: Media) => {
    const { script: present, settings: wished, place } = latest.current;
    const created = createPlayer({
      media,
      segments: present.segments,
      settings: wished,
      index: place,
    });
    told.current = present.segments;
    setPlayer(created);
    return () => {
      // Another medium goes on where this one was.
      const { index } = created.getSnapshot();
      latest.current.place = index;
      setUnattached(noPlayer(latest.current.script, index));
      setPlayer(null);
      created.destroy();
    };
  }, []);

  useEffect(() => player?.setSettings(settings), [player, settings]);

  useEffect(() => {
    if (told.current === script.segments) return;
    latest.current.place = script.lastSegment;
    if (!player) return;
    told.current = script.segments;
    player.setSegments(script.segments, script.lastSegment);
  }, [player, script]);

  const snapshot = useSyncExternalStore(
    player ? player.subscribe : none,
    player ? player.getSnapshot : () => unattached,
  );
  return { player, snapshot, attach };
}
