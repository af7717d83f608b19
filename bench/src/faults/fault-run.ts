import type { Report } from '../report.ts';

export type RunOptions = {
  /** Number of rounds; each kind has its own default. */
  rounds: number | undefined;
  seed: number;
  say: (line: string) => void;
};

/** Its report's failures: what was acknowledged and lost, and what needed a person. */
export type FaultRun = (options: RunOptions) => Promise<Report>;
