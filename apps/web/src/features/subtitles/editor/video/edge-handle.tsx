import { formatPosition, subtitles } from '@sayback/contract';
import { type KeyboardEvent, type PointerEvent, useState } from 'react';
import { useTranslation } from '../../../../locales/translation.ts';
import { type Edge, parseTimes } from '../model/times.ts';
import type { Segment } from '../model/unsaved.ts';
import { keySteps, type TimeWindow } from './time-window.ts';
import classes from './timeline.module.css';

const KEY_STEPS: Record<string, number> = {
  ...keySteps(10, 100),
  Home: Number.NEGATIVE_INFINITY,
  End: Number.POSITIVE_INFINITY,
};

type Props = {
  edge: Edge;
  value: Segment;
  number: number;
  window: TimeWindow;
  /** Limits of the edges unless Shift is held, in milliseconds. */
  limits: { start: number; end: number };
  timeAt: (event: PointerEvent) => number;
  onMove: (to: number) => void;
};

/** Handle of a segment's edge, moved by dragging or keys. The segment changes on release. */
export function EdgeHandle({ edge, value, number, window, limits, timeAt, onMove }: Props) {
  const { t } = useTranslation();
  const [dragged, setDragged] = useState<number | null>(null);
  const times = parseTimes(value);
  if (!times) return null;
  const isStart = edge === 'start_time';
  const time = dragged ?? (isStart ? times.start : times.end);
  const fraction = (time - window.from) / window.length;
  const min = subtitles.MIN_SEGMENT_MS;
  const range = isStart
    ? { from: limits.start, to: times.end - min }
    : { from: times.start + min, to: limits.end };
  const clampTime = (ms: number, allowsOverlap = false) => {
    const [from, to] = allowsOverlap
      ? [isStart ? 0 : range.from, isStart ? range.to : ms]
      : [range.from, range.to];
    return Math.max(from, Math.min(to, Math.round(ms)));
  };

  function onKeyDown(event: KeyboardEvent): void {
    const step = KEY_STEPS[event.key];
    if (step === undefined || event.altKey || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    const to = clampTime(time + step);
    // The limit is infinite without a neighbour.
    if (Number.isFinite(to) && to !== time) onMove(to);
  }
  function onPointerMove(event: PointerEvent): void {
    if (dragged !== null) setDragged(clampTime(timeAt(event), event.shiftKey));
  }
  function onPointerUp(): void {
    if (dragged !== null && dragged !== (isStart ? times?.start : times?.end)) onMove(dragged);
    setDragged(null);
  }
  if (fraction < 0 || fraction > 1) return null;
  return (
    <div
      role="slider"
      tabIndex={0}
      className={classes.edge}
      data-edge={isStart ? 'start' : 'end'}
      style={{ left: `${fraction * 100}%` }}
      title={t('editorTiming.dragHint')}
      aria-label={`${t('editor.position', { number })}, ${t(isStart ? 'editor.start' : 'editor.end')}`}
      aria-valuemin={range.from}
      aria-valuemax={Number.isFinite(range.to) ? range.to : time + 1}
      aria-valuenow={time}
      aria-valuetext={formatPosition(time)}
      onKeyDown={onKeyDown}
      onPointerDown={(event) => {
        event.stopPropagation();
        event.currentTarget.setPointerCapture(event.pointerId);
        setDragged(time);
      }}
      onPointerMove={onPointerMove}
      onPointerUp={onPointerUp}
      onPointerCancel={() => setDragged(null)}
    >
      {dragged !== null && <span className={classes.time}>{formatPosition(dragged)}</span>}
    </div>
  );
}
