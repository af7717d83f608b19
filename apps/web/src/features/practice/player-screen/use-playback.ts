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
import { changeSpeed } from './menus/speed.ts';
import { canRetry } from './player-error.tsx';
import { usePlayer } from './use-player.ts';
import { useWaiting } from './use-waiting.ts';

/**
 * Plays a session in a practice mode, with the learner's settings. `practiceSettings` apply during the task, `settings` now.
 * `retry` reloads the medium, identified by `attempt`, after a temporary failure; it is null otherwise.
 */
export function usePlayback(session: PracticeSession, learnerSettings: PlayerSettings, mode: PracticeMode) {
  const { t } = useTranslation();
  const changePreferences = useChangePreferences({
    onQueued: () => toast.note(t('app.willSaveLater')),
    onRefused: () => toast.failure(t('playerSettings.saveFailed')),
  });
  const [turn, setTurn] = useState<TurnControls | null>(null);
  const isRecordingOn = turn?.isRecordingOn === true;
  // A recorded turn ends automatically, once the learner has spoken.
  const practiceSettings = useMemo(() => {
    const settings = { ...applyMode(mode, learnerSettings, false), turn_first: mode.isTurnFirst === true };
    return isRecordingOn ? { ...settings, turn: 'wait' as const } : settings;
  }, [learnerSettings, mode, isRecordingOn]);
  const { player, snapshot, attach } = usePlayer(session, practiceSettings, () => turn?.yieldAudio());
  const [attempt, setAttempt] = useState(0);
  const volume = useVolume(player);
  const waiting = useWaiting(snapshot);
  const { phase } = snapshot;
  useEffect(() => sessionEnd.stay(), []);
  useWakeLock(isBusy(phase) || phase.name === 'turn');
  const failure = phase.name === 'failed' ? phase.code : waiting === 'timed-out' ? 'timeout' : null;
  return {
    player,
    snapshot,
    attach,
    turn,
    setTurn,
    practiceSettings,
    settings: applyMode(mode, learnerSettings, turn?.isDone === true),
    isWritten: isWritten(mode),
    changePreferences,
    onSpeedSteps: (steps: number) =>
      changePreferences((current) => ({ player: { speed: changeSpeed(current.player.speed, steps) } })),
    volume,
    onToggleMute: volume.toggleMute,
    isWaiting: waiting === 'short' || waiting === 'long',
    isSlow: waiting === 'long',
    failure,
    attempt,
    retry: failure !== null && canRetry(failure) ? () => setAttempt(attempt + 1) : null,
  };
}
