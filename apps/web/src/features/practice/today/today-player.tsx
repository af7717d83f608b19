import { ActionIcon, Button } from '@mantine/core';
import { type PlayerSettings, practice, type videos } from '@sayback/contract';
import { IconPlayerSkipForwardFilled, IconPlayerTrackPrevFilled } from '@tabler/icons-react';
import { useEffect, useMemo, useState } from 'react';
import { useTranslation } from '../../../locales/translation.ts';
import { PlayerFrame } from '../player-screen/player-frame.tsx';
import { PlayerStage } from '../player-screen/player-stage.tsx';
import { SettingsButton, useSettingsDrawer } from '../player-screen/settings-on-demand.tsx';
import { usePlayback } from '../player-screen/use-playback.ts';
import { usePlayerKeys } from '../player-screen/use-player-keys.ts';
import type { SavedReview } from '../turn/task-props.ts';
import { DICTATION, LISTEN_FIRST } from '../modes/modes.ts';
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
  const mode = line.skill === 'write' ? DICTATION : LISTEN_FIRST;
  const playback = usePlayback(heard, own, mode);
  const { player, turn, settings, changePreferences } = playback;
  const [textsHidden, setTextsHidden] = useState(false);
  const settingsDrawer = useSettingsDrawer();
  // Written lines are graded before the learner moves on, and may be repeated until then.
  const [lastReview, setLastReview] = useState<{ line: practice.QueuedLine; review: SavedReview } | null>(
    null,
  );
  const review = lastReview?.line === line ? lastReview.review : null;
  function proceed() {
    setLastReview(null);
    if (review) onAnswer(review.grade, review.id);
    else onSkip();
  }
  // Written lines are graded automatically.
  const canGrade = turn?.isDone === true && line.skill === 'say';

  // Each line starts automatically, since the learner pressed Start or a grade.
  useEffect(() => {
    if (heard.segments.length > 0) player?.playSegment();
  }, [player, heard]);

  usePlayerKeys({
    ...playback,
    enabled: own.keys,
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
          aria-pressed={hearsBefore}
          onClick={() => setWithBefore(hearsBefore ? null : line)}
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
        onClick={proceed}
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
      <PlayerStage
        video={video}
        playback={playback}
        segment={heard.segments[0]}
        line={{ index: number - 1, count }}
        languages={{ original: video.original_language, target: line.text_target ? '' : null }}
        textsHidden={textsHidden}
        mode={null}
        task={{
          session,
          mode,
          showsText: !textsHidden && settings.original === 'show',
          answer: { review, onReview: (saved) => setLastReview({ line, review: saved }), goOn: proceed },
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
        settings={own}
        onChange={(player) => changePreferences({ player })}
      />
    </PlayerFrame>
  );
}
