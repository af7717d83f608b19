import { monitorEventLoopDelay } from 'node:perf_hooks';
import { setTimeout as sleep } from 'node:timers/promises';
import { buildUrl, practice, subtitles } from '@sayback/contract';
import { toOutcome } from '../faults/support/tally.ts';
import { type Connection, isTimeout, openConnection, parseTarget, type Request } from '../wire/connection.ts';

type Learner = { accessToken: string };
type Stage = {
  server: { url: string };
  film: { videoId: number; alignmentId: number };
  createLearner: () => Promise<Learner>;
};

const LEARNERS = 4;
const PAUSE_MS = 100;
const RESOLUTION_MS = 5;

type Kind = { took: number[]; counts: Map<string, number> };

/** Outcomes and times of other users' requests during an attack, by kind. */
export type Experience = { kinds: Map<string, Kind>; ownDelay: number };

/** Returns the path of a script of the web app, as linked from its page. */
async function findAsset(url: string): Promise<string> {
  const page = await (await fetch(url)).text();
  const asset = /src="(\/assets\/[^"]+\.js)"/.exec(page)?.[1];
  if (!asset) throw new Error('the page has no script');
  return asset;
}

function buildRequests(
  { server, film }: Stage,
  { accessToken }: Learner,
  asset: string,
): Record<string, Request> {
  const common = `host: ${new URL(server.url).host}\r\naccept-encoding: gzip\r\n`;
  const signedIn = `${common}authorization: Bearer ${accessToken}\r\n`;
  const segments = buildUrl(subtitles.listSegments.path, { id: film.alignmentId }, { all: true });
  return {
    segments: { head: `GET ${segments} HTTP/1.1\r\n${signedIn}` },
    'saving the place': {
      head: `POST ${practice.saveProgress.path} HTTP/1.1\r\n${signedIn}`,
      body: JSON.stringify({ video_id: film.videoId, last_segment: 3 }),
    },
    'an asset': { head: `GET ${asset} HTTP/1.1\r\n${common}` },
  };
}

/**
 * Starts well-behaved learners over kept-alive connections, and one over new connections, until `stop`. `localAddress` is their
 * source address.
 */
export async function startBystanders(stage: Stage, localAddress?: string) {
  const target = { ...parseTarget(stage.server.url), ...(localAddress && { localAddress }) };
  const asset = await findAsset(stage.server.url);
  let kinds = new Map<string, Kind>();
  const delay = monitorEventLoopDelay({ resolution: RESOLUTION_MS });
  let stopped = false;

  async function send(name: string, connection: Connection, request: Request): Promise<void> {
    const kind = kinds.get(name) ?? { took: [], counts: new Map<string, number>() };
    kinds.set(name, kind);
    const begin = performance.now();
    const outcome = await toOutcome(connection.send(request));
    // Refusals are immediate, so they don't count; a missing response does.
    if (outcome === '200' || isTimeout(outcome)) kind.took.push(performance.now() - begin);
    kind.counts.set(outcome, (kind.counts.get(outcome) ?? 0) + 1);
  }

  async function runLearner(learner: Learner): Promise<void> {
    const requests = buildRequests(stage, learner, asset);
    const clients = Object.entries(requests).map(async ([name, request]) => {
      const connection = openConnection(target);
      while (!stopped) {
        await send(name, connection, request);
        await sleep(PAUSE_MS);
      }
      connection.close();
    });
    await Promise.all(clients);
  }

  async function reopenConnection(): Promise<void> {
    while (!stopped) {
      const connection = openConnection(target);
      await send('a newcomer’s page', connection, {
        head: `GET / HTTP/1.1\r\nhost: ${target.host}:${target.port}\r\n`,
      });
      connection.close();
      await sleep(PAUSE_MS);
    }
  }

  const learners: Learner[] = [];
  for (let number = 0; number < LEARNERS; number += 1) learners.push(await stage.createLearner());
  delay.enable();
  const running = Promise.all([...learners.map(runLearner), reopenConnection()]);
  const readExperience = (): Experience => ({
    kinds,
    ownDelay: Math.max(0, delay.percentile(95) / 1e6 - RESOLUTION_MS),
  });
  return {
    /** Returns the learners' outcomes since the last call. */
    take(): Experience {
      const taken = readExperience();
      kinds = new Map();
      delay.reset();
      return taken;
    },
    async stop(): Promise<Experience> {
      stopped = true;
      await running;
      delay.disable();
      return readExperience();
    },
  };
}
