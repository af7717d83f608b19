import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Random, randomFrom } from '../../../../packages/subtitles/src/testing/random.ts';
import { inSeconds, median, quantile } from '../../metrics.ts';
import { info, type Report } from '../../report.ts';
import type { RunOptions } from '../fault-run.ts';
import { leftOver } from '../support/leftover-files.ts';
import { backendsOf, findPostmaster, sendSignal } from '../support/postgres-processes.ts';
import { type SupervisedServer, superviseServer } from '../support/supervised-server.ts';
import { inWords, openTally } from '../support/tally.ts';
import { acknowledgedByKind, checkAll, startTraffic } from '../support/traffic.ts';
import { startTranslation } from '../support/translation-service.ts';
import { prepareWorkload } from '../support/workload.ts';

const ROUNDS = 100;
const LATEST_KILL_MS = 1500;
/** Long enough for a machine that others keep busy too; what takes longer would need a person. */
const RECOVERY_MS = 180_000;

const VICTIMS = ['the server', 'the database', 'a backend', 'both', 'the server, twice'] as const;
type Victim = (typeof VICTIMS)[number];

type Target = { server: SupervisedServer; dataDir: string; random: Random };

async function killBackend(postmaster: number, random: Random): Promise<void> {
  const clients = (await backendsOf(postmaster)).filter(({ title }) => title.includes('sayback 127.0.0.1'));
  const one = clients[random(clients.length)];
  if (one) sendSignal(one.pid, 'SIGKILL');
}

async function kill(victim: Victim, { server, dataDir, random }: Target): Promise<void> {
  const postmaster = await findPostmaster(dataDir);
  if (victim === 'a backend') {
    if (postmaster !== null) await killBackend(postmaster, random);
    return;
  }
  const killsServer = victim !== 'the database';
  const killsDatabase = victim === 'the database' || victim === 'both';
  if (killsDatabase && postmaster !== null) sendSignal(postmaster, 'SIGKILL');
  if (killsServer) server.kill('SIGKILL');
  if (victim !== 'the server, twice') return;
  // While it starts again.
  await sleep(250 + random(600));
  server.kill('SIGKILL');
}

/** Kills the server, its database, a backend or both at random moments while people write; what was acknowledged must be there. */
export async function runKill({ rounds = ROUNDS, seed, say }: RunOptions): Promise<Report> {
  const random = randomFrom(seed);
  const dataDir = await mkdtemp(path.join(tmpdir(), 'sayback-faults-'));
  const translation = await startTranslation();
  const server = await superviseServer({ settings: { DATA_DIR: dataDir, ...translation.settings } });
  const tally = openTally();
  const faults: string[] = [];
  const recoveries: Record<string, number[]> = {};
  try {
    await server.untilReady();
    const { writers } = await prepareWorkload({ urls: [server.url], tally });
    tally.take();
    for (let round = 1; round <= rounds; round += 1) {
      const victim = VICTIMS[random(VICTIMS.length)] ?? 'both';
      const traffic = startTraffic(writers);
      await sleep(random(LATEST_KILL_MS));
      await kill(victim, { server, dataDir, random });
      const begin = performance.now();
      await traffic.nextAcknowledged(RECOVERY_MS);
      await server.untilReady(RECOVERY_MS);
      const took = performance.now() - begin;
      recoveries[victim] = [...(recoveries[victim] ?? []), took];
      await traffic.stop();
      const lost = await checkAll(writers, round === rounds);
      faults.push(...lost.map((what) => `round ${round} (${victim}): lost ${what}`));
      say(`round ${round} of ${rounds}: ${victim}, back in ${inSeconds(took)}, ${lost.length} lost`);
    }
    const all = Object.values(recoveries).flat();
    const { requests, counts, improper } = tally.take();
    const acknowledged = acknowledgedByKind(writers);
    return {
      rows: [
        info('rounds', String(rounds)),
        info('requests', `${requests} (${inWords(counts)})`),
        info('acknowledged writes', inWords(acknowledged)),
        { what: 'of those lost', measured: String(faults.length), aim: '0', met: faults.length === 0 },
        info(
          'back after: median, 95th percentile, most',
          [median(all), quantile(all, 0.95), Math.max(...all)].map(inSeconds).join(', '),
        ),
        ...Object.entries(recoveries).map(([victim, took]) =>
          info(
            `  killed: ${victim}`,
            `${took.length} times; median ${inSeconds(median(took))}, most ${inSeconds(Math.max(...took))}`,
          ),
        ),
        info('failures that are not as they should be', inWords(improper)),
        info('files in the media folder', await leftOver(path.join(dataDir, 'media'))),
      ],
      notes: [
        `Seed ${seed}. Back is when a write is acknowledged that began after the kill, and the server is ready; it is started again 0.2 s after it ended.`,
      ],
      failures: faults,
    };
  } catch (error) {
    say(`seed ${seed}; the server said last:\n${server.said()}`);
    throw error;
  } finally {
    await server.stop();
    const orphan = await findPostmaster(dataDir);
    if (orphan !== null) sendSignal(orphan, 'SIGQUIT');
    translation.close();
    await rm(dataDir, { recursive: true, force: true });
  }
}
