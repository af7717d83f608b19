import { connect, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { videos } from '@sayback/contract';
import { inSeconds, timed } from '../../metrics.ts';
import { atMost, info, none, type Report } from '../../report.ts';
import type { RunOptions } from '../fault-run.ts';
import { withRetries } from '../support/api-call.ts';
import { checkAsBefore, restingFootprint } from '../support/compare-resources.ts';
import { inWords } from '../support/tally.ts';
import { withAttackedServer } from './attacked-server.ts';
import { limitDescriptors } from './limited-process.ts';

const DESCRIPTORS = 600;
const CONNECTIONS = 2000;
const HELD_MS = 15_000;
const BACK_AIM_MS = 5000;
const ASK_EVERY_MS = 500;

/** Opens connections that say nothing. */
function openIdle(url: string): Socket[] {
  const { hostname, port } = new URL(url);
  return Array.from({ length: CONNECTIONS }, () =>
    connect(Number(port), hostname)
      .on('error', () => undefined)
      .resume(),
  );
}

/** More idle connections than the server has descriptors: it lives, and answers again when they are gone. */
export const runDescriptors = ({ rounds = 3, say }: RunOptions): Promise<Report> =>
  withAttackedServer(
    { prefix: limitDescriptors(DESCRIPTORS) },
    { say },
    async ({ server, newLearner, tally }) => {
      const { call } = await newLearner();
      const before = await restingFootprint(server);
      const differences: string[] = [];
      const backs: number[] = [];
      tally.take();
      for (let round = 1; round <= rounds; round += 1) {
        const idle = openIdle(server.url);
        for (const until = performance.now() + HELD_MS; performance.now() < until; ) {
          await Promise.race([call(videos.listVideos).catch(() => undefined), sleep(5000)]);
          await sleep(ASK_EVERY_MS);
        }
        for (const socket of idle) socket.destroy();
        const { took } = await timed(() => withRetries(() => call(videos.listVideos)));
        await server.untilReady();
        backs.push(took);
        differences.push(...(await checkAsBefore(before, server)));
        say(
          `round ${round} of ${rounds}: answers after ${inSeconds(took)}; the server ended ${server.ends.length} times`,
        );
      }
      const { counts } = tally.take();
      return {
        rows: [
          none('times that the server ended', server.ends.length),
          atMost('answers again after they are gone, at most', Math.max(...backs), BACK_AIM_MS, inSeconds),
          info('a learner meanwhile: answers', inWords(counts)),
          info('not as before', differences.join('; ') || 'nothing'),
        ],
        notes: [
          `${CONNECTIONS} connections that say nothing for ${HELD_MS / 1000} s, ${rounds} times, to a server that may have ${DESCRIPTORS} descriptors.`,
        ],
        failures: [...server.ends.map((end) => `the server ended: ${end}`), ...differences],
      };
    },
  );
