import { Box, VisuallyHidden } from '@mantine/core';
import type { PlayerSettings } from '@sayback/contract';
import { IconMessageCircle } from '@tabler/icons-react';
import { type CSSProperties, type ReactNode, useEffect, useRef, useState } from 'react';
import { useTranslation } from '../../../../locales/translation.ts';
import { useFocusFallback } from '../../../../ui/focus/use-focus-fallback.ts';
import type { PlayerSnapshot } from '../../player/player.ts';
import type { PracticeLine } from '../../player/practice-lines.ts';
import type { PracticeSegment } from '../../queries.ts';
import type { TurnControls } from '../turn-controls.ts';
import { PracticeText } from './practice-text.tsx';
import classes from './segment-panel.module.css';
import { useFit } from './use-fit.ts';

type Props = {
  segment: (PracticeSegment & Pick<PracticeLine, 'part'>) | undefined;
  snapshot: PlayerSnapshot;
  settings: PlayerSettings;
  /** `target` is null if no translation is shown. */
  languages: { original: string; target: string | null };
  /** True while the learner hides both texts. */
  textsHidden: boolean;
  /** True after a long wait for the medium. */
  isSlow: boolean;
  /** State of the recorded turn, and its panel below the texts. */
  turn: Pick<TurnControls, 'label' | 'icon' | 'lineSlot'> | null;
  part: ReactNode;
  mode: ReactNode;
  /** Shown below the texts once the video is over. */
  end: ReactNode;
};

function computeVisibility(
  setting: PlayerSettings['original'],
  untilTurn: boolean,
  isTurn: boolean,
  isHidden: boolean,
) {
  if (isHidden) return 'hide';
  return untilTurn && isTurn ? 'show' : setting;
}

/** The line's texts and the state of the turn, which shape, icon and words show in addition to the colour. */
export function SegmentPanel({
  segment,
  snapshot,
  settings,
  languages,
  textsHidden,
  isSlow,
  turn,
  part,
  mode,
  end,
}: Props) {
  const { t } = useTranslation();
  const { phase } = snapshot;
  const isTurn = phase.name === 'turn';
  const isInTurn = isTurn || snapshot.isReplay === true;
  const label = useStateLabel(snapshot, settings);
  const state = isSlow ? t('practice.takingLonger') : (isTurn && turn?.label) || label;
  const original = segment?.original.trim();
  const target = segment?.target.trim();
  const panel = useRef<HTMLElement>(null);
  useFit(panel);
  const task = useRef<HTMLDivElement>(null);
  useFocusFallback(task);
  const originalVisibility = computeVisibility(
    settings.original,
    settings.original_until_turn,
    isInTurn,
    textsHidden,
  );
  const translationVisibility = computeVisibility(
    settings.translation,
    settings.translation_until_turn,
    isInTurn,
    textsHidden,
  );
  const lineSlot = isInTurn ? turn?.lineSlot : undefined;
  const originalText = original || t(isTurn ? 'practice.tryToRepeat' : 'practice.noOriginal');

  return (
    <section
      ref={panel}
      className={classes.panel}
      style={segment && ({ '--run': `${(segment.end - segment.start) / snapshot.rate}ms` } as CSSProperties)}
      data-turn={isInTurn || undefined}
      data-phase={phase.name}
    >
      <div className={classes.head}>
        <span className={classes.state}>
          {isTurn ? (turn?.icon ?? <IconMessageCircle size={20} aria-hidden />) : <SoundBars />}
          {state}
        </span>
        {mode}
        <span className={classes.count} data-testid="segment-count">
          {t('practice.position', {
            number: Math.min(snapshot.index + 1, snapshot.count),
            count: snapshot.count,
          })}
          {segment?.part && segment.part.count > 1 && ` · ${segment.part.number}/${segment.part.count}`}
        </span>
      </div>
      <div className={classes.body}>
        <div className={classes.texts}>
          {lineSlot ? (
            <div ref={lineSlot} />
          ) : (
            <PracticeText
              key={`original ${segment?.id} ${isInTurn}`}
              part="original"
              text={segment ? originalText : t('practice.noSegments')}
              language={original ? languages.original : undefined}
              visibility={originalVisibility}
              revealLabel={t('practice.revealOriginal')}
            />
          )}
          {languages.target !== null && !(lineSlot && translationVisibility === 'hide') && (
            <PracticeText
              key={`target ${segment?.id} ${isInTurn}`}
              part="target"
              text={segment ? target || t('practice.noTarget') : ''}
              language={target ? languages.target : undefined}
              visibility={translationVisibility}
              revealLabel={t('practice.revealTranslation')}
            />
          )}
          {end}
        </div>
        <div ref={task} className={classes.part} tabIndex={-1}>
          {part}
        </div>
      </div>
      {isTurn && phase.until !== null && (
        <TurnCountdown key={phase.since} since={phase.since} until={phase.until} />
      )}
      <VisuallyHidden role="status" aria-live="polite" data-testid="announcement">
        {isTurn && (
          <>
            {t('practice.yourTurn')}{' '}
            {originalVisibility === 'show' && (
              <span lang={original ? languages.original : undefined}>{originalText}</span>
            )}
          </>
        )}
        {phase.name === 'blocked' && t('practice.tapToStart')}
        {isSlow && state}
      </VisuallyHidden>
    </section>
  );
}

/** Bars that move during playback. */
function SoundBars() {
  return (
    <span className={classes.bars} aria-hidden="true">
      <i />
      <i />
      <i />
    </span>
  );
}

function useStateLabel(
  { phase, round }: PlayerSnapshot,
  { repeats, listen_through }: PlayerSettings,
): string {
  const { t } = useTranslation();
  switch (phase.name) {
    case 'loading':
      return t('practice.loading');
    case 'ready':
    case 'failed':
      return t('practice.ready');
    case 'transition':
      return t('practice.transition');
    case 'buffering':
      return t('practice.loading');
    case 'blocked':
      return t('practice.tapToStart');
    case 'turn':
      return t('practice.yourTurn');
    default: {
      if (repeats === 1 || listen_through) return t('practice.listening');
      const repetition =
        repeats === 0
          ? t('practice.repetitionEndless', { number: round })
          : t('practice.repetition', { number: round, count: repeats });
      return `${t('practice.listening')} · ${repetition}`;
    }
  }
}

/** Shows the remaining time of a turn with a limit. Times are those of `performance.now()`. */
function TurnCountdown({ since, until }: { since: number; until: number }) {
  const [remaining, setRemaining] = useState(1);
  useEffect(() => {
    const timer = setInterval(() => {
      setRemaining(Math.max(0, (until - performance.now()) / Math.max(1, until - since)));
    }, 100);
    return () => clearInterval(timer);
  }, [since, until]);
  return (
    <Box pos="absolute" inset="auto 0 0" bg="rgb(255 255 255 / 25%)" style={{ height: 5 }} aria-hidden="true">
      <Box h="100%" bg="var(--mantine-color-white)" style={{ width: `${remaining * 100}%` }} />
    </Box>
  );
}
