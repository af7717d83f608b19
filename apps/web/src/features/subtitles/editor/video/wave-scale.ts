/** What is seen before and after a segment, in seconds. */
export const LEAD = 0.8;

/** The scale at which a speaker's pauses can be told apart, in pixels a second. */
export const FULL_SCALE = 90;

/** The scale at which a segment and what leads to it and on from it fit into so many pixels: less than the full one where it is long. */
export const scaleFor = (seconds: number, width: number): number =>
  Math.min(FULL_SCALE, width / (seconds + 2 * LEAD));
