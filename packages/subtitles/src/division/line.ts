/** A line to practise: both texts, and its times in milliseconds. */
export type Line = { start: number; end: number; original: string; target: string };
