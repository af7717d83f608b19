import type { PlayerSettings } from '@sayback/contract';
import { useMemo, useState } from 'react';
import type { PracticeSession } from '../practice-session.ts';
import type { TurnControls } from '../turn/turn-controls.ts';
import { settingsIn, type Way } from '../ways/ways.ts';
import { useVolume } from './device/volume.tsx';
import { mayPlayLater } from './player-error.tsx';
import { usePlayer } from './use-player.ts';
import { useWaiting } from './use-waiting.ts';

/**
 * Plays a session in a way to practise, with the learner's own settings. `attempt` identifies the medium: `retry` reloads it after
 * a temporary failure, and is null otherwise. `practiceSettings` hold while the task lasts, `settings` right now.
 */
export function usePlayback(session: PracticeSession, own: PlayerSettings, way: Way) {
  const [turn, setTurn] = useState<TurnControls | null>(null);
  const records = turn?.records === true;
  // A recorded turn ends by itself, once the learner has spoken.
  const practiceSettings = useMemo(() => {
    const settings = { ...settingsIn(way, own, false), turn_first: way.turnFirst === true };
    return records ? { ...settings, turn: 'wait' as const } : settings;
  }, [own, way, records]);
  const { player, snapshot, attach } = usePlayer(session, practiceSettings, () => turn?.silence());
  const [attempt, setAttempt] = useState(0);
  const volume = useVolume(player);
  const waiting = useWaiting(snapshot);
  const { phase } = snapshot;
  const failure = phase.name === 'failed' ? phase.code : waiting === 'given up' ? 'timeout' : null;
  return {
    player,
    snapshot,
    attach,
    turn,
    setTurn,
    practiceSettings,
    settings: settingsIn(way, own, turn?.isDone === true),
    volume,
    isWaiting: waiting === 'shown' || waiting === 'long',
    isSlow: waiting === 'long',
    failure,
    attempt,
    retry: failure !== null && mayPlayLater(failure) ? () => setAttempt(attempt + 1) : null,
  };
}
