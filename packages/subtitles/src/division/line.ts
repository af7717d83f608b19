/** A practice line: both texts, and its times in milliseconds. */
export type Line = { start: number; end: number; original: string; target: string };
