import '@mantine/core/styles/Slider.css';
import { Slider } from '@mantine/core';
import { useElementSize } from '@mantine/hooks';
import { type KeyboardEvent, type PointerEvent, useEffect, useMemo, useState } from 'react';
import { useTranslation } from '../../../locales/translation.ts';
import { formatClock } from '../../../ui/format-clock.ts';
import type { Player, PlayerSnapshot } from '../player/player.ts';
import type { PracticeLine } from '../player/practice-lines.ts';
import { findSegmentIndex } from '../player/segment-window.ts';
import classes from './segment-slider.module.css';

type Props = {
  player: Player | null;
  snapshot: PlayerSnapshot;
  segments: readonly PracticeLine[];
  practised: ReadonlySet<PracticeLine>;
  /** True if the bubble must not show the lines' texts, because the learner wants to hear them first. */
  hidesText: boolean;
};

const POLL_MS = 100;
const STEP_SECONDS = 0.1;
/** Delay after an arrow key, in milliseconds: only the last of several presses seeks. */
const KEY_DELAY_MS = 500;
/** Number of lines by which each key moves. */
const KEY_STEPS: Record<string, number> = {
  ArrowRight: 1,
  ArrowUp: 1,
  ArrowLeft: -1,
  ArrowDown: -1,
  PageUp: 10,
  PageDown: -10,
};

/** A slider over the whole video. Releasing the thumb selects the line at its position; the arrow keys move by line. */
export function SegmentSlider({ player, snapshot, segments, practised, hidesText }: Props) {
  const { t } = useTranslation();
  const { index, count, phase } = snapshot;
  const lastEnd = segments.reduce((latest, { end }) => Math.max(latest, end), 0);
  const length = Math.max(snapshot.duration || lastEnd, 100) / 1000;
  const start = (segments[index]?.start ?? 0) / 1000;
  const isMoving = phase.name === 'playing' || phase.name === 'buffering';
  const [position, setPosition] = useState(start);
  const [dragged, setDragged] = useState<number | null>(null);
  const [hovered, setHovered] = useState<number | null>(null);
  const [keyedLine, setKeyedLine] = useState<number | null>(null);

  useEffect(() => {
    if (!player || !isMoving) {
      // In the turn, the thumb stays at the line's end; otherwise it is at the selected line's start.
      if (phase.name !== 'turn') setPosition(start);
      return;
    }
    const timer = setInterval(() => setPosition(player.position() / 1000), POLL_MS);
    return () => clearInterval(timer);
  }, [player, isMoving, start, phase.name]);

  useEffect(() => {
    if (keyedLine === null) return;
    const timer = setTimeout(() => {
      setKeyedLine(null);
      player?.select(keyedLine);
    }, KEY_DELAY_MS);
    return () => clearTimeout(timer);
  }, [keyedLine, player]);

  function release(seconds: number) {
    setDragged(null);
    setPosition(seconds);
    player?.jumpTo(seconds * 1000);
  }

  function moveByLine(event: KeyboardEvent) {
    const lines = event.key === 'Home' ? -count : event.key === 'End' ? count : KEY_STEPS[event.key];
    if (!lines || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    event.stopPropagation();
    setKeyedLine(Math.max(0, Math.min(count - 1, (keyedLine ?? index) + lines)));
  }

  function handleHover({ pointerType, currentTarget, clientX }: PointerEvent) {
    if (pointerType === 'touch') return;
    const { left, width } = currentTarget.getBoundingClientRect();
    setHovered(Math.max(0, Math.min(1, (clientX - left) / width)) * length);
  }

  const keyedStart = keyedLine === null ? null : (segments[keyedLine]?.start ?? 0) / 1000;
  const value = Math.min(dragged ?? keyedStart ?? position, length);
  const pointedSeconds = dragged ?? keyedStart ?? hovered;
  const line = keyedLine ?? (dragged === null ? index : findSegmentIndex(segments, value * 1000));
  const lineText = t('practice.position', { number: Math.min(line + 1, count), count });
  return (
    <div className={classes.slider}>
      <span className={classes.clock} aria-hidden="true">
        {formatClock(value)}
      </span>
      <div
        className={classes.rail}
        onKeyDownCapture={moveByLine}
        onPointerMove={handleHover}
        onPointerLeave={() => setHovered(null)}
      >
        <SegmentMarks
          segments={segments}
          practised={practised}
          index={index}
          length={length * 1000}
          position={value * 1000}
        />
        <Slider
          min={0}
          max={length}
          step={STEP_SECONDS}
          value={value}
          onChange={setDragged}
          onChangeEnd={release}
          label={null}
          thumbLabel={t('practice.seek')}
          thumbValueText={`${formatClock(value)} / ${formatClock(length)} · ${lineText}`}
          thumbSize={20}
          size={6}
          classNames={{ root: classes.root, track: classes.track, bar: classes.bar, thumb: classes.thumb }}
          data-testid="segment-slider"
        />
        {pointedSeconds !== null && (
          <Bubble
            segments={segments}
            index={keyedLine ?? findSegmentIndex(segments, pointedSeconds * 1000)}
            seconds={pointedSeconds}
            fraction={pointedSeconds / length}
            hidesText={hidesText}
          />
        )}
      </div>
      <span className={classes.clock} aria-hidden="true">
        {formatClock(length)}
      </span>
    </div>
  );
}

type BubbleProps = {
  segments: readonly PracticeLine[];
  index: number;
  seconds: number;
  /** Position on the rail, 0 to 1. */
  fraction: number;
  hidesText: boolean;
};

/** A bubble with the line under the pointer or the thumb. */
function Bubble({ segments, index, seconds, fraction, hidesText }: BubbleProps) {
  const segment = segments[index];
  return (
    <div
      className={classes.bubble}
      style={{ insetInlineStart: `${fraction * 100}%`, translate: `${-fraction * 100}%` }}
      aria-hidden="true"
      data-testid="line-bubble"
    >
      <b>{formatClock(seconds)}</b>
      {segment && ` ${index + 1}. ${hidesText ? '' : segment.original || segment.target}`}
    </div>
  );
}

type MarksProps = {
  segments: readonly PracticeLine[];
  practised: ReadonlySet<PracticeLine>;
  index: number;
  /** Length of the video and position in it, in milliseconds. */
  length: number;
  position: number;
};

/** Half the thickness of a block plus half the gap to the next one, in pixels. */
const INSET_PX = 4;

/** Draws the lines as blocks, in few paths: a film has two thousand lines. */
function SegmentMarks({ segments, practised, index, length, position }: MarksProps) {
  const { ref, width } = useElementSize();
  const inset = (INSET_PX * length) / (width || 700);
  const blockPath = useMemo(() => createBlockPath(length, inset), [length, inset]);
  const paths = useMemo(() => {
    const drawn = { practised: '', remaining: '' };
    for (const segment of segments)
      drawn[practised.has(segment) ? 'practised' : 'remaining'] += blockPath(segment.start, segment.end);
    return drawn;
  }, [segments, practised, blockPath]);
  const current = segments[index];
  const heardUntil = current && Math.max(current.start, Math.min(current.end, position));
  return (
    <div ref={ref} className={classes.marks}>
      <svg viewBox={`0 0 ${length} 1`} preserveAspectRatio="none" aria-hidden="true">
        <path className={classes.remaining} d={paths.remaining} />
        <path className={classes.practised} d={paths.practised} />
        {current && <path className={classes.current} d={blockPath(current.start, current.end)} />}
        {current && heardUntil !== undefined && heardUntil > current.start && (
          <path className={classes.heard} d={blockPath(current.start, heardUntil)} />
        )}
      </svg>
    </div>
  );
}

/**
 * Returns a function that draws a block as a line with rounded ends, whose stroke extends by `inset` on either side. Subtitles can
 * exceed the video's end.
 */
const createBlockPath = (length: number, inset: number) => (start: number, end: number) =>
  start < length ? `M${start + inset} .5H${Math.max(Math.min(end, length) - inset, start + inset + 1)}` : '';
