import { setTimeout as sleep } from 'node:timers/promises';
import { inMegabytes } from '../../metrics.ts';
import { atMost, info, none, type Report } from '../../report.ts';
import { watchMemory } from '../../upload/process-memory.ts';
import type { RunOptions } from '../fault-run.ts';
import { checkAsBefore, restingFootprint } from '../support/compare-resources.ts';
import { withAttackedServer } from './attacked-server.ts';
import { rowsOfExperience, startBystanders } from './bystanders.ts';
import { limitMemory } from './limited-process.ts';
import { startBodies } from './unfinished-bodies.ts';

const MEMORY = 512 * 1024 ** 2;
const CONNECTIONS = 1000;
const ROUND_MS = 20_000;
const OTHERS_AIM_MS = 500;

/** A thousand bodies that are never finished, to a server that has little memory. Needs root, for limiting it. */
export async function runBodyMemory({ rounds = 2, say }: RunOptions): Promise<Report> {
  const limit = await limitMemory(MEMORY);
  if (!limit)
    return { rows: [info('body-memory', 'left out: limiting memory needs root and cgroups 1')], notes: [] };
  try {
    return await withAttackedServer({ prefix: limit.prefix }, { say }, async (stage) => {
      const { server } = stage;
      const before = await restingFootprint(server);
      const others = await startBystanders(stage);
      const memory = watchMemory(server.pid());
      const bodies = startBodies(server.url, CONNECTIONS);
      for (let round = 1; round <= rounds; round += 1) {
        await sleep(ROUND_MS);
        const { open, ended } = bodies.state();
        say(
          `round ${round} of ${rounds}: ${open} open, ${ended} were ended; the server ended ${server.ends.length} times`,
        );
      }
      const experience = await others.stop();
      const { ended } = bodies.state();
      bodies.stop();
      const most = memory.stop();
      const ends = [...server.ends];
      await server.untilReady();
      const differences = await checkAsBefore(before, server);
      return {
        rows: [
          none('times that the server ended', ends.length),
          ...rowsOfExperience(experience, OTHERS_AIM_MS),
          atMost('memory of the server, at most', most, MEMORY, inMegabytes),
          info('memory of server and database with cached files, at most', inMegabytes(await limit.most())),
          info('bodies that the server ended', String(ended)),
          info('not as before', differences.join('; ') || 'nothing'),
        ],
        notes: [
          `${CONNECTIONS} connections each send a body to POST /api/token/ that is never finished: of 8 MiB, of 16 KiB and in chunks without end, a third each, 64 KiB at a time and then a byte each 5 s. Who is let go comes back. Server and database have ${MEMORY / 1024 ** 2} MiB together.`,
        ],
        failures: [...ends.map((end) => `the server ended: ${end}`), ...differences],
      };
    });
  } finally {
    await limit.close();
  }
}
