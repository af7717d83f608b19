import { useWindowEvent } from '@mantine/hooks';
import { practice } from '@sayback/contract';
import { IconEye, IconMicrophone } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { type ComponentType, useEffectEvent, useLayoutEffect, useMemo, useRef, useState } from 'react';
import { useAccount } from '../../../api/session.ts';
import { useTranslation } from '../../../locales/translation.ts';
import { useAttempts } from '../attempts/use-attempts.ts';
import { useRecordingSettings } from '../recording/recording-settings.ts';
import { ReportLine } from '../report/report-line.tsx';
import { findCardLine, saveReview, sendReviews } from '../reviews/reviews.ts';
import { GradeBar } from '../today/grade-bar.tsx';
import { refreshToday } from '../today/queries.ts';
import { MicrophoneProblemNotice } from './phases/microphone-problem-notice.tsx';
import { NoTake } from './phases/no-take.tsx';
import { Opening } from './phases/opening.tsx';
import { OptIn } from './phases/opt-in.tsx';
import type { PhaseProps } from './phases/phase-props.ts';
import { Result } from './phases/result.tsx';
import { Speaking } from './phases/speaking.tsx';
import type { TaskProps } from './task-props.ts';
import type { TurnSnapshot } from './turn-deps.ts';
import type { Sound } from './turn-machine.ts';
import { useTurn } from './use-turn.ts';
import { useTurnKey } from './use-turn-key.ts';

const VIEWS = {
  'opt-in': OptIn,
  trouble: MicrophoneProblemNotice,
  opening: Opening,
  speaking: Speaking,
  'no-take': NoTake,
  result: Result,
} satisfies Record<string, ComponentType<PhaseProps>>;

function findView({ phase, take, problem }: TurnSnapshot, isOn: boolean): keyof typeof VIEWS {
  if (!isOn) return 'opt-in';
  if (problem) return 'trouble';
  if (phase.name === 'opening') return phase.name;
  if (phase.name === 'recording' || phase.name === 'processing') return 'speaking';
  return take ? 'result' : 'no-take';
}

/** Panel of the learner's turn: the microphone, the recording below the original, and a hint. */
export function TurnPart(props: TaskProps) {
  const { player, snapshot, video, session, mode, volume, showsText, onControls, onCheckMicrophone } = props;
  const { t } = useTranslation();
  const account = useAccount();
  const client = useQueryClient();
  const isRecall = mode.task === 'recall';
  const storedSettings = useRecordingSettings(account);
  // In Recall, playback and advancing wait for the learner.
  const recording = useMemo(
    () => (isRecall ? { ...storedSettings, after: 'wait' as const } : storedSettings),
    [storedSettings, isRecall],
  );
  const lines = session.segments;
  const line = lines[snapshot.index];
  const segments = useMemo(
    () => (line ? session.loaded.slice(line.position, line.lastPosition + 1) : []),
    [session, line],
  );
  const { counter, closePage } = useAttempts({ account, videoId: video.id, snapshot, line, segments });
  const { turn, turnSnapshot, isSlow, setSlow } = useTurn({
    account,
    recording,
    player,
    snapshot,
    video,
    lines,
    volume,
    counter,
  });
  useWindowEvent('pagehide', () => {
    turn?.dispatch({ type: 'leave' });
    closePage();
  });
  const isInTurn = snapshot.phase.name === 'turn' || snapshot.isReplay === true;
  const { phase, take, problem } = turnSnapshot;
  const isRecording = phase.name === 'recording';
  // Also during processing: pressing the key just after an automatic end must not leave the line.
  const canFinish = isRecording || phase.name === 'processing';
  const isRecordingOn = recording.isOn && problem === null;
  const turnKey = useTurnKey(snapshot);
  const [reportedTurn, setReportedTurn] = useState<number | null>(null);
  const [revealedTurn, setRevealedTurn] = useState<number | null>(null);
  const isRevealed = turnKey !== null && revealedTurn === turnKey;
  const isDone = isInTurn && (isRevealed || (take !== null && !isRecall));
  const canReveal = isInTurn && !isDone && phase.name !== 'opening' && mode.settings.original === 'hide';

  const lastPlayed = useRef<Sound>('original');
  const listen = (...sounds: Sound[]) => {
    lastPlayed.current = sounds.at(-1) ?? 'original';
    turn?.dispatch({ type: 'listen', sounds });
  };
  const compare = useEffectEvent(() => listen(lastPlayed.current === 'mine' ? 'original' : 'mine'));

  const hasTake = take !== null;
  const labels: Partial<Record<typeof phase.name, string>> = {
    recording: t('turn.speak'),
    opening: t('turn.opening'),
    advancing:
      phase.name === 'advancing' && phase.delay !== null
        ? t('turn.leaving', { seconds: Math.ceil(phase.delay / 1000) })
        : undefined,
  };
  const label = labels[phase.name] ?? null;
  const [doneLabel, revealLabel] = [t('turn.done'), t('modes.reveal')];
  const reveal = useEffectEvent(() => {
    setRevealedTurn(turnKey);
    if (isRecall) player?.replay(false);
  });
  const [gradedTurn, setGradedTurn] = useState<number | null>(null);
  const card = line ? findCardLine(video.id, line, segments) : null;
  const canGrade = isRecall && isDone && card !== null && gradedTurn !== turnKey;
  const submitGrade = useEffectEvent((grade: practice.Grade | undefined) => {
    if (!grade || !card) return;
    saveReview(account, card, { skill: 'say', grade });
    void sendReviews(account).then(() => refreshToday(client));
    setGradedTurn(turnKey);
    player?.next();
  });
  // A layout effect: otherwise the next turn would first be painted with the previous line.
  useLayoutEffect(() => {
    const finish =
      canFinish && turn
        ? { label: doneLabel, run: () => turn.dispatch({ type: 'done' }) }
        : canReveal
          ? { label: revealLabel, icon: <IconEye size={20} aria-hidden />, run: () => reveal() }
          : null;
    onControls({
      isRecordingOn,
      isDone,
      label,
      icon: isRecording ? <IconMicrophone size={20} aria-hidden /> : null,
      finish,
      compare: isInTurn && hasTake ? () => compare() : null,
      yieldAudio: () => turn?.dispatch({ type: 'yield-audio' }),
      stop: () => turn?.dispatch({ type: 'leave' }),
      ...(isRecall && { replay: () => reveal() }),
      ...(canGrade && {
        choose: (number: number) => submitGrade(practice.GRADES[number - 1]),
        belowLine: <GradeBar onGrade={(grade) => submitGrade(grade)} />,
      }),
    });
  }, [
    onControls,
    turn,
    isRecordingOn,
    isRecording,
    canFinish,
    canReveal,
    canGrade,
    isRecall,
    isDone,
    label,
    doneLabel,
    revealLabel,
    isInTurn,
    hasTake,
  ]);
  // A layout effect: it must run before the next task sets its controls.
  useLayoutEffect(() => () => onControls(null), [onControls]);

  if (!isInTurn || !line) return null;
  if (reportedTurn === turnKey) {
    return (
      <ReportLine
        key={line.id}
        videoId={video.id}
        alignmentId={session.alignmentId}
        segments={segments}
        player={player}
        onClose={() => setReportedTurn(null)}
      />
    );
  }
  const View = VIEWS[findView(turnSnapshot, recording.isOn)];
  return (
    <View
      {...{ account, video, line, turn, turnSnapshot, showsText, listen, isSlow, setSlow }}
      onReport={() => {
        // Cancels auto-advance, with and without recording.
        listen();
        player?.stop();
        setReportedTurn(turnKey);
      }}
      checkMicrophone={onCheckMicrophone}
      again={() => turn?.dispatch({ type: 'again' })}
    />
  );
}
