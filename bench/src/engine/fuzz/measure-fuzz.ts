import { inMilliseconds } from '../../metrics.ts';
import type { Report } from '../../report.ts';
import { atMost, info } from '../../report.ts';
import { loadTexts, makeInput } from './make-input.ts';
import type { Trial } from './trials.ts';
import { makeTrials } from './trials.ts';

const INPUTS = Number(process.env.FUZZ_INPUTS ?? 200_000);
const FIRST_SEED = Number(process.env.FUZZ_SEED ?? 0);

const SLOWEST_MS_PER_100_KB = 50;
const STEP = 100_000;
// Minimum time limit, since garbage collection can dominate the time of a short input.
const MIN_LIMIT_MS = 10;
// Slow inputs are repeated, since their time may include garbage collection and compilation.
const ATTEMPTS = 20;
const FAULTS_SHOWN = 20;

type Fault = { seed: number; what: string };
type Tally = { tried: number; slowest: number; isTimed: boolean };

/**
 * Mutates every file of the material repeatedly, and runs the whole engine on it. Checks that nothing throws, output is
 * well-formed, writing and rereading, repeated cleaning and undoing are stable, and time is linear.
 */
export async function measureFuzz(): Promise<Report> {
  const texts = loadTexts();
  const faults: Fault[] = [];
  const tallies = new Map<string, Tally>();
  for (let seed = FIRST_SEED; seed < FIRST_SEED + INPUTS; seed += 1) {
    const input = makeInput(texts, seed);
    const limit = Math.max(MIN_LIMIT_MS, (SLOWEST_MS_PER_100_KB * input.text.length) / STEP);
    for (const createTrial of makeTrials(input)) {
      const tally = tallies.get(createTrial.name) ?? { tried: 0, slowest: 0, isTimed: createTrial.isTimed };
      tallies.set(createTrial.name, tally);
      tally.tried += 1;
      const { took, fault } = runTrial(createTrial, limit);
      tally.slowest = Math.max(tally.slowest, took);
      const slow = createTrial.isTimed && took > limit ? `took ${inMilliseconds(took)}` : null;
      const what = fault ?? slow;
      if (what === null) continue;
      faults.push({ seed, what: `${createTrial.name}: ${what} (${input.text.length} signs)` });
      process.stderr.write(`seed ${seed}: ${faults.at(-1)?.what}\n`);
    }
    if ((seed + 1) % 10_000 === 0) process.stderr.write(`up to seed ${seed}: ${faults.length} faults\n`);
  }
  return describe(texts.length, faults, tallies);
}

function runTrial(createTrial: Trial, limit: number): { took: number; fault: string | null } {
  let took = Number.POSITIVE_INFINITY;
  try {
    let result: unknown;
    for (let count = 0; count < ATTEMPTS && took > limit; count += 1) {
      const before = process.cpuUsage();
      result = createTrial.work();
      const { user, system } = process.cpuUsage(before);
      took = Math.min(took, (user + system) / 1000);
      if (!createTrial.isTimed) break;
    }
    return { took, fault: createTrial.findFault(result) };
  } catch (error) {
    return { took: 0, fault: `threw ${error}` };
  }
}

function describe(files: number, faults: readonly Fault[], tallies: ReadonlyMap<string, Tally>): Report {
  const inputs = `${INPUTS.toLocaleString('en')} mutated inputs`;
  const rows = [...tallies].map(([name, { tried, slowest, isTimed }]) => {
    const what = `${name}: slowest of ${tried.toLocaleString('en')}`;
    return isTimed
      ? atMost(what, slowest, SLOWEST_MS_PER_100_KB, inMilliseconds)
      : info(what, inMilliseconds(slowest));
  });
  return {
    rows: [atMost(`faults in ${inputs}`, faults.length, 0, String), ...rows],
    notes: [
      `Mutated from ${files} files, seeds from ${FIRST_SEED} on; most are up to 4 kB, one in a hundred repeats a few characters up to 100 kB. Each trial’s processor time is measured separately, as the best of up to ${ATTEMPTS} where the first was too slow.`,
      ...faults.slice(0, FAULTS_SHOWN).map(({ seed, what }) => `Seed ${seed}: ${what}`),
    ],
  };
}
