import type { PlayerSettings } from '@sayback/contract';

/** One practice unit; milliseconds in the medium. In a list the order is the list's, not the clock's. */
export type Segment = { start: number; end: number };

/** Stretch of a segment that is played, with its padding. */
export type PlayWindow = { from: number; to: number };

type PaddingSettings = Pick<PlayerSettings, 'padding_before' | 'padding_after' | 'padding_overlaps'>;

/** A segment that is shorter, or ends before it starts, is played for as long as this. */
const SHORTEST = 100;

/**
 * The part of the medium that is played for a segment, padding included.
 *
 * Unless `padding_overlaps` is set, added padding stops where another segment begins or ends; a segment
 * that overlaps this one leaves no room on that side. Negative padding never takes more than half of the
 * segment. The window starts at 0 or later and is never empty.
 */
export function playWindow(
  segments: readonly Segment[],
  index: number,
  settings: PaddingSettings,
): PlayWindow {
  const segment = segments[index];
  if (!segment) throw new RangeError(`No segment at ${index} of ${segments.length}`);
  const start = Math.max(0, segment.start);
  const end = Math.max(segment.end, start + SHORTEST);
  const { padding_before: before, padding_after: after } = settings;

  const cut = Math.max(0, -before) + Math.max(0, -after);
  const share = cut === 0 ? 1 : Math.min(1, (end - start) / 2 / cut);
  let from = before < 0 ? start - before * share : Math.max(0, start - before);
  let to = after < 0 ? end + after * share : end + after;

  if (!settings.padding_overlaps) {
    for (const neighbour of segments) {
      if (neighbour.start < start) from = Math.max(from, Math.min(neighbour.end, start));
      if (neighbour.end > end) to = Math.min(to, Math.max(neighbour.start, end));
    }
  }
  return { from, to };
}

/**
 * The part that is really played: longer by as much as the sound is late, and, where all is listened to without stops, up to the
 * next segment.
 */
export function heardWindow(
  segments: readonly Segment[],
  index: number,
  settings: PaddingSettings & Pick<PlayerSettings, 'listen_through' | 'sound_delay'>,
): PlayWindow {
  const { from, to } = playWindow(segments, index, settings);
  const goesOn = settings.listen_through && index + 1 in segments;
  const end = goesOn ? Math.max(to, playWindow(segments, index + 1, settings).from) : to;
  return { from, to: end + settings.sound_delay };
}

/**
 * The index of the segment that contains `position` (start included, end not); where several do, the one
 * that started last; where none does, the nearest. −1 when there are no segments.
 */
export function segmentAt(segments: readonly Segment[], position: number): number {
  let best = -1;
  let bestGap = Number.POSITIVE_INFINITY;
  let bestStart = Number.NEGATIVE_INFINITY;
  for (const [index, { start, end }] of segments.entries()) {
    const inside = start <= position && position < end;
    // A position at an end is nearer than any other gap, and still outside.
    const gap = inside ? 0 : Math.max(start - position, position - end, Number.MIN_VALUE);
    if (gap < bestGap || (inside && gap === bestGap && start > bestStart)) {
      best = index;
      bestGap = gap;
      bestStart = start;
    }
  }
  return best;
}
