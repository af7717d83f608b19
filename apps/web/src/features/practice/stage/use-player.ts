import { useCallback, useEffect, useRef, useState, useSyncExternalStore } from 'react';
import type { Media } from '../../../media/media.ts';
import { createPlayer, type Player, type PlayerSnapshot } from '../player/player.ts';
import type { PracticeSettings } from '../player/practice-state.ts';
import type { PracticeSegment, Script } from '../queries.ts';

const noPlayer = (script: Script): PlayerSnapshot => ({
  phase: { name: 'loading' },
  index: script.lastSegment,
  count: script.segments.length,
  round: 1,
  rate: 1,
  duration: 0,
});

const none = () => () => undefined;

export type PlayerHandle = {
  snapshot: PlayerSnapshot;
  /** Null until the medium's element is there. */
  player: Player | null;
  /** Given to the medium's frame, which calls it with the medium that it made. */
  attach: (media: Media) => () => void;
};

/** Runs a player over whatever medium is attached, and keeps it up with the script and the settings. */
export function usePlayer(script: Script, settings: PracticeSettings): PlayerHandle {
  const [player, setPlayer] = useState<Player | null>(null);
  const [unstarted] = useState(() => noPlayer(script));
  const latest = useRef({ script, settings });
  latest.current = { script, settings };
  const told = useRef<readonly PracticeSegment[] | null>(null);

  const attach = useCallback((media: Media) => {
    const { script: present, settings: wished } = latest.current;
    const created = createPlayer({
      media,
      segments: present.segments,
      settings: wished,
      index: present.lastSegment,
    });
    told.current = present.segments;
    setPlayer(created);
    return () => {
      setPlayer(null);
      created.destroy();
    };
  }, []);

  useEffect(() => player?.setSettings(settings), [player, settings]);

  useEffect(() => {
    if (!player || told.current === script.segments) return;
    told.current = script.segments;
    player.setSegments(script.segments, script.lastSegment);
  }, [player, script]);

  const snapshot = useSyncExternalStore(
    player ? player.subscribe : none,
    player ? player.getSnapshot : () => unstarted,
  );
  return { player, snapshot, attach };
}
