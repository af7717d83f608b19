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
import { MicrophoneTrouble } from './phases/microphone-trouble.tsx';
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
  trouble: MicrophoneTrouble,
  opening: Opening,
  speaking: Speaking,
  'no-take': NoTake,
  result: Result,
} satisfies Record<string, ComponentType<PhaseProps>>;

function viewOf({ phase, take, problem }: TurnSnapshot, isOn: boolean): keyof typeof VIEWS {
  if (!isOn) return 'opt-in';
  if (problem) return 'trouble';
  if (phase.name === 'opening') return phase.name;
  if (phase.name === 'recording' || phase.name === 'processing') return 'speaking';
  return take ? 'result' : 'no-take';
}

/** Panel of the learner's turn: the microphone, the recording next to the original, and one hint. */
export function TurnPart(props: TaskProps) {
  const { player, snapshot, video, session, mode, volume, showsText, onControls, onCheckMicrophone } = props;
  const { t } = useTranslation();
  const account = useAccount();
  const client = useQueryClient();
  const isRecall = mode.task === 'recall';
  const stored = useRecordingSettings(account);
  // From memory: nothing plays or advances until the learner asks for it.
  const recording = useMemo(
    () => (isRecall ? { ...stored, after: 'wait' as const } : stored),
    [stored, isRecall],
  );
  const lines = session.segments;
  const line = lines[snapshot.index];
  const segments = useMemo(
    () => (line ? session.loaded.slice(line.position, line.lastPosition + 1) : []),
    [session, line],
  );
  const { counter, closePage } = useAttempts({ account, videoId: video.id, snapshot, segments });
  const { turn, turnSnapshot, setSlow } = useTurn({
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
    turn?.dispatch({ type: 'left' });
    closePage();
  });
  const isInTurn = snapshot.phase.name === 'turn' || snapshot.isReplay === true;
  const { phase, take, problem } = turnSnapshot;
  const isRecording = phase.name === 'recording';
  // A key press at the moment when the turn ends automatically doesn't leave the line.
  const canFinish = isRecording || phase.name === 'processing';
  const records = recording.isOn && problem === null;
  const turnKey = useTurnKey(snapshot);
  const [reportedTurn, setReportedTurn] = useState<number | null>(null);
  const [uncoveredTurn, setUncoveredTurn] = useState<number | null>(null);
  const isUncovered = turnKey !== null && uncoveredTurn === turnKey;
  const isDone = isInTurn && (isUncovered || (take !== null && !isRecall));
  const canUncover = isInTurn && !isDone && phase.name !== 'opening' && mode.settings.original === 'hide';

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
      phase.name === 'advancing' && phase.after !== null
        ? t('turn.leaving', { seconds: Math.ceil(phase.after / 1000) })
        : undefined,
  };
  const label = labels[phase.name] ?? null;
  const [doneLabel, uncoverLabel] = [t('turn.done'), t('modes.reveal')];
  const uncover = useEffectEvent(() => {
    setUncoveredTurn(turnKey);
    if (isRecall) player?.replay(false);
  });
  const [gradedTurn, setGradedTurn] = useState<number | null>(null);
  const card = line ? findCardLine(video.id, line, segments) : null;
  const canGrade = isRecall && isDone && card !== null && gradedTurn !== turnKey;
  const grade = useEffectEvent((chosen: practice.Grade | undefined) => {
    if (!chosen || !card) return;
    saveReview(account, card, { skill: 'say', grade: chosen });
    void sendReviews(account).then(() => refreshToday(client));
    setGradedTurn(turnKey);
    player?.next();
  });
  // Before the next turn is painted, so that it doesn't start with the previous line.
  useLayoutEffect(() => {
    const finish =
      canFinish && turn
        ? { label: doneLabel, run: () => turn.dispatch({ type: 'done' }) }
        : canUncover
          ? { label: uncoverLabel, icon: <IconEye size={20} aria-hidden />, run: () => uncover() }
          : null;
    onControls({
      records,
      isDone,
      label,
      icon: isRecording ? <IconMicrophone size={20} aria-hidden /> : null,
      finish,
      compare: hasTake ? () => compare() : null,
      silence: () => turn?.dispatch({ type: 'silence' }),
      end: () => turn?.dispatch({ type: 'left' }),
      ...(isRecall && { replay: () => uncover() }),
      ...(canGrade && {
        choose: (number: number) => grade(practice.GRADES[number - 1]),
        below: <GradeBar onGrade={(chosen) => grade(chosen)} />,
      }),
    });
  }, [
    onControls,
    turn,
    records,
    isRecording,
    canFinish,
    canUncover,
    canGrade,
    isRecall,
    isDone,
    label,
    doneLabel,
    uncoverLabel,
    hasTake,
  ]);
  // Before another task that replaces this one sets its own.
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
  const View = VIEWS[viewOf(turnSnapshot, recording.isOn)];
  return (
    <View
      {...{ account, video, line, turn, turnSnapshot, showsText, listen, setSlow }}
      onReport={() => {
        // Cancels auto-advance meanwhile.
        listen();
        setReportedTurn(turnKey);
      }}
      checkMicrophone={onCheckMicrophone}
      again={() => turn?.dispatch({ type: 'again' })}
    />
  );
}
