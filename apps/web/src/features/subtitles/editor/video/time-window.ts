/** Visible stretch of a medium on the timeline, in milliseconds. */
export type TimeWindow = { from: number; length: number };

/** Long enough for a segment and its neighbours, short enough to see a speaker's pauses. */
export const START_LENGTH = 12_000;
const SHORTEST = 1000;
const LONGEST = 10 * 60_000;
/** Margin around a segment, as a share of the window. */
const LEAD = 0.08;

const within = (value: number, min: number, max: number) => Math.max(min, Math.min(max, value));

/** `factor` below 1 zooms in. The time `around` stays in place. */
export function zoomed({ from, length }: TimeWindow, factor: number, around = from + length / 2): TimeWindow {
  const next = within(length * factor, SHORTEST, LONGEST);
  return { from: Math.max(0, around - ((around - from) * next) / length), length: next };
}

export const panned = ({ from, length }: TimeWindow, by: number): TimeWindow => ({
  from: Math.max(0, from + by),
  length,
});

/** Moves, and if necessary widens, the window until a segment is entirely visible. Unchanged if it already is. */
export function showing(window: TimeWindow, { start, end }: { start: number; end: number }): TimeWindow {
  const length = Math.max(window.length, Math.min(LONGEST, (end - start) / (1 - 2 * LEAD)));
  const lead = length * LEAD;
  const isSeen = start >= window.from && end <= window.from + window.length;
  if (isSeen && length === window.length) return window;
  return { from: Math.max(0, start - Math.max(lead, (length - (end - start)) / 3)), length };
}

/** Moves the window with playback: it turns the page near its end, and is unchanged before. */
export function following(window: TimeWindow, position: number): TimeWindow {
  const share = (position - window.from) / window.length;
  if (share >= 0 && share < 1 - LEAD) return window;
  return { from: Math.max(0, position - window.length * LEAD), length: window.length };
}

/** Steps of the arrow keys, and of Page Up and Page Down, in milliseconds. */
export const keySteps = (step: number, page: number): Record<string, number> => ({
  ArrowLeft: -step,
  ArrowDown: -step,
  ArrowRight: step,
  ArrowUp: step,
  PageUp: page,
  PageDown: -page,
});
