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
  /** True if the learner wants to hear the lines first: the bubble doesn't show them. */
  hidesText: boolean;
};

const FOLLOW_MS = 100;
/** Step of the slider, in seconds. */
const STEP = 0.1;
/** Delay after an arrow key, in milliseconds: the player seeks after the last of several presses. */
const KEYS_PAUSE_MS = 500;
/** Lines moved by each key. */
const LINES: Record<string, number> = {
  ArrowRight: 1,
  ArrowUp: 1,
  ArrowLeft: -1,
  ArrowDown: -1,
  PageUp: 10,
  PageDown: -10,
};

/**
 * A slider over the whole video with its lines. Releasing the thumb goes to the line there; the arrow keys go from line to line.
 */
export function SegmentSlider({ player, snapshot, segments, practised, hidesText }: Props) {
  const { t } = useTranslation();
  const { index, count, phase } = snapshot;
  const lastEnd = segments.reduce((latest, { end }) => Math.max(latest, end), 0);
  const length = Math.max(snapshot.duration || lastEnd, 100) / 1000;
  const start = (segments[index]?.start ?? 0) / 1000;
  const moves = phase.name === 'playing' || phase.name === 'buffering';
  const [position, setPosition] = useState(start);
  const [dragged, setDragged] = useState<number | null>(null);
  const [hovered, setHovered] = useState<number | null>(null);
  const [keyed, setKeyed] = useState<number | null>(null);

  useEffect(() => {
    if (!player || !moves) {
      // During the turn the thumb stays at the line's end; selecting another segment moves it to that one's start.
      if (phase.name !== 'turn') setPosition(start);
      return;
    }
    const timer = setInterval(() => setPosition(player.position() / 1000), FOLLOW_MS);
    return () => clearInterval(timer);
  }, [player, moves, start, phase.name]);

  useEffect(() => {
    if (keyed === null) return;
    const pause = setTimeout(() => {
      setKeyed(null);
      player?.select(keyed);
    }, KEYS_PAUSE_MS);
    return () => clearTimeout(pause);
  }, [keyed, player]);

  function letGo(seconds: number) {
    setDragged(null);
    setPosition(seconds);
    player?.jumpTo(seconds * 1000);
  }

  function stepByLine(event: KeyboardEvent) {
    const lines = event.key === 'Home' ? -count : event.key === 'End' ? count : LINES[event.key];
    if (!lines || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    event.stopPropagation();
    setKeyed(Math.max(0, Math.min(count - 1, (keyed ?? index) + lines)));
  }

  function hover({ pointerType, currentTarget, clientX }: PointerEvent) {
    if (pointerType === 'touch') return;
    const { left, width } = currentTarget.getBoundingClientRect();
    setHovered(Math.max(0, Math.min(1, (clientX - left) / width)) * length);
  }

  const keyedStart = keyed === null ? null : (segments[keyed]?.start ?? 0) / 1000;
  const value = Math.min(dragged ?? keyedStart ?? position, length);
  const pointedAt = dragged ?? keyedStart ?? hovered;
  const line = keyed ?? (dragged === null ? index : findSegmentIndex(segments, value * 1000));
  const lineText = t('practice.position', { number: Math.min(line + 1, count), count });
  return (
    <div className={classes.slider}>
      <span className={classes.clock} aria-hidden="true">
        {formatClock(value)}
      </span>
      <div
        className={classes.rail}
        onKeyDownCapture={stepByLine}
        onPointerMove={hover}
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
          step={STEP}
          value={value}
          onChange={setDragged}
          onChangeEnd={letGo}
          label={null}
          thumbLabel={t('practice.seek')}
          thumbValueText={`${formatClock(value)} / ${formatClock(length)} · ${lineText}`}
          thumbSize={20}
          size={6}
          classNames={{ root: classes.root, track: classes.track, bar: classes.bar, thumb: classes.thumb }}
          data-testid="segment-slider"
        />
        {pointedAt !== null && (
          <Bubble
            segments={segments}
            index={keyed ?? findSegmentIndex(segments, pointedAt * 1000)}
            seconds={pointedAt}
            share={pointedAt / length}
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
  share: number;
  hidesText: boolean;
};

/** A bubble with the line under the pointer or the thumb. */
function Bubble({ segments, index, seconds, share, hidesText }: BubbleProps) {
  const segment = segments[index];
  return (
    <div
      className={classes.bubble}
      style={{ insetInlineStart: `${share * 100}%`, translate: `${-share * 100}%` }}
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

/** Half the thickness of a block plus half the gap to the next, in pixels. */
const ROUND_PX = 4;

/** Draws all blocks, practised or not, as one SVG: a film has two thousand. */
function SegmentMarks({ segments, practised, index, length, position }: MarksProps) {
  const { ref, width } = useElementSize();
  const round = (ROUND_PX * length) / (width || 700);
  const block = useMemo(() => blocks(length, round), [length, round]);
  const { done, toCome } = useMemo(() => {
    const paths = { done: '', toCome: '' };
    for (const segment of segments)
      paths[practised.has(segment) ? 'done' : 'toCome'] += block(segment.start, segment.end);
    return paths;
  }, [segments, practised, block]);
  const current = segments[index];
  const heard = current && Math.max(current.start, Math.min(current.end, position));
  return (
    <div ref={ref} className={classes.marks}>
      <svg viewBox={`0 0 ${length} 1`} preserveAspectRatio="none" aria-hidden="true">
        <path className={classes.toCome} d={toCome} />
        <path className={classes.done} d={done} />
        {current && <path className={classes.current} d={block(current.start, current.end)} />}
        {current && heard !== undefined && heard > current.start && (
          <path className={classes.heard} d={block(current.start, heard)} />
        )}
      </svg>
    </div>
  );
}

/** Draws a line with rounded ends, whose stroke extends by `round` on either side. Subtitles may run past the video's end. */
const blocks = (length: number, round: number) => (start: number, end: number) =>
  start < length ? `M${start + round} .5H${Math.max(Math.min(end, length) - round, start + round + 1)}` : '';
