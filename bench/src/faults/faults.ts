import type { Bench } from '../report.ts';
import { runClock } from './clock.ts';
import { runCutUploads } from './cut-uploads.ts';
import { runDatabaseGone } from './database-gone.ts';
import { runDiskFull } from './disk-full.ts';
import type { FaultRun } from './fault.ts';
import { runKill } from './kill.ts';
import { runObjectStore } from './object-store.ts';
import { runSlowDatabase } from './slow-database.ts';

const RUNS: Record<string, FaultRun> = {
  kill: runKill,
  'database-gone': runDatabaseGone,
  'slow-database': runSlowDatabase,
  'disk-full': runDiskFull,
  clock: runClock,
  'cut-uploads': runCutUploads,
  'object-store': runObjectStore,
};

/** What can be asked for behind `faults`. */
export const FAULT_NAMES = Object.keys(RUNS);

/** A bench for each fault, under the name `faults kill`. `rounds` is how often each, where it isn't its usual number. */
export const faultBenches = (options: { rounds: number | undefined; seed: number }): Bench[] =>
  Object.entries(RUNS).map(([name, run]) => ({
    name: `faults ${name}`,
    run: () => run({ ...options, say: (line) => console.log(line) }),
  }));
