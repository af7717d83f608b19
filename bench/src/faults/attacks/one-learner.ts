import { setTimeout as sleep } from 'node:timers/promises';
import { info, type Report } from '../../report.ts';
import type { RunOptions } from '../fault-run.ts';
import { checkAsBefore, restingFootprint } from '../support/compare-resources.ts';
import { inWords } from '../support/tally.ts';
import { withAttackedServer } from './attacked-server.ts';
import { rowsOfExperience, startBystanders } from './bystanders.ts';
import { startFlood } from './request-flood.ts';

const CALLS = 600;
const ROUND_MS = 10_000;
const OTHERS_AIM_MS = 150;

/** One account asks hundreds of things at once: nobody else waits for it, or is refused for it. */
export const runOneLearner = ({ rounds = 2, say }: RunOptions): Promise<Report> =>
  withAttackedServer({}, { say }, async (stage) => {
    const before = await restingFootprint(stage.server);
    const { tokens } = await stage.newLearner();
    const others = await startBystanders(stage);
    const flood = startFlood(stage.server.url, [tokens.access], CALLS);
    for (let round = 1; round <= rounds; round += 1) {
      await sleep(ROUND_MS);
      say(`round ${round} of ${rounds}: ${inWords([...flood.counts])}`);
    }
    const experience = await others.stop();
    await flood.stop();
    const differences = await checkAsBefore(before, stage.server);
    return {
      rows: [
        ...rowsOfExperience(experience, OTHERS_AIM_MS),
        info('the one learner: answers', inWords([...flood.counts])),
        info('not as before', differences.join('; ') || 'nothing'),
      ],
      notes: [
        `One learner asks for the list of videos ${CALLS} times at once, each again a second after its answer, for ${(rounds * ROUND_MS) / 1000} s; four others practise, from the same address.`,
      ],
      failures: differences,
    };
  });
