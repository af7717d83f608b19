import { setTimeout as sleep } from 'node:timers/promises';
import { jobs, subtitles } from '@sayback/contract';
import {
  callOnce,
  lostProgress,
  startTraffic,
  type Traffic,
} from '../../../apps/server/src/testing/traffic.ts';
import type { SaybackServer } from '../../../e2e/support/sayback-server.ts';
import { inSeconds, timed } from '../metrics.ts';
import { atMost, info, type Report, type Row } from '../report.ts';
import { type Cluster, portOf, startCluster } from './cluster.ts';

const LEARNERS = 8;
/** Rounds of each kind; `SERVER_ROUNDS` overrides it. */
const ROUNDS = Number(process.env.SERVER_ROUNDS ?? 10);
/** Between two calls of one learner: some 250 requests a second in all. */
const PAUSE_MS = 50;
/** Traffic before and after what happens to a server. */
const AROUND_MS = 1000;
const JOB_MS = 60_000;

type What = 'killed' | 'stopped' | 'taken out and stopped';
const ALL: What[] = ['killed', 'stopped', 'taken out and stopped'];

type Round = { what: What; errors: number; took: number; job: string };

/** All segments of the practised alignment, translated again, by slow calls. */
async function startJob({ nginx, admin, practised, translation }: Cluster): Promise<number> {
  const params = { id: practised.alignmentId };
  const all = await callOnce(nginx.url, admin, subtitles.listSegments, { params, query: { all: true } });
  const changes = (JSON.parse(all.body) as subtitles.Segment[]).map(({ id }) => ({
    op: 'update',
    id,
    fields: { text_original: `${id} ${Math.random()}`, mismatch: true },
  }));
  await callOnce(nginx.url, admin, subtitles.changeSegments, { params, body: { changes } });
  translation.faults.push({ delay: 2000 });
  const answer = await callOnce(nginx.url, admin, subtitles.translateAlignment, {
    params,
    body: { which: 'mismatches' },
  });
  return (JSON.parse(answer.body) as { job_id: number }).job_id;
}

async function endOfJob({ nginx, admin }: Cluster, id: number): Promise<string> {
  const until = Date.now() + JOB_MS;
  for (;;) {
    const answer = await callOnce(nginx.url, admin, jobs.getJob, { params: { id } }).catch(() => null);
    const job = answer?.status === 200 ? (JSON.parse(answer.body) as jobs.Job) : null;
    if (job && jobs.hasEnded(job)) return job.status;
    if (Date.now() > until) return `still ${job?.status}`;
    await sleep(100);
  }
}

async function end(server: SaybackServer, what: What): Promise<void> {
  await (what === 'killed' ? server.kill() : server.stop());
}

async function playRound(cluster: Cluster, traffic: Traffic, what: What, turn: number): Promise<Round> {
  const { servers, nginx } = cluster;
  const server = servers[turn % servers.length] as SaybackServer;
  const others = servers.filter((one) => one !== server).map(portOf);
  const before = traffic.errors.length;
  const job = await startJob(cluster);
  await sleep(AROUND_MS * (0.5 + Math.random()));
  if (what === 'taken out and stopped') await nginx.serve(others);
  const { took } = await timed(() => end(server, what));
  const ended = await endOfJob(cluster, job);
  await server.restart();
  await nginx.serve(servers.map(portOf));
  await sleep(AROUND_MS);
  return { what, errors: traffic.errors.length - before, took, job: ended };
}

function rowsOf(rounds: Round[], what: What): Row[] {
  const these = rounds.filter((round) => round.what === what);
  const errors = these.reduce((sum, round) => sum + round.errors, 0);
  const title = `${these.length} servers ${what}: requests that failed`;
  return [
    // The proxy isn't notified: requests that reach the server at the moment it stops listening are lost.
    what === 'stopped' ? info(title, String(errors)) : atMost(title, errors, 0, String),
    info(`${what}: the slowest, until it had ended`, inSeconds(Math.max(...these.map(({ took }) => took)))),
  ];
}

/** Kills and stops servers behind nginx in the middle of traffic, and counts what failed and what was lost. */
export async function measureServers(): Promise<Report> {
  const cluster = await startCluster(2, LEARNERS);
  try {
    const { nginx, tokens, practised } = cluster;
    const traffic = startTraffic(nginx.url, tokens, practised, PAUSE_MS);
    const rounds: Round[] = [];
    const { took } = await timed(async () => {
      for (let turn = 0; turn < ROUNDS * ALL.length; turn += 1) {
        rounds.push(await playRound(cluster, traffic, ALL[turn % ALL.length] as What, Math.floor(turn / 2)));
      }
      await traffic.stop();
    });
    const lost = await lostProgress(nginx.url, tokens, practised.videoId, traffic);
    const badJobs = rounds.filter(({ job }) => job !== 'completed');
    return {
      rows: [
        info('requests that were answered well', String(traffic.reads() + traffic.saves())),
        info('acknowledged saves among them', String(traffic.saves())),
        info('a second, on average', ((traffic.reads() + traffic.saves()) / (took / 1000)).toFixed(0)),
        ...ALL.flatMap((what) => rowsOf(rounds, what)),
        atMost('learners whose acknowledged place was lost', lost.length, 0, String),
        atMost(`jobs of ${rounds.length} that weren't completed`, badJobs.length, 0, String),
      ],
      notes: [
        `Two servers on one PostgreSQL behind nginx, as docs/scaling.md has it; ${tokens.length} learners who save their place and read, a running job in each round. Each server is started again before the next round.`,
        'Stopped: SIGTERM, and the proxy finds out by itself. Taken out and stopped: the proxy is told first.',
        ...[
          ...new Set(traffic.errors.map(({ what, said }) => `A ${what} failed: ${said.split('\n')[0]}.`)),
          ...lost,
        ],
      ],
    };
  } finally {
    await cluster.close();
  }
}
