import { type Agreement, computeAgreement } from './score-pair.ts';

/** A two-sided segment, as judged by the engine, and whether it is right. */
export type Judged = { confidence: number; mismatch: boolean; right: boolean };

/** Calibration in one range of confidence: the mean confidence, and the share of right segments, 0 to 1. */
export type CalibrationBin = {
  from: number;
  to: number;
  segments: number;
  confidence: number;
  right: number;
};

const BIN_EDGES = [0, 0.2, 0.4, 0.6, 0.8, 0.9, 0.95, 0.98, 1.01];

/** Computes precision and recall of the mismatch flag, and the share of segments that have it. */
export function scoreFlags(judged: readonly Judged[]): Agreement & { share: number } {
  const flagged = judged.filter(({ mismatch }) => mismatch);
  const correctFlags = flagged.filter(({ right }) => !right).length;
  const wrong = judged.filter(({ right }) => !right).length;
  return {
    ...computeAgreement(correctFlags, flagged.length, wrong),
    share: flagged.length / Math.max(1, judged.length),
  };
}

/**
 * Returns the share of wrong segments that are among the least confident ones. `share` is the share of the latter in all
 * segments, 0 to 1.
 */
export function recallAmongLeastConfident(judged: readonly Judged[], share: number): number {
  const sorted = [...judged].sort((a, b) => a.confidence - b.confidence);
  const countWrong = (list: readonly Judged[]) => list.filter(({ right }) => !right).length;
  return countWrong(sorted.slice(0, Math.floor(sorted.length * share))) / Math.max(1, countWrong(sorted));
}

export function calibrate(judged: readonly Judged[]): CalibrationBin[] {
  return BIN_EDGES.slice(1).flatMap((to, at) => {
    const from = BIN_EDGES[at] ?? 0;
    const binSegments = judged.filter(({ confidence }) => confidence >= from && confidence < to);
    if (binSegments.length === 0) return [];
    const meanConfidence =
      binSegments.reduce((sum, { confidence }) => sum + confidence, 0) / binSegments.length;
    const right = binSegments.filter((cue) => cue.right).length / binSegments.length;
    return [{ from, to: Math.min(1, to), segments: binSegments.length, confidence: meanConfidence, right }];
  });
}

/** Formats the bins in one line: ‘0.90–0.95: 412 said 0.93 right 0.92; …’. */
export function formatCalibration(bins: readonly CalibrationBin[]): string {
  return bins
    .map(
      ({ from, to, segments, confidence, right }) =>
        `${from.toFixed(2)}–${to.toFixed(2)}: ${segments} segments, said ${confidence.toFixed(2)}, right ${right.toFixed(2)}`,
    )
    .join('; ');
}
