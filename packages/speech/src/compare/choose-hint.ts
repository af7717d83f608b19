import type { Pause } from '../voice-activity/pauses.ts';
import type { LeftOut } from './left-out.ts';

/** A hint about a take. The user interface supplies the wording; semitones and ratios aren't rounded. */
export type Hint =
  | { kind: 'extra-pauses'; count: number }
  /** Position in the original at which the learner stopped, in seconds. */
  | { kind: 'stopped-early'; at: number }
  /** Seconds of the original from the first to the last omitted word; null if the position is uncertain. */
  | { kind: 'left-out'; place: { start: number; end: number } | null }
  | { kind: 'slow' | 'fast'; ratio: number }
  | { kind: 'flat'; semitones: number; original: number }
  | { kind: 'contour'; semitones: number };

/** Input for choosing a hint. */
export type Findings = {
  /** Pauses of the take that the original doesn't have. */
  extraPauses: readonly Pause[];
  leftOut: LeftOut | null;
  /** Duration from the first to the last speech frame of the take, divided by the original's. */
  lengthRatio: number;
  /** Pitch range in semitones, from the 5th to the 95th percentile. */
  pitchRange: { take: number; original: number };
  /** Median distance between the two pitch contours, in semitones; NaN with too few voiced frames. */
  contourDistance: number;
};

/** Thresholds for showing a hint. docs/speech.md describes how they were measured. */
export const LIMITS = {
  leftOutEvidence: 26,
  slow: 1.5,
  fast: 0.6,
  flatShare: 0.5,
  minRange: 4,
  contour: 4,
};

/**
 * Returns the most useful high-confidence hint, or null. Priority: omitted words, extra pauses, speech rate, flat intonation. In
 * a tone language the pitch contour comes first. Pauses don't add to the evidence for an omission (docs/speech.md). `stopped-early`
 * comes before all of these, and is found in stopped-early.ts.
 */
export function chooseHint(findings: Findings, { hasTones = false } = {}): Hint | null {
  const { extraPauses, leftOut, lengthRatio, pitchRange, contourDistance } = findings;
  if (hasTones && contourDistance >= LIMITS.contour) return { kind: 'contour', semitones: contourDistance };
  if (leftOut && leftOut.evidence >= LIMITS.leftOutEvidence) {
    return { kind: 'left-out', place: leftOut.place };
  }
  if (extraPauses.length > 0) return { kind: 'extra-pauses', count: extraPauses.length };
  if (lengthRatio >= LIMITS.slow) return { kind: 'slow', ratio: lengthRatio };
  if (lengthRatio <= LIMITS.fast) return { kind: 'fast', ratio: lengthRatio };
  const { take: takeRange, original: originalRange } = pitchRange;
  if (originalRange >= LIMITS.minRange && takeRange > 0 && takeRange <= LIMITS.flatShare * originalRange) {
    return { kind: 'flat', semitones: takeRange, original: originalRange };
  }
  return null;
}
