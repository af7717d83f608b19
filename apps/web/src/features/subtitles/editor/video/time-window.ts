/** Visible part of a medium on the timeline, in milliseconds. */
export type TimeWindow = { from: number; length: number };

/** Long enough for a segment and its neighbours, short enough to see a speaker's pauses. */
export const INITIAL_LENGTH_MS = 12_000;
const MIN_LENGTH_MS = 1000;
const MAX_LENGTH_MS = 10 * 60_000;
/** Margin around a segment, as a fraction of the window. */
const MARGIN = 0.08;

const clamp = (value: number, min: number, max: number) => Math.max(min, Math.min(max, value));

/** Zooms in if `factor` is below 1. `fixedTime` stays in place. */
export function zoomWindow(
  { from, length }: TimeWindow,
  factor: number,
  fixedTime = from + length / 2,
): TimeWindow {
  const next = clamp(length * factor, MIN_LENGTH_MS, MAX_LENGTH_MS);
  return { from: Math.max(0, fixedTime - ((fixedTime - from) * next) / length), length: next };
}

export const panWindow = ({ from, length }: TimeWindow, offset: number): TimeWindow => ({
  from: Math.max(0, from + offset),
  length,
});

/** Moves the window, and enlarges it if necessary, to show a whole segment. Returns the same window if it is visible already. */
export function showInWindow(window: TimeWindow, { start, end }: { start: number; end: number }): TimeWindow {
  const length = Math.max(window.length, Math.min(MAX_LENGTH_MS, (end - start) / (1 - 2 * MARGIN)));
  const margin = length * MARGIN;
  const isVisible = start >= window.from && end <= window.from + window.length;
  if (isVisible && length === window.length) return window;
  return { from: Math.max(0, start - Math.max(margin, (length - (end - start)) / 3)), length };
}

/** Moves the window to the position when playback gets near its end or jumps out of it. */
export function followPosition(window: TimeWindow, position: number): TimeWindow {
  const fraction = (position - window.from) / window.length;
  if (fraction >= 0 && fraction < 1 - MARGIN) return window;
  return { from: Math.max(0, position - window.length * MARGIN), length: window.length };
}

/** Returns the steps of the arrow keys, Page Up and Page Down, in milliseconds. */
export const keySteps = (step: number, page: number): Record<string, number> => ({
  ArrowLeft: -step,
  ArrowDown: -step,
  ArrowRight: step,
  ArrowUp: step,
  PageUp: page,
  PageDown: -page,
});
