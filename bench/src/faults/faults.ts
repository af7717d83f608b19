import type { Bench } from '../report.ts';
import type { FaultRun } from './fault-run.ts';
import { runDatabaseGone } from './scenarios/database-gone.ts';
import { runDiskFull } from './scenarios/disk-full.ts';
import { runKill } from './scenarios/kill.ts';
import { runMixed } from './scenarios/mixed.ts';

const RUNS: Record<string, FaultRun> = {
  kill: runKill,
  'database-gone': runDatabaseGone,
  'disk-full': runDiskFull,
  mixed: runMixed,
};

/** Names accepted after `faults`. */
export const FAULT_NAMES = Object.keys(RUNS);

/** A bench for each fault, named like `faults kill`. `rounds` overrides the usual number. */
export const faultBenches = (options: { rounds: number | undefined; seed: number }): Bench[] =>
  Object.entries(RUNS).map(([name, run]) => ({
    name: `faults ${name}`,
    run: () => run({ ...options, say: (line) => console.log(line) }),
  }));
