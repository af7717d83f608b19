import { formatPosition, subtitles } from '@sayback/contract';
import { type KeyboardEvent, type PointerEvent, useState } from 'react';
import { useTranslation } from '../../../../locales/translation.ts';
import { type Edge, parseTimes } from '../model/times.ts';
import type { Segment } from '../model/unsaved.ts';
import { keySteps, type TimeWindow } from './time-window.ts';
import classes from './timeline.module.css';

const STEPS: Record<string, number> = {
  ...keySteps(10, 100),
  Home: Number.NEGATIVE_INFINITY,
  End: Number.POSITIVE_INFINITY,
};

type Props = {
  edge: Edge;
  value: Segment;
  number: number;
  window: TimeWindow;
  /** Limits without Shift, in milliseconds. */
  room: { start: number; end: number };
  msAt: (event: PointerEvent) => number;
  onMove: (to: number) => void;
};

/** An edge of a segment, moved by dragging or keys. The segment changes on release. */
export function EdgeHandle({ edge, value, number, window, room, msAt, onMove }: Props) {
  const { t } = useTranslation();
  const [dragged, setDragged] = useState<number | null>(null);
  const times = parseTimes(value);
  if (!times) return null;
  const isStart = edge === 'start_time';
  const at = dragged ?? (isStart ? times.start : times.end);
  const share = (at - window.from) / window.length;
  const min = subtitles.MIN_SEGMENT_MS;
  const limit = isStart
    ? { from: room.start, to: times.end - min }
    : { from: times.start + min, to: room.end };
  const within = (ms: number, allowsOverlap = false) => {
    const [from, to] = allowsOverlap ? [isStart ? 0 : limit.from, isStart ? limit.to : ms] : [limit.from, limit.to];
    return Math.max(from, Math.min(to, Math.round(ms)));
  };

  function onKeyDown(event: KeyboardEvent): void {
    const step = STEPS[event.key];
    if (step === undefined || event.altKey || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    const to = within(at + step);
    // Without a neighbour there is no limit to move to.
    if (Number.isFinite(to) && to !== at) onMove(to);
  }
  function onPointerMove(event: PointerEvent): void {
    if (dragged !== null) setDragged(within(msAt(event), event.shiftKey));
  }
  function onPointerUp(): void {
    if (dragged !== null && dragged !== (isStart ? times?.start : times?.end)) onMove(dragged);
    setDragged(null);
  }
  if (share < 0 || share > 1) return null;
  return (
    <div
      role="slider"
      tabIndex={0}
      className={classes.edge}
      data-edge={isStart ? 'start' : 'end'}
      style={{ left: `${share * 100}%` }}
      title={t('editorTiming.dragHint')}
      aria-label={`${t('editor.position', { number })}, ${t(isStart ? 'editor.start' : 'editor.end')}`}
      aria-valuemin={limit.from}
      aria-valuemax={Number.isFinite(limit.to) ? limit.to : at + 1}
      aria-valuenow={at}
      aria-valuetext={formatPosition(at)}
      onKeyDown={onKeyDown}
      onPointerDown={(event) => {
        event.stopPropagation();
        event.currentTarget.setPointerCapture(event.pointerId);
        setDragged(at);
      }}
      onPointerMove={onPointerMove}
      onPointerUp={onPointerUp}
      onPointerCancel={() => setDragged(null)}
    >
      {dragged !== null && <span className={classes.time}>{formatPosition(dragged)}</span>}
    </div>
  );
}
