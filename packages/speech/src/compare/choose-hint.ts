import type { Pause } from '../voice-activity/pauses.ts';
import type { LeftOut } from './left-out.ts';

/** The hint about a take, worded by the screen. Semitones and ratios aren't rounded. */
export type Hint =
  | { kind: 'extra-pauses'; count: number }
  /** The learner stopped at this second of the original. */
  | { kind: 'stopped-early'; at: number }
  /** Seconds of the original from the first to the last omitted word; null if the words aren't certain. */
  | { kind: 'left-out'; place: { start: number; end: number } | null }
  | { kind: 'slow' | 'fast'; ratio: number }
  | { kind: 'flat'; semitones: number; original: number }
  | { kind: 'contour'; semitones: number };

/** Input for choosing a hint. */
export type Findings = {
  /** Pauses of the take that the original doesn't have. */
  extraPauses: readonly Pause[];
  leftOut: LeftOut | null;
  /** Length of the take's speech and pauses, relative to the original's. */
  lengthRatio: number;
  /** Semitones between the 5th and the 95th percentile. */
  pitchRange: { take: number; original: number };
  /** Median distance of the two melodies in semitones; NaN if too little is voiced. */
  contourDistance: number;
};

/** Thresholds of the findings. docs/speech.md describes how they were measured. */
export const LIMITS = {
  leftOutEvidence: 26,
  slow: 1.5,
  fast: 0.6,
  flatShare: 0.5,
  minRange: 4,
  contour: 4,
};

/**
 * Returns the most helpful certain hint, if any: omitted words, extra pauses, length, melody. Pauses don't raise the evidence for
 * an omission (docs/speech.md). In a tone language melody comes first.
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
