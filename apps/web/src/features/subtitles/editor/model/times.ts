import { formatPosition, parsePosition, subtitles } from '@sayback/contract';
import type { Draft, Segment } from './unsaved.ts';

export type Edge = 'start_time' | 'end_time';

/** Step of an edge by key, in milliseconds; ten times that with Shift. */
export const NUDGE_MS = 100;

/** Returns a segment's times in milliseconds; null if invalid. */
export function getTimes(segment: Pick<Segment, Edge>): { start: number; end: number } | null {
  const start = parsePosition(segment.start_time);
  const end = parsePosition(segment.end_time);
  return start === null || end === null ? null : { start, end };
}

/**
 * Returns the reason why times can't be saved: unreadable (`form`), or the end isn't after the start (`order`). Null if
 * they can.
 */
export function timeProblem(segment: Pick<Segment, Edge>): { field: Edge; kind: 'form' | 'order' } | null {
  if (parsePosition(segment.start_time) === null) return { field: 'start_time', kind: 'form' };
  const times = getTimes(segment);
  if (!times) return { field: 'end_time', kind: 'form' };
  return times.end <= times.start ? { field: 'end_time', kind: 'order' } : null;
}

/** Moves an edge to a time in milliseconds: at least 0, and leaving the segment its minimum length. */
export function movedEdge(segment: Pick<Segment, Edge>, edge: Edge, to: number): Draft {
  const times = getTimes(segment);
  if (!times) return {};
  const min = subtitles.MIN_SEGMENT_MS;
  if (edge === 'start_time') return { start_time: formatPosition(Math.min(to, times.end - min)) };
  return { end_time: formatPosition(Math.max(to, times.start + min)) };
}

/**
 * Returns the reason why an edge can't be moved to a time in milliseconds: the other edge is in the way (`order`), or a
 * neighbour (`neighbour`), whose `limits` may only be passed with `isFree`. Null if it can.
 */
export function edgeProblem(
  segment: Pick<Segment, Edge>,
  edge: Edge,
  to: number,
  limits: { start: number; end: number },
  isFree: boolean,
): 'order' | 'neighbour' | null {
  const times = getTimes(segment);
  if (!times) return 'order';
  const start = edge === 'start_time' ? to : times.start;
  const end = edge === 'end_time' ? to : times.end;
  if (end - start < subtitles.MIN_SEGMENT_MS) return 'order';
  return !isFree && (start < limits.start || end > limits.end) ? 'neighbour' : null;
}

export function nudged(segment: Pick<Segment, Edge>, edge: Edge, by: number): Draft {
  const times = getTimes(segment);
  if (!times) return {};
  return movedEdge(segment, edge, (edge === 'start_time' ? times.start : times.end) + by);
}

/** Fast path: the server's form, which nearly every time already has. */
const TIDY = /^\d\d:[0-5]\d:[0-5]\d\.\d{3}$/;

/** Normalises `HH:MM:SS,mmm`, `M:SS` and bare seconds to `HH:MM:SS.mmm`; returns other texts unchanged. */
export function tidyTime(text: string): string {
  if (TIDY.test(text)) return text;
  const trimmed = text.trim().replace(',', '.');
  if (/^\d+(\.\d{1,3})?$/.test(trimmed)) return formatPosition(Number(trimmed) * 1000);
  const ms = parsePosition(
    /^\d+:\d/.test(trimmed) && trimmed.split(':').length === 2 ? `0:${trimmed}` : trimmed,
  );
  return ms === null ? text : formatPosition(ms);
}
