import { formatPosition, subtitles } from '@sayback/contract';
import { parseTimes } from '../model/times.ts';
import type { Segment } from '../model/unsaved.ts';

const OUTER_SEGMENT_MS = 2000;

/**
 * Inserts a segment at an index as the real server does: it fills the gap between its neighbours, or takes 0.1 s from the longer
 * one, whose version is raised.
 */
export function insertBetween(
  stored: readonly Segment[],
  index: number,
  created: Segment,
): { stored: Segment[]; created: Segment; shortened: Segment[] } {
  const min = subtitles.MIN_SEGMENT_MS;
  const [before, after] = [index > 0 ? stored[index - 1] : undefined, stored[index]];
  const [left, right] = [before && parseTimes(before), after && parseTimes(after)];
  let start = left?.end ?? Math.max(0, (right?.start ?? 0) - OUTER_SEGMENT_MS);
  let end = right?.start ?? start + OUTER_SEGMENT_MS;
  let shortened: Segment | undefined;
  const shorten = (segment: Segment, times: Partial<Segment>) => {
    shortened = { ...segment, ...times, edited: true, version: segment.version + 1 };
  };
  if (end - start < min) {
    if (before && left && right && left.end - left.start >= right.end - right.start) {
      start = end - min;
      shorten(before, { end_time: formatPosition(start) });
    } else if (after) {
      end = start + min;
      shorten(after, { start_time: formatPosition(end) });
    }
  }
  const timed = { ...created, start_time: formatPosition(start), end_time: formatPosition(end) };
  return {
    stored: stored
      .map((segment) => (segment.id === shortened?.id ? shortened : segment))
      .toSpliced(index, 0, timed),
    created: timed,
    shortened: shortened ? [shortened] : [],
  };
}
