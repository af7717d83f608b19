import type { Bench } from '../report.ts';
import { runBodyMemory } from './attacks/body-memory.ts';
import { runDescriptors } from './attacks/descriptors.ts';
import { runHashFlood } from './attacks/hash-flood.ts';
import { runLoginRace } from './attacks/login-race.ts';
import { runMailBomb } from './attacks/mail-bomb.ts';
import { runOneLearner } from './attacks/one-learner.ts';
import { runPasswordGuessing } from './attacks/password-guessing.ts';
import { runSecondContainer } from './attacks/second-container.ts';
import type { FaultRun } from './fault-run.ts';
import { runClock } from './scenarios/clock.ts';
import { runCutUploads } from './scenarios/cut-uploads.ts';
import { runDatabaseGone } from './scenarios/database-gone.ts';
import { runDiskFull } from './scenarios/disk-full.ts';
import { runKill } from './scenarios/kill.ts';
import { runMixed } from './scenarios/mixed.ts';
import { runObjectStore } from './scenarios/object-store.ts';
import { runRepeatedFreeze } from './scenarios/repeated-freeze.ts';
import { runSlowDatabase } from './scenarios/slow-database.ts';

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
  'mail-bomb': runMailBomb,
  guessing: runPasswordGuessing,
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
