import { ActionIcon, Box, Button } from '@mantine/core';
import { type PlayerSettings, practice, type videos } from '@sayback/contract';
import { IconPlayerSkipForwardFilled, IconPlayerTrackPrevFilled } from '@tabler/icons-react';
import { useEffect, useMemo, useState } from 'react';
import { useTranslation } from '../../../locales/translation.ts';
import { DICTATION, LISTEN_FIRST } from '../modes/modes.ts';
import { PlayerFrame } from '../player-screen/player-frame.tsx';
import { PlayerStage } from '../player-screen/player-stage.tsx';
import { SettingsButton, useSettingsDrawer } from '../player-screen/settings-on-demand.tsx';
import { usePlayback } from '../player-screen/use-playback.ts';
import { usePlayerKeys } from '../player-screen/use-player-keys.ts';
import type { SavedReview } from '../turn/task-props.ts';
import { GradeBar } from './grade-bar.tsx';
import { createLineSession, createPlaybackSession } from './line-session.ts';
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

/** Plays a due line without its text; then the learner says or writes it, and grades a line that was said. */
export function TodayPlayer({
  video,
  line,
  number,
  count,
  settings: learnerSettings,
  onAnswer,
  onSkip,
}: Props) {
  const { t } = useTranslation();
  const [linePlayedWithPrevious, setLinePlayedWithPrevious] = useState<practice.QueuedLine | null>(null);
  const playsPrevious = linePlayedWithPrevious === line;
  const session = useMemo(() => createLineSession(line), [line]);
  const from = playsPrevious ? line.before?.start_ms : undefined;
  const playbackSession = useMemo(() => createPlaybackSession(session, from), [session, from]);
  const mode = line.skill === 'write' ? DICTATION : LISTEN_FIRST;
  const playback = usePlayback(playbackSession, learnerSettings, mode);
  const { player, turn, settings, changePreferences } = playback;
  const [textsHidden, setTextsHidden] = useState(false);
  const settingsDrawer = useSettingsDrawer();
  // A written line is graded in its turn, and can be repeated until the learner continues.
  const [lastReview, setLastReview] = useState<{ line: practice.QueuedLine; review: SavedReview } | null>(
    null,
  );
  const review = lastReview?.line === line ? lastReview.review : null;
  function finishLine() {
    setLastReview(null);
    if (review) onAnswer(review.grade, review.id);
    else onSkip();
  }
  const canGrade = turn?.isDone === true && line.skill === 'say';

  // Each line starts automatically: the learner has pressed Start or a grade.
  useEffect(() => {
    if (playbackSession.segments.length > 0) player?.playSegment();
  }, [player, playbackSession]);

  usePlayerKeys({
    ...playback,
    isEnabled: learnerSettings.keys,
    onToggleTexts: () => setTextsHidden(!textsHidden),
    onMode: (key) => {
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
          aria-pressed={playsPrevious}
          onClick={() => setLinePlayedWithPrevious(playsPrevious ? null : line)}
        >
          <IconPlayerTrackPrevFilled aria-hidden />
        </ActionIcon>
      )}
      <SettingsButton drawer={settingsDrawer} />
      <Button
        variant="quiet"
        classNames={{ root: classes.skip, section: classes.skipIcon, label: classes.skipText }}
        rightSection={<IconPlayerSkipForwardFilled size={18} aria-hidden />}
        aria-label={t('today.skip')}
        onClick={finishLine}
      >
        {t('today.skip')}
      </Button>
    </>
  );
  return (
    <PlayerFrame
      title={video.title}
      language={video.original_language}
      note={
        <Box component="span" display="block" c="var(--quiet)" fz="0.85rem" lh="1.2">
          {t(`today.reason.${line.reason}`)}
        </Box>
      }
      tools={tools}
    >
      <PlayerStage
        video={video}
        playback={playback}
        segment={playbackSession.segments[0]}
        line={{ index: number - 1, count }}
        languages={{ original: video.original_language, target: line.text_target ? '' : null }}
        textsHidden={textsHidden}
        mode={null}
        task={{
          session,
          mode,
          showsText: !textsHidden && settings.original === 'show',
          answer: { review, onReview: (review) => setLastReview({ line, review }), onContinue: finishLine },
        }}
        end={canGrade && <GradeBar intervals={line.intervals} onGrade={onAnswer} />}
        position={
          <progress
            className={classes.progress}
            max={count}
            value={number - 1}
            aria-label={t('today.position', { number, count })}
          />
        }
        settingsDrawer={settingsDrawer}
        settings={learnerSettings}
        onChange={(player) => changePreferences({ player })}
      />
    </PlayerFrame>
  );
}
