import * as z from 'zod/mini';

/** A local day: `2026-11-24`. */
export const localDay = z.string();

/** Practice on a day in the time zone of the `x-time-zone` header; UTC without it. */
export const practisedDay = z.object({
  day: localDay,
  /** Number of minutes in which a line was said, waited through or answered. */
  minutes: z.int(),
  spoken_ms: z.int(),
  /** Turns in which a voice was detected. */
  said: z.int(),
  /** Number of reviews of written lines. */
  written: z.int(),
  /** Number of reviews of spoken lines graded hard or good. */
  recalled: z.int(),
});
export type PractisedDay = z.infer<typeof practisedDay>;
