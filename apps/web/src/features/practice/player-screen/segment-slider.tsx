import '@mantine/core/styles/Slider.css';
import { Slider } from '@mantine/core';
import { useEffect, useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { formatClock } from '../../../ui/format-clock.ts';
import type { Player, PlayerSnapshot } from '../player/player.ts';
import type { PracticeSegment } from '../queries.ts';
import classes from './segment-slider.module.css';

type Props = { player: Player | null; snapshot: PlayerSnapshot; segments: readonly PracticeSegment[] };

const FOLLOW_MS = 100;
/** The step that the slider moves by, in seconds. */
const STEP = 0.1;
/** Every key press ends a drag: the jump waits for the last one. */
const KEYS_PAUSE_MS = 500;

/** The whole video with its segments marked. Letting go of the thumb jumps to the segment there. */
export function SegmentSlider({ player, snapshot, segments }: Props) {
  const { t } = useTranslation();
  const lastEnd = segments.reduce((latest, { end }) => Math.max(latest, end), 0);
  const length = Math.max(snapshot.duration || lastEnd, 100) / 1000;
  const start = (segments[snapshot.index]?.start ?? 0) / 1000;
  const moves = snapshot.phase.name === 'playing' || snapshot.phase.name === 'buffering';
  const [position, setPosition] = useState(start);
  const [dragged, setDragged] = useState<number | null>(null);

  useEffect(() => {
    if (!player || !moves) {
      // At its turn the thumb stays where the line ended; another segment takes it to its start.
      if (snapshot.phase.name !== 'turn') setPosition(start);
      return;
    }
    const timer = setInterval(() => setPosition(player.position() / 1000), FOLLOW_MS);
    return () => clearInterval(timer);
  }, [player, moves, start, snapshot.phase.name]);

  const isKeyed = useRef(false);
  const pause = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(pause.current), []);

  function jump(seconds: number) {
    setDragged(null);
    setPosition(seconds);
    player?.jumpTo(seconds * 1000);
  }

  function letGo(seconds: number) {
    clearTimeout(pause.current);
    if (isKeyed.current) pause.current = setTimeout(() => jump(seconds), KEYS_PAUSE_MS);
    else jump(seconds);
  }

  const value = Math.min(dragged ?? position, length);
  return (
    <div className={classes.slider}>
      <span className={classes.clock} aria-hidden="true">
        {formatClock(value)}
      </span>
      <div
        className={classes.rail}
        onKeyDownCapture={() => {
          isKeyed.current = true;
        }}
        onPointerDownCapture={() => {
          isKeyed.current = false;
        }}
      >
        <SegmentMarks segments={segments} index={snapshot.index} length={length * 1000} />
        <Slider
          min={0}
          max={length}
          step={STEP}
          value={value}
          onChange={setDragged}
          onChangeEnd={letGo}
          label={formatClock}
          thumbLabel={t('practice.seek')}
          thumbValueText={`${formatClock(value)} / ${formatClock(length)}`}
          thumbSize={20}
          size={6}
          classNames={{ root: classes.root, track: classes.track, bar: classes.bar, thumb: classes.thumb }}
          data-testid="segment-slider"
        />
      </div>
      <span className={classes.clock} aria-hidden="true">
        {formatClock(length)}
      </span>
    </div>
  );
}

type MarksProps = { segments: readonly PracticeSegment[]; index: number; length: number };

/** One drawing for all marks: a film has two thousand of them. */
function SegmentMarks({ segments, index, length }: MarksProps) {
  const marks = useMemo(() => segments.map(({ start, end }) => bar(start, end)).join(''), [segments]);
  const current = segments[index];
  return (
    <svg className={classes.marks} viewBox={`0 0 ${length} 1`} preserveAspectRatio="none" aria-hidden="true">
      <path className={classes.mark} d={marks} />
      {current && <path className={classes.current} d={bar(current.start, current.end)} />}
    </svg>
  );
}

const bar = (start: number, end: number) => `M${start} 0H${Math.max(end, start + 1)}V1H${start}Z`;
