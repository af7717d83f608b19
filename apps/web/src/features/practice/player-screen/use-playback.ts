import type { PlayerSettings } from '@sayback/contract';
import { useEffect, useMemo, useState } from 'react';
import { useChangePreferences } from '../../../api/preferences.ts';
import { sessionEnd } from '../../../api/session-end.ts';
import { useTranslation } from '../../../locales/translation.ts';
import { toast } from '../../../ui/feedback/toast.ts';
import { applyMode, isWritten, type PracticeMode } from '../modes/modes.ts';
import { isBusy } from '../player/practice-state.ts';
import type { PracticeSession } from '../practice-session.ts';
import type { TurnControls } from '../turn/turn-controls.ts';
import { useWakeLock } from './device/use-wake-lock.ts';
import { useVolume } from './device/volume.tsx';
import { changedSpeed } from './menus/speed.ts';
import { mayPlayLater } from './player-error.tsx';
import { usePlayer } from './use-player.ts';
import { useWaiting } from './use-waiting.ts';

/**
 * Plays a session in a practice mode, with the learner's own settings. `attempt` identifies the medium: `retry` reloads it
 * after a temporary failure, and is null otherwise. `practiceSettings` apply during the task, `settings` right now.
 */
export function usePlayback(session: PracticeSession, own: PlayerSettings, mode: PracticeMode) {
  const { t } = useTranslation();
  const changePreferences = useChangePreferences({
    onQueued: () => toast.note(t('app.willSaveLater')),
    onRefused: () => toast.failure(t('playerSettings.saveFailed')),
  });
  const [turn, setTurn] = useState<TurnControls | null>(null);
  const records = turn?.records === true;
  // A recorded turn ends automatically, once the learner has spoken.
  const practiceSettings = useMemo(() => {
    const settings = { ...applyMode(mode, own, false), turn_first: mode.isTurnFirst === true };
    return records ? { ...settings, turn: 'wait' as const } : settings;
  }, [own, mode, records]);
  const { player, snapshot, attach } = usePlayer(session, practiceSettings, () => turn?.silence());
  const [attempt, setAttempt] = useState(0);
  const volume = useVolume(player);
  const waiting = useWaiting(snapshot);
  const { phase } = snapshot;
  useEffect(() => sessionEnd.stay(), []);
  useWakeLock(isBusy(phase) || phase.name === 'turn');
  const failure = phase.name === 'failed' ? phase.code : waiting === 'given up' ? 'timeout' : null;
  return {
    player,
    snapshot,
    attach,
    turn,
    setTurn,
    practiceSettings,
    settings: applyMode(mode, own, turn?.isDone === true),
    isWritten: isWritten(mode),
    changePreferences,
    onSpeedSteps: (steps: number) =>
      changePreferences((current) => ({ player: { speed: changedSpeed(current.player.speed, steps) } })),
    volume,
    onToggleMute: volume.toggleMute,
    isWaiting: waiting === 'shown' || waiting === 'long',
    isSlow: waiting === 'long',
    failure,
    attempt,
    retry: failure !== null && mayPlayLater(failure) ? () => setAttempt(attempt + 1) : null,
  };
}
