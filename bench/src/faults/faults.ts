import type { Bench } from '../report.ts';
import { runBodyMemory } from './attacks/body-memory.ts';
import { runDescriptors } from './attacks/descriptors.ts';
import { runEmptySecret } from './attacks/empty-secret.ts';
import { runGuessing } from './attacks/guessing.ts';
import { runHashFlood } from './attacks/hash-flood.ts';
import { runLoginRace } from './attacks/login-race.ts';
import { runMailBomb } from './attacks/mail-bomb.ts';
import { runOneLearner } from './attacks/one-learner.ts';
import { runSecondContainer } from './attacks/second-container.ts';
import { runClock } from './clock.ts';
import { runCutUploads } from './cut-uploads.ts';
import { runDatabaseGone } from './database-gone.ts';
import { runDiskFull } from './disk-full.ts';
import type { FaultRun } from './fault.ts';
import { runKill } from './kill.ts';
import { runMixed } from './mixed.ts';
import { runObjectStore } from './object-store.ts';
import { runRepeatedFreeze } from './repeated-freeze.ts';
import { runSlowDatabase } from './slow-database.ts';

const RUNS: Record<string, FaultRun> = {
  kill: runKill,
  'database-gone': runDatabaseGone,
  'slow-database': runSlowDatabase,
  'disk-full': runDiskFull,
  clock: runClock,
  'cut-uploads': runCutUploads,
  'object-store': runObjectStore,
  'repeated-freeze': runRepeatedFreeze,
  'body-memory': runBodyMemory,
  'hash-flood': runHashFlood,
  'login-race': runLoginRace,
  'second-container': runSecondContainer,
  descriptors: runDescriptors,
  'one-learner': runOneLearner,
  'empty-secret': runEmptySecret,
  'mail-bomb': runMailBomb,
  guessing: runGuessing,
  mixed: runMixed,
};

/** What can be asked for behind `faults`. */
export const FAULT_NAMES = Object.keys(RUNS);

/** A bench for each fault, under the name `faults kill`. `rounds` is how often each, where it isn't its usual number. */
export const faultBenches = (options: { rounds: number | undefined; seed: number }): Bench[] =>
  Object.entries(RUNS).map(([name, run]) => ({
    name: `faults ${name}`,
    run: () => run({ ...options, say: (line) => console.log(line) }),
  }));
