import { Loader } from '@mantine/core';
import { useWindowEvent } from '@mantine/hooks';
import type { videos } from '@sayback/contract';
import type { SpeechFrames } from '@sayback/speech';
import {
  IconArrowsLeftRight,
  IconMicrophone,
  IconPlayerPlayFilled,
  IconPlayerStopFilled,
  IconRefresh,
} from '@tabler/icons-react';
import { type ReactNode, useEffect, useEffectEvent, useMemo, useRef, useState } from 'react';
import { useAccount } from '../../../api/session.ts';
import { useTranslation } from '../../../locales/translation.ts';
import type { Player, PlayerSnapshot } from '../player/player.ts';
import type { PracticeSession } from '../practice-session.ts';
import { TurnHint } from './hint-text.tsx';
import { changeRecordingSettings, useRecordingSettings } from './recording-settings.ts';
import { ReportButton, ReportLine } from './report-line.tsx';
import { Ribbons } from './ribbons.tsx';
import { isMeasured } from './turn.ts';
import { TurnButton } from './turn-button.tsx';
import type { TurnControls } from './turn-controls.ts';
import type { Sound } from './turn-machine.ts';
import classes from './turn-part.module.css';
import { useAttempts } from './use-attempts.ts';
import { useTakeFacts } from './use-take-facts.ts';
import { useTurn } from './use-turn.ts';

type Props = {
  player: Player | null;
  snapshot: PlayerSnapshot;
  video: videos.Video;
  session: PracticeSession;
  /** Of the player: 0 to 1. */
  volume: number;
  /** The original may be read by now. */
  showsText: boolean;
  onControls: (controls: TurnControls | null) => void;
};

/** The same each time, so that nothing is drawn anew. */
const NONE: readonly never[] = [];

/** What the learner's turn holds beside the line: the microphone, their recording next to the original, and one hint. */
export function TurnPart({ player, snapshot, video, session, volume, showsText, onControls }: Props) {
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
  const [isAsking, setAsking] = useState(false);
  const isInTurn = snapshot.phase.name === 'turn' || snapshot.isReplay === true;
  const { phase, take, problem } = turnSnapshot;
  const isRecording = phase.name === 'recording';
  // A press that comes as the turn ends by itself doesn't leave the line.
  const canFinish = isRecording || phase.name === 'keeping';
  const records = recording.isOn && problem === null;

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
    leaving: t('turn.leaving'),
  };
  const label = labels[phase.name] ?? null;
  const doneLabel = t('turn.done');
  useEffect(() => {
    onControls({
      records,
      label,
      icon: isRecording ? <IconMicrophone size={20} aria-hidden /> : null,
      finish: canFinish && turn ? { label: doneLabel, run: () => turn.dispatch({ type: 'done' }) } : null,
      compare: hasTake ? () => compare() : null,
      silence: () => turn?.dispatch({ type: 'silence' }),
      end: () => turn?.dispatch({ type: 'left' }),
    });
  }, [onControls, turn, records, isRecording, canFinish, label, doneLabel, hasTake]);
  useEffect(() => () => onControls(null), [onControls]);

  if (!isInTurn || !line) return null;
  const reportButton = <ReportButton onClick={() => setReporting(true)} />;
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
  if (!recording.isOn) {
    return isAsking ? (
      <div className={classes.part}>
        <p>{t('turn.intro')}</p>
        <div className={classes.buttons}>
          <TurnButton
            isMain
            icon={<IconMicrophone size={18} aria-hidden />}
            onClick={() => changeRecordingSettings(account, { isOn: true })}
          >
            {t('turn.allow')}
          </TurnButton>
          <TurnButton onClick={() => setAsking(false)}>{t('turn.notNow')}</TurnButton>
        </div>
      </div>
    ) : (
      <div className={classes.buttons}>
        <TurnButton icon={<IconMicrophone size={18} aria-hidden />} onClick={() => setAsking(true)}>
          {t('turn.record')}
        </TurnButton>
        {reportButton}
      </div>
    );
  }
  const again = () => turn?.dispatch({ type: 'again' });
  if (problem) {
    return (
      <div className={classes.part} role="status">
        <p>{t(`turn.trouble.${problem}`)}</p>
        <div className={classes.buttons}>
          <TurnButton icon={<IconRefresh size={18} aria-hidden />} onClick={again}>
            {t('turn.retry')}
          </TurnButton>
          {reportButton}
        </div>
      </div>
    );
  }
  if (phase.name === 'opening') return <p className={classes.note}>{t('turn.openingHint')}</p>;
  if (isRecording) {
    return (
      <div className={classes.part}>
        <Ribbons
          original={null}
          mine={null}
          takeTimes={null}
          extraPauses={NONE}
          words={NONE}
          leftOut={null}
          levels={turn?.levels ?? NONE}
        />
      </div>
    );
  }
  const measuring = (
    <p className={classes.note}>
      <Loader size={16} color="currentColor" aria-hidden /> {t('turn.measuring')}
    </p>
  );
  if (phase.name === 'keeping') return measuring;
  const againButton = (
    <TurnButton icon={<IconMicrophone size={18} aria-hidden />} onClick={again}>
      {t('turn.again')}
    </TurnButton>
  );
  if (!take) {
    const heardNothing = phase.name === 'ready' || phase.name === 'leaving';
    return (
      <div className={classes.part} role="status">
        {heardNothing && <p>{t('turn.nothingHeard')}</p>}
        <div className={classes.buttons}>
          {againButton}
          {reportButton}
        </div>
      </div>
    );
  }

  const { frames, compared } = take;
  const original = isMeasured(take.original) ? take.original : null;
  const words = showsText ? take.words : NONE;
  const hint = compared?.hint ?? null;
  const playing = phase.name === 'playing' ? phase.sound : null;
  const sound = (name: Sound, text: string, icon: ReactNode, title?: string) => (
    <TurnButton
      icon={playing === name ? <IconPlayerStopFilled size={16} aria-hidden /> : icon}
      isOn={playing === name}
      title={title}
      onClick={() => (playing === name ? listen() : listen(name))}
    >
      {text}
    </TurnButton>
  );
  return (
    <div className={classes.part}>
      {!take.isMeasured && measuring}
      {take.isMeasured && (!frames || (original && !compared)) && (
        <p className={classes.why} role="status">
          {t('turn.notCompared')}
        </p>
      )}
      {take.isMeasured && frames && (
        <>
          <Ribbons
            original={original?.frames ?? null}
            mine={frames}
            takeTimes={compared?.isThisLine ? compared.takeTimes : null}
            extraPauses={compared?.findings?.extraPauses ?? NONE}
            words={words}
            leftOut={hint?.kind === 'left-out' ? hint.place : null}
            levels={null}
          />
          {compared && (
            <p className={classes.hint} role="status" data-none={hint === null || undefined}>
              {hint && <TurnHint hint={hint} words={words} language={video.original_language} />}
              {!hint && t(compared.isThisLine ? 'turn.noHint' : 'turn.notThisLine')}
            </p>
          )}
          {!original && (
            <OwnFacts
              frames={frames}
              seconds={(line.end - line.start) / 1000}
              why={t(video.youtube_id ? 'turn.youtube' : take.original ? 'turn.making' : 'turn.noOriginal')}
            />
          )}
        </>
      )}
      <div className={classes.buttons}>
        {sound(
          'mine',
          t('turn.mine'),
          <IconPlayerPlayFilled size={16} aria-hidden />,
          `${t('turn.compare')} (C)`,
        )}
        {sound('original', t('turn.original'), <IconPlayerPlayFilled size={16} aria-hidden />)}
        {original &&
          sound('both', t('turn.both'), <IconArrowsLeftRight size={16} aria-hidden />, t('turn.bothHint'))}
        <Slower onChange={setSlow} />
        {againButton}
        {reportButton}
      </div>
    </div>
  );
}

/** Where nothing can be compared: what the take alone says, and why. */
function OwnFacts({ frames, seconds, why }: { frames: SpeechFrames; seconds: number; why: string }) {
  const { t } = useTranslation();
  const facts = useTakeFacts();
  return (
    <div role="status">
      <p className={classes.hint} data-none>
        {t('turn.figure.mine', { facts: facts.factsOf(frames) })}{' '}
        {t('turn.figure.line', { seconds: facts.seconds(seconds) })}
      </p>
      <p className={classes.why}>{why}</p>
    </div>
  );
}

function Slower({ onChange }: { onChange: (isSlow: boolean) => void }) {
  const { t } = useTranslation();
  const [isOn, setOn] = useState(false);
  const toggle = () => {
    setOn(!isOn);
    onChange(!isOn);
  };
  return (
    <TurnButton isOn={isOn} onClick={toggle}>
      {t('turn.slower')}
    </TurnButton>
  );
}
