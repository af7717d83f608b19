import { formatPosition, parsePosition, subtitles } from '@sayback/contract';
import { parseTime } from '../../../../ui/sync/time-text.ts';
import type { Draft, Segment } from './unsaved.ts';

export type Edge = 'start_time' | 'end_time';

/** Step by which a key moves an edge, in milliseconds; ten times that with Shift. */
export const NUDGE_MS = 100;

/** Returns a segment's times in milliseconds; null if invalid. */
export function parseTimes(segment: Pick<Segment, Edge>): { start: number; end: number } | null {
  const start = parsePosition(segment.start_time);
  const end = parsePosition(segment.end_time);
  return start === null || end === null ? null : { start, end };
}

/**
 * Returns the reason why times can't be saved: one is unreadable (`format`), or the end isn't after the start (`order`). Null if
 * they can.
 */
export function findTimeProblem(
  segment: Pick<Segment, Edge>,
): { field: Edge; kind: 'format' | 'order' } | null {
  if (parsePosition(segment.start_time) === null) return { field: 'start_time', kind: 'format' };
  const times = parseTimes(segment);
  if (!times) return { field: 'end_time', kind: 'format' };
  return times.end <= times.start ? { field: 'end_time', kind: 'order' } : null;
}

/** Moves an edge to a time in milliseconds, limited by the start of the video and the segment's minimum length. */
export function moveEdge(segment: Pick<Segment, Edge>, edge: Edge, to: number): Draft {
  const times = parseTimes(segment);
  if (!times) return {};
  const min = subtitles.MIN_SEGMENT_MS;
  if (edge === 'start_time') return { start_time: formatPosition(Math.min(to, times.end - min)) };
  return { end_time: formatPosition(Math.max(to, times.start + min)) };
}

/**
 * Returns the reason why an edge can't be moved to a time in milliseconds: the segment would be too short (`order`), or it would
 * overlap a neighbour beyond `limits` (`neighbour`), which `allowsOverlap` permits. Null if it can.
 */
export function findEdgeProblem(
  segment: Pick<Segment, Edge>,
  edge: Edge,
  to: number,
  limits: { start: number; end: number },
  allowsOverlap: boolean,
): 'order' | 'neighbour' | null {
  const times = parseTimes(segment);
  if (!times) return 'order';
  const start = edge === 'start_time' ? to : times.start;
  const end = edge === 'end_time' ? to : times.end;
  if (end - start < subtitles.MIN_SEGMENT_MS) return 'order';
  return !allowsOverlap && (start < limits.start || end > limits.end) ? 'neighbour' : null;
}

export function nudgeEdge(segment: Pick<Segment, Edge>, edge: Edge, by: number): Draft {
  const times = parseTimes(segment);
  if (!times) return {};
  return moveEdge(segment, edge, (edge === 'start_time' ? times.start : times.end) + by);
}

/** Fast path: nearly every time already has the server's format. */
const TIDY_TIME = /^\d\d:[0-5]\d:[0-5]\d\.\d{3}$/;

/** Normalises `HH:MM:SS,mmm`, `M:SS` and bare seconds to `HH:MM:SS.mmm`; returns other texts unchanged. */
export function tidyTime(text: string): string {
  if (TIDY_TIME.test(text)) return text;
  const ms = parseTime(text);
  return ms === null ? text : formatPosition(ms);
}
