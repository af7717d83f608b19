import { ActionIcon, Button } from '@mantine/core';
import { type PlayerSettings, practice, type videos } from '@sayback/contract';
import { IconPlayerSkipForwardFilled, IconPlayerTrackPrevFilled } from '@tabler/icons-react';
import { useEffect, useMemo, useState } from 'react';
import { useChangePreferences } from '../../../api/preferences.ts';
import { useTranslation } from '../../../locales/translation.ts';
import { toast } from '../../../ui/feedback/toast.ts';
import { isBusy } from '../player/practice-state.ts';
import { useWakeLock } from '../player-screen/device/use-wake-lock.ts';
import { useVolume } from '../player-screen/device/volume.tsx';
import { MediaFrame } from '../player-screen/media-frame.tsx';
import { changedSpeed } from '../player-screen/menus/speed.ts';
import { PlayerControls } from '../player-screen/player-controls.tsx';
import { mayPlayLater, PlayerError } from '../player-screen/player-error.tsx';
import { PlayerFrame } from '../player-screen/player-frame.tsx';
import playerClasses from '../player-screen/player-screen.module.css';
import { SegmentPanel } from '../player-screen/segment-panel.tsx';
import { TurnSlot } from '../player-screen/turn-slot.tsx';
import { usePlayer } from '../player-screen/use-player.ts';
import { usePlayerKeys } from '../player-screen/use-player-keys.ts';
import { useWaiting } from '../player-screen/use-waiting.ts';
import type { PracticeSession } from '../practice-session.ts';
import type { TurnControls } from '../turn/turn-controls.ts';
import { LISTEN_FIRST, settingsIn } from '../ways/ways.ts';
import { GradeBar } from './grade-bar.tsx';
import classes from './today-player.module.css';

type Props = {
  video: videos.Video;
  line: practice.QueuedLine;
  /** The line's number, from 1 on, and the number of lines. */
  number: number;
  count: number;
  settings: PlayerSettings;
  onAnswer: (grade: practice.Grade, reviewId?: string) => void;
  onSkip: () => void;
};

/** The one line of a video as it is practised, from the start of the line before where that is to be heard too. */
function sessionOf(line: practice.QueuedLine, hearsBefore: boolean): PracticeSession {
  const { segment_id: id, start_ms, end_ms: end, text_original: original, text_target: target } = line;
  const start = hearsBefore && line.before ? line.before.start_ms : start_ms;
  const segment = { id, start: start_ms, end, original, target };
  return {
    alignmentId: line.alignment_id,
    segments: [{ ...segment, start, position: 0, through: 0 }],
    lastSegment: 0,
    loaded: [segment],
    loadedPosition: 0,
  };
}

/** One line that is waiting, in its video: heard without its text, then said, then judged by the learner. */
export function TodayPlayer({ video, line, number, count, settings: own, onAnswer, onSkip }: Props) {
  const { t } = useTranslation();
  const [withBefore, setWithBefore] = useState<practice.QueuedLine | null>(null);
  const hearsBefore = withBefore === line;
  const session = useMemo(() => sessionOf(line, hearsBefore), [line, hearsBefore]);
  const way = LISTEN_FIRST;
  const [turn, setTurn] = useState<TurnControls | null>(null);
  const records = turn?.records === true;
  const practiceSettings = useMemo(() => {
    const settings = settingsIn(way, own, false);
    return records ? { ...settings, turn: 'wait' as const } : settings;
  }, [own, records]);
  const { player, snapshot, attach } = usePlayer(session, practiceSettings, () => turn?.silence());
  const settings = settingsIn(way, own, turn?.isDone === true);
  const changePreferences = useChangePreferences({
    onQueued: () => toast.note(t('app.savedLater')),
    onRefused: () => toast.failure(t('playerSettings.saveFailed')),
  });
  const [attempt, setAttempt] = useState(0);
  const [textsHidden, setTextsHidden] = useState(false);
  const volume = useVolume(player);
  const waiting = useWaiting(snapshot);
  const isWaiting = waiting === 'shown' || waiting === 'long';
  const { phase } = snapshot;
  const failure = phase.name === 'failed' ? phase.code : waiting === 'given up' ? 'timeout' : null;
  const retry = failure !== null && mayPlayLater(failure) ? () => setAttempt(attempt + 1) : null;
  const canGrade = turn?.isDone === true;
  useWakeLock(isBusy(phase) || phase.name === 'turn');

  // Each line starts by itself: whoever pressed Start, or a grade, has asked for it.
  useEffect(() => {
    if (session.segments.length > 0) player?.playSegment();
  }, [player, session]);

  usePlayerKeys({
    player,
    snapshot,
    turn,
    retry,
    enabled: own.keys,
    onSpeedSteps: (steps) =>
      changePreferences((current) => ({ player: { speed: changedSpeed(current.player.speed, steps) } })),
    onToggleTexts: () => setTextsHidden(!textsHidden),
    onToggleMute: volume.toggleMute,
    onShowKeys: () => undefined,
    onWay: (key) => {
      const grade = practice.GRADES[key - 1];
      if (canGrade && grade) onAnswer(grade);
    },
  });

  const tools = (
    <>
      {line.before && (
        <ActionIcon
          variant="quiet"
          aria-label={t('today.lineBefore')}
          title={t('today.lineBefore')}
          aria-pressed={hearsBefore}
          onClick={() => setWithBefore(hearsBefore ? null : line)}
        >
          <IconPlayerTrackPrevFilled aria-hidden />
        </ActionIcon>
      )}
      <Button
        variant="quiet"
        rightSection={<IconPlayerSkipForwardFilled size={18} aria-hidden />}
        onClick={onSkip}
      >
        {t('today.skip')}
      </Button>
    </>
  );
  return (
    <PlayerFrame
      title={video.title}
      language={video.original_language}
      note={<span className={classes.note}>{t(`today.reason.${line.reason}`)}</span>}
      tools={tools}
    >
      <div
        className={playerClasses.player}
        data-panels={own.panels}
        data-source={video.youtube_id ? 'youtube' : 'hosted'}
      >
        <div className={playerClasses.scene}>
          <MediaFrame
            key={attempt}
            video={video}
            attach={attach}
            isBlocked={phase.name === 'blocked'}
            isWaiting={isWaiting}
            hasFailed={failure !== null}
            onTap={() => player?.playSegment()}
          />
          {failure !== null ? (
            <PlayerError code={failure} />
          ) : (
            <SegmentPanel
              segment={session.segments[0]}
              snapshot={{ ...snapshot, index: number - 1, count }}
              settings={settings}
              languages={{ original: video.original_language, target: line.text_target ? '' : null }}
              textsHidden={textsHidden}
              isSlow={waiting === 'long'}
              turn={turn}
              way={null}
              part={
                <TurnSlot
                  player={player}
                  snapshot={snapshot}
                  video={video}
                  session={session}
                  way={way}
                  volume={volume.volume.isMuted ? 0 : volume.volume.level}
                  showsText={!textsHidden && settings.original === 'show'}
                  onControls={setTurn}
                  onCheckMicrophone={() => undefined}
                />
              }
              end={canGrade && <GradeBar intervals={line.intervals} onGrade={onAnswer} />}
            />
          )}
        </div>
        <div className={playerClasses.controls}>
          <progress
            className={classes.progress}
            max={count}
            value={number - 1}
            aria-label={t('today.position', { number, count })}
          />
          <PlayerControls
            player={player}
            snapshot={snapshot}
            settings={settings}
            finish={turn?.finish ?? null}
            retry={retry}
            isWaiting={isWaiting}
            volume={volume}
            onSpeed={(speed) => changePreferences({ player: { speed } })}
          />
        </div>
      </div>
    </PlayerFrame>
  );
}
