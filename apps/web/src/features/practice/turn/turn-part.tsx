import { useWindowEvent } from '@mantine/hooks';
import type { videos } from '@sayback/contract';
import { IconMicrophone } from '@tabler/icons-react';
import {
  type ComponentType,
  useEffect,
  useEffectEvent,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from 'react';
import { useAccount } from '../../../api/session.ts';
import { useTranslation } from '../../../locales/translation.ts';
import { useAttempts } from '../attempts/use-attempts.ts';
import type { Player, PlayerSnapshot } from '../player/player.ts';
import type { PracticeSession } from '../practice-session.ts';
import { useRecordingSettings } from '../recording/recording-settings.ts';
import { ReportLine } from '../report/report-line.tsx';
import type { Way } from '../ways/ways.ts';
import { MicrophoneTrouble } from './phases/microphone-trouble.tsx';
import { NoTake } from './phases/no-take.tsx';
import { Opening } from './phases/opening.tsx';
import { OptIn } from './phases/opt-in.tsx';
import type { PhaseProps } from './phases/phase-props.ts';
import { Result } from './phases/result.tsx';
import { Speaking } from './phases/speaking.tsx';
import type { TurnSnapshot } from './turn.ts';
import type { TurnControls } from './turn-controls.ts';
import type { Sound } from './turn-machine.ts';
import { useTurn } from './use-turn.ts';

type Props = {
  player: Player | null;
  snapshot: PlayerSnapshot;
  video: videos.Video;
  session: PracticeSession;
  way: Way;
  /** The player's volume, 0 to 1. */
  volume: number;
  /** The original may be read by now. */
  showsText: boolean;
  onControls: (controls: TurnControls | null) => void;
  /** Opens the settings at the microphone's test. */
  onCheckMicrophone: () => void;
};

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

/** Tells turns apart, by when they began: one goes on while the line is heard again. Null before the first. */
function useTurnKey({ phase, isReplay }: PlayerSnapshot): number | null {
  const since = phase.name === 'turn' && !isReplay ? phase.since : null;
  const [key, setKey] = useState(since);
  if (since !== null && since !== key) setKey(since);
  return key;
}

/** Panel of the learner's turn: the microphone, the recording next to the original, and one hint. */
export function TurnPart(props: Props) {
  const { player, snapshot, video, session, way, volume, showsText, onControls, onCheckMicrophone } = props;
  const { t } = useTranslation();
  const account = useAccount();
  const recording = useRecordingSettings(account);
  const lines = session.segments;
  const line = lines[snapshot.index];
  const segments = useMemo(
    () => (line ? session.loaded.slice(line.position, line.through + 1) : []),
    [session, line],
  );
  const { count, closePage } = useAttempts({ account, videoId: video.id, snapshot, segments });
  const { turn, turnSnapshot, setSlow } = useTurn({
    account,
    recording,
    player,
    snapshot,
    video,
    lines,
    volume,
    count,
  });
  useWindowEvent('pagehide', () => {
    turn?.dispatch({ type: 'left' });
    closePage();
  });
  const [isReporting, setReporting] = useState(false);
  const isInTurn = snapshot.phase.name === 'turn' || snapshot.isReplay === true;
  const { phase, take, problem } = turnSnapshot;
  const isRecording = phase.name === 'recording';
  // A press that comes as the turn ends by itself doesn't leave the line.
  const canFinish = isRecording || phase.name === 'processing';
  const records = recording.isOn && problem === null;
  const turnKey = useTurnKey(snapshot);
  const [uncoveredTurn, setUncoveredTurn] = useState<number | null>(null);
  const isDone = isInTurn && (take !== null || (turnKey !== null && uncoveredTurn === turnKey));
  const canUncover = isInTurn && !isDone && phase.name !== 'opening' && way.settings.original === 'hide';

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
  const [doneLabel, uncoverLabel] = [t('turn.done'), t('ways.reveal')];
  const uncover = useEffectEvent(() => setUncoveredTurn(turnKey));
  // Before the next turn is painted: it doesn't begin with the line of the one before.
  useLayoutEffect(() => {
    const finish =
      canFinish && turn
        ? { label: doneLabel, run: () => turn.dispatch({ type: 'done' }) }
        : canUncover
          ? { label: uncoverLabel, run: () => uncover() }
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
    });
  }, [
    onControls,
    turn,
    records,
    isRecording,
    canFinish,
    canUncover,
    isDone,
    label,
    doneLabel,
    uncoverLabel,
    hasTake,
  ]);
  useEffect(() => () => onControls(null), [onControls]);

  if (!isInTurn || !line) return null;
  if (isReporting) {
    return (
      <ReportLine
        key={line.id}
        videoId={video.id}
        alignmentId={session.alignmentId}
        segments={segments}
        player={player}
        onClose={() => setReporting(false)}
      />
    );
  }
  const View = VIEWS[viewOf(turnSnapshot, recording.isOn)];
  return (
    <View
      {...{ account, video, line, turn, turnSnapshot, showsText, listen, setSlow, setReporting }}
      checkMicrophone={onCheckMicrophone}
      again={() => turn?.dispatch({ type: 'again' })}
    />
  );
}
