import type { PlayerSettings } from '@sayback/contract';

/** One practice unit; milliseconds in the medium. A list's order can differ from the order in time. */
export type Segment = { start: number; end: number };

/** The range of a segment that is played, with its padding. */
export type PlayWindow = { from: number; to: number };

type PaddingSettings = Pick<PlayerSettings, 'padding_before' | 'padding_after' | 'padding_overlaps'>;

/** Minimum duration of playback in milliseconds, for a segment that is shorter or ends before it starts. */
const MIN_DURATION_MS = 100;

/**
 * Returns the part of the medium that is played for a segment, padding included.
 *
 * Unless `padding_overlaps` is set, added padding stops where another segment starts or ends; on a side where another segment
 * overlaps, there is none. Negative padding takes at most half of the segment. The window starts at 0 or later and is never
 * empty.
 */
export function computePaddedWindow(
  segments: readonly Segment[],
  index: number,
  settings: PaddingSettings,
): PlayWindow {
  const segment = segments[index];
  if (!segment) throw new RangeError(`No segment at ${index} of ${segments.length}`);
  const start = Math.max(0, segment.start);
  const end = Math.max(segment.end, start + MIN_DURATION_MS);
  const { padding_before: before, padding_after: after } = settings;

  const cut = Math.max(0, -before) + Math.max(0, -after);
  const fraction = cut === 0 ? 1 : Math.min(1, (end - start) / 2 / cut);
  let from = before < 0 ? start - before * fraction : Math.max(0, start - before);
  let to = after < 0 ? end + after * fraction : end + after;

  if (!settings.padding_overlaps) {
    for (const neighbour of segments) {
      if (neighbour.start < start) from = Math.max(from, Math.min(neighbour.end, start));
      if (neighbour.end > end) to = Math.min(to, Math.max(neighbour.start, end));
    }
  }
  return { from, to };
}

/** Returns the range to play: the padded window plus the audio delay and, when listening through, up to the next segment. */
export function computePlayWindow(
  segments: readonly Segment[],
  index: number,
  settings: PaddingSettings & Pick<PlayerSettings, 'listen_through' | 'sound_delay'>,
): PlayWindow {
  const { from, to } = computePaddedWindow(segments, index, settings);
  const continues = settings.listen_through && index + 1 in segments;
  const end = continues ? Math.max(to, computePaddedWindow(segments, index + 1, settings).from) : to;
  return { from, to: end + settings.sound_delay };
}

/**
 * Returns the index of the segment that contains `position` (start included, end excluded). If several do, the latest to start;
 * if none does, the nearest. −1 without segments.
 */
export function findSegmentIndex(segments: readonly Segment[], position: number): number {
  let best = -1;
  let bestGap = Number.POSITIVE_INFINITY;
  let bestStart = Number.NEGATIVE_INFINITY;
  for (const [index, { start, end }] of segments.entries()) {
    const isInside = start <= position && position < end;
    // A position exactly at an end is outside, with the smallest possible gap.
    const gap = isInside ? 0 : Math.max(start - position, position - end, Number.MIN_VALUE);
    if (gap < bestGap || (isInside && gap === bestGap && start > bestStart)) {
      best = index;
      bestGap = gap;
      bestStart = start;
    }
  }
  return best;
}
