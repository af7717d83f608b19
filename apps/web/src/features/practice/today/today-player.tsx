import { ActionIcon, Button } from '@mantine/core';
import { type PlayerSettings, practice, type videos } from '@sayback/contract';
import {
  IconAdjustmentsHorizontal,
  IconPlayerSkipForwardFilled,
  IconPlayerTrackPrevFilled,
} from '@tabler/icons-react';
import { useEffect, useMemo, useState } from 'react';
import { useChangePreferences } from '../../../api/preferences.ts';
import { useTranslation } from '../../../locales/translation.ts';
import { toast } from '../../../ui/feedback/toast.ts';
import { isBusy } from '../player/practice-state.ts';
import { useWakeLock } from '../player-screen/device/use-wake-lock.ts';
import { MediaFrame } from '../player-screen/media-frame.tsx';
import { changedSpeed } from '../player-screen/menus/speed.ts';
import { PlayerControls } from '../player-screen/player-controls.tsx';
import { PlayerError } from '../player-screen/player-error.tsx';
import { PlayerFrame } from '../player-screen/player-frame.tsx';
import playerClasses from '../player-screen/player-screen.module.css';
import { SegmentPanel } from '../player-screen/segment-panel.tsx';
import { SettingsOnDemand, useSettingsDrawer } from '../player-screen/settings-on-demand.tsx';
import { TurnSlot } from '../player-screen/turn-slot.tsx';
import { usePlayback } from '../player-screen/use-playback.ts';
import { usePlayerKeys } from '../player-screen/use-player-keys.ts';
import type { SavedReview } from '../turn/task-props.ts';
import { DICTATION, isWritten, LISTEN_FIRST } from '../ways/ways.ts';
import { GradeBar } from './grade-bar.tsx';
import { heardSession, sessionOf } from './line-session.ts';
import classes from './today-player.module.css';

type Props = {
  video: videos.Video;
  line: practice.QueuedLine;
  /** The line's number, from 1, and the number of lines. */
  number: number;
  count: number;
  settings: PlayerSettings;
  onAnswer: (grade: practice.Grade, reviewId?: string) => void;
  onSkip: () => void;
};

/** One due line in its video: heard without its text, then said, then graded by the learner. */
export function TodayPlayer({ video, line, number, count, settings: own, onAnswer, onSkip }: Props) {
  const { t } = useTranslation();
  const [withBefore, setWithBefore] = useState<practice.QueuedLine | null>(null);
  const hearsBefore = withBefore === line;
  const session = useMemo(() => sessionOf(line), [line]);
  const from = hearsBefore ? line.before?.start_ms : undefined;
  const heard = useMemo(() => heardSession(session, from), [session, from]);
  const way = line.skill === 'write' ? DICTATION : LISTEN_FIRST;
  const playback = usePlayback(heard, own, way);
  const { player, snapshot, turn, settings, volume, isWaiting, failure, retry } = playback;
  const { phase } = snapshot;
  const changePreferences = useChangePreferences({
    onQueued: () => toast.note(t('app.savedLater')),
    onRefused: () => toast.failure(t('playerSettings.saveFailed')),
  });
  const [textsHidden, setTextsHidden] = useState(false);
  const settingsDrawer = useSettingsDrawer();
  // Written lines are graded before the learner moves on, and may come up again until then.
  const [lastReview, setLastReview] = useState<{ line: practice.QueuedLine; review: SavedReview } | null>(
    null,
  );
  const review = lastReview?.line === line ? lastReview.review : null;
  function goOn() {
    setLastReview(null);
    if (review) onAnswer(review.grade, review.id);
    else onSkip();
  }
  // Written lines are graded automatically.
  const canGrade = turn?.isDone === true && line.skill === 'say';
  useWakeLock(isBusy(phase) || phase.name === 'turn');

  // Each line starts automatically, since the learner pressed Start or a grade.
  useEffect(() => {
    if (heard.segments.length > 0) player?.playSegment();
  }, [player, heard]);

  usePlayerKeys({
    player,
    snapshot,
    turn,
    retry,
    enabled: own.keys,
    isWritten: isWritten(way),
    onSpeedSteps: (steps) =>
      changePreferences((current) => ({ player: { speed: changedSpeed(current.player.speed, steps) } })),
    onToggleTexts: () => setTextsHidden(!textsHidden),
    onToggleMute: volume.toggleMute,
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
      <ActionIcon
        variant="quiet"
        aria-label={t('practice.settings')}
        title={t('practice.settings')}
        onClick={settingsDrawer.open}
      >
        <IconAdjustmentsHorizontal aria-hidden />
      </ActionIcon>
      <Button
        variant="quiet"
        classNames={{ root: classes.skip, section: classes.skipIcon, label: classes.skipText }}
        rightSection={<IconPlayerSkipForwardFilled size={18} aria-hidden />}
        aria-label={t('today.skip')}
        onClick={goOn}
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
            key={playback.attempt}
            video={video}
            attach={playback.attach}
            isBlocked={phase.name === 'blocked'}
            isWaiting={isWaiting}
            hasFailed={failure !== null}
            onTap={() => player?.playSegment()}
          />
          {failure !== null ? (
            <PlayerError code={failure} />
          ) : (
            <SegmentPanel
              segment={heard.segments[0]}
              snapshot={{ ...snapshot, index: number - 1, count }}
              settings={settings}
              languages={{ original: video.original_language, target: line.text_target ? '' : null }}
              textsHidden={textsHidden}
              isSlow={playback.isSlow}
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
                  onControls={playback.setTurn}
                  onCheckMicrophone={settingsDrawer.checkMicrophone}
                  answer={{ review, onReview: (saved) => setLastReview({ line, review: saved }), goOn }}
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
            hearAgain={turn?.hearAgain}
            retry={retry}
            isWaiting={isWaiting}
            volume={volume}
            onSpeed={(speed) => changePreferences({ player: { speed } })}
          />
        </div>
      </div>
      <SettingsOnDemand
        drawer={settingsDrawer}
        player={player}
        turn={turn}
        settings={own}
        onChange={(player) => changePreferences({ player })}
      />
    </PlayerFrame>
  );
}
