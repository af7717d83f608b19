import { type Agreement, agreementOfCounts } from './score-pair.ts';

/** A two-sided segment: its judgement, and the truth. */
export type Judged = { confidence: number; mismatch: boolean; right: boolean };

/** Calibration in one range of confidence. `said` and shares are 0 to 1. */
export type CalibrationBin = { from: number; to: number; segments: number; said: number; right: number };

const EDGES = [0, 0.2, 0.4, 0.6, 0.8, 0.9, 0.95, 0.98, 1.01];

/** Precision and recall of the mismatch flag, and the share of segments that have it. */
export function scoreFlags(judged: readonly Judged[]): Agreement & { share: number } {
  const flagged = judged.filter(({ mismatch }) => mismatch);
  const deserved = flagged.filter(({ right }) => !right).length;
  const wrong = judged.filter(({ right }) => !right).length;
  return {
    ...agreementOfCounts(deserved, flagged.length, wrong),
    share: flagged.length / Math.max(1, judged.length),
  };
}

/** Share of the wrong segments found among the least confident ones, by the share of these in all segments (0 to 1). */
export function recallAmongLeastSure(judged: readonly Judged[], share: number): number {
  const sorted = [...judged].sort((a, b) => a.confidence - b.confidence);
  const wrong = (list: readonly Judged[]) => list.filter(({ right }) => !right).length;
  return wrong(sorted.slice(0, Math.floor(sorted.length * share))) / Math.max(1, wrong(sorted));
}

export function calibrate(judged: readonly Judged[]): CalibrationBin[] {
  return EDGES.slice(1).flatMap((to, at) => {
    const from = EDGES[at] ?? 0;
    const own = judged.filter(({ confidence }) => confidence >= from && confidence < to);
    if (own.length === 0) return [];
    const total = own.reduce((sum, { confidence }) => sum + confidence, 0) / own.length;
    const right = own.filter((cue) => cue.right).length / own.length;
    return [{ from, to: Math.min(1, to), segments: own.length, said: total, right }];
  });
}

/** One line for a report: ‘0.90–0.95: 412 said 0.93 right 0.92; …’. */
export function showCalibration(bins: readonly CalibrationBin[]): string {
  return bins
    .map(
      ({ from, to, segments, said, right }) =>
        `${from.toFixed(2)}–${to.toFixed(2)}: ${segments} segments, said ${said.toFixed(2)}, right ${right.toFixed(2)}`,
    )
    .join('; ');
}
