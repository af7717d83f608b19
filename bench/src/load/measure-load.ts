import { randomBytes } from 'node:crypto';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { eventLoopSettings } from '../hostile/blocked-event-loop.ts';
import { FIRST_LEARNER, MEDIA_KEY } from '../library/fill-library.ts';
import { type Library, openLibrary } from '../library/open-library.ts';
import { inMegabytes, inMilliseconds, inSeconds, median } from '../metrics.ts';
import { atMost, expectNone, info, type Report, type Row } from '../report.ts';
import { comparePositions } from './compare-positions.ts';
import { type Crowd, startCrowd } from './crowd.ts';
import type { LearnerPosition } from './crowd-messages.ts';
import {
  buildCallRows,
  buildFailureRows,
  buildOwnDelayRow,
  type CrowdSecond,
  countResponses,
  describeErrors,
  P95_TARGET_MS,
  waitUntilCalm,
} from './phases.ts';
import { type ServerSample, watchServer } from './server-watch.ts';

const VIDEOS = 200;
const SEGMENTS_PER_VIDEO = 400;
const MEDIA_BYTES = 40 * 1024 * 1024;
const ARRIVE_MS = 60_000;
/** Number of learners in the overload, relative to the usual number. */
const OVERLOAD_FACTOR = 5;
const OVERLOAD_ARRIVE_MS = 5000;
const OVERLOAD_MS = 60_000;
const AFTER_MS = 30_000;
const CALM_TARGET_MS = 5000;
const MAX_GROWTH = 0.1;
/** Maximum number of learners per process, so that the process isn't the bottleneck. */
const MAX_CROWD = 2000;

export type LoadOrder = { learners: number; minutes: number };

type Course = {
  /** Seconds in which the usual number of learners practised, after all had arrived. */
  steady: CrowdSecond[];
  overload: CrowdSecond[];
  after: CrowdSecond[];
  overloadEnd: number;
  samples: { steady: ServerSample[]; overload: ServerSample[] };
  positions: LearnerPosition[];
};

/** Ids of the hosted videos, the even ones. */
const HOSTED_VIDEOS = Array.from({ length: VIDEOS / 2 }, (_, n) => 2 * (n + 1));

async function runCourse(library: Library, loopFile: string, order: LoadOrder): Promise<Course> {
  const seconds: CrowdSecond[] = [];
  const crowds: Crowd[] = [];
  const startLearners = (first: number, count: number, arriveMs: number): Crowd => {
    const crowd = startCrowd(
      {
        target: library.server.target,
        from: FIRST_LEARNER + first,
        to: FIRST_LEARNER + first + count - 1,
        videos: HOSTED_VIDEOS,
        segmentsEach: SEGMENTS_PER_VIDEO,
        mediaBytes: MEDIA_BYTES,
        arriveMs,
      },
      (second) => seconds.push({ ...second, at: performance.now() }),
    );
    crowds.push(crowd);
    return crowd;
  };
  const selectPeriod = <T extends { at: number }>(all: readonly T[], from: number, to: number) =>
    all.filter(({ at }) => at > from && at <= to);
  const watch = watchServer(library.server.pid, loopFile);
  try {
    const usualCrowd = startLearners(0, order.learners, ARRIVE_MS);
    await sleep(ARRIVE_MS);
    const steadyStart = performance.now();
    await sleep(order.minutes * 60_000);
    const overloadStart = performance.now();
    const extraCrowds: Crowd[] = [];
    for (let first = order.learners; first < order.learners * OVERLOAD_FACTOR; first += MAX_CROWD) {
      extraCrowds.push(
        startLearners(
          first,
          Math.min(MAX_CROWD, order.learners * OVERLOAD_FACTOR - first),
          OVERLOAD_ARRIVE_MS,
        ),
      );
    }
    await sleep(OVERLOAD_MS);
    const positions = (await Promise.all(extraCrowds.map((crowd) => crowd.leave()))).flat();
    const overloadEnd = performance.now();
    await sleep(AFTER_MS);
    positions.push(...(await usualCrowd.leave()));
    await watch.stop();
    return {
      steady: selectPeriod(seconds, steadyStart, overloadStart),
      overload: selectPeriod(seconds, overloadStart, overloadEnd),
      after: selectPeriod(seconds, overloadEnd, Number.POSITIVE_INFINITY),
      overloadEnd,
      samples: {
        steady: selectPeriod(watch.samples, steadyStart, overloadStart),
        overload: selectPeriod(watch.samples, overloadStart, overloadEnd),
      },
      positions,
    };
  } finally {
    await watch.stop();
    for (const crowd of crowds) crowd.end();
  }
}

const meanMemory = (samples: readonly ServerSample[]) =>
  samples.reduce((total, { memory }) => total + memory, 0) / samples.length;

/** Compares the memory of the last third of the time with that of the second third. */
function buildServerRows(samples: readonly ServerSample[]): Row[] {
  const third = Math.floor(samples.length / 3);
  const [second, last] = [samples.slice(third, 2 * third), samples.slice(2 * third)].map(meanMemory);
  const growth = (last ?? Number.NaN) / (second ?? Number.NaN) - 1;
  return [
    {
      what: 'memory of the server, last third of the run relative to the second',
      measured: `${growth < 0 ? '−' : '+'}${Math.abs(growth * 100).toFixed(1)} % (${inMegabytes(second ?? 0)}, ${inMegabytes(last ?? 0)})`,
      aim: `within ${MAX_GROWTH * 100} %`,
      met: Math.abs(growth) <= MAX_GROWTH,
    },
    info('maximum memory of the server', inMegabytes(Math.max(...samples.map(({ memory }) => memory)))),
    info(
      'the server’s event loop was late in five seconds by: 99 of 100 ticks, median of them; at most',
      `${inMilliseconds(median(samples.map((sample) => sample.typicalLoopDelay)))}; ${inMilliseconds(Math.max(...samples.map((sample) => sample.maxLoopDelay)))}`,
    ),
    info(
      'processor time of the server, of one core: median',
      `${(100 * median(samples.map(({ usage }) => usage))).toFixed(0)} %`,
    ),
  ];
}

function buildCourseRows(course: Course, { learners }: LoadOrder): Row[] {
  const { steady, overload, after, overloadEnd, samples } = course;
  const typical = `${learners} learners`;
  const many = `${learners * OVERLOAD_FACTOR} learners`;
  return [
    ...buildFailureRows(typical, steady, false),
    ...buildCallRows(typical, steady, P95_TARGET_MS),
    buildOwnDelayRow(typical, steady),
    ...buildServerRows(samples.steady),
    ...buildFailureRows(many, overload, true),
    info(`${many}: responses per second`, (countResponses(overload) / (OVERLOAD_MS / 1000)).toFixed(0)),
    ...buildCallRows(many, overload),
    buildOwnDelayRow(many, overload),
    info(
      `${many}: maximum memory of the server`,
      inMegabytes(Math.max(...samples.overload.map(({ memory }) => memory))),
    ),
    info(
      `${many}: maximum delay of the server’s event loop`,
      inMilliseconds(Math.max(...samples.overload.map(({ maxLoopDelay }) => maxLoopDelay))),
    ),
    atMost(
      'afterwards: time until nothing is shed and the 95th percentile has recovered',
      waitUntilCalm(after, overloadEnd),
      CALM_TARGET_MS,
      inSeconds,
    ),
  ];
}

/** Measures many learners practising concurrently, then an overload, then the usual number again. */
export async function measureLoad(order: LoadOrder): Promise<Report> {
  const folder = await mkdtemp(path.join(tmpdir(), 'sayback-bench-'));
  const loopFile = path.join(folder, 'loop.json');
  const size = {
    videos: VIDEOS,
    segmentsEach: SEGMENTS_PER_VIDEO,
    learners: order.learners * OVERLOAD_FACTOR,
  };
  const library = await openLibrary(size, eventLoopSettings(folder));
  try {
    const file = path.join(library.mediaDir, MEDIA_KEY);
    await mkdir(path.dirname(file), { recursive: true });
    await writeFile(file, randomBytes(MEDIA_BYTES));
    const course = await runCourse(library, loopFile, order);
    const { acknowledged, lost } = await comparePositions(library.databaseUrl, course.positions);
    const rows = [
      ...buildCourseRows(course, order),
      expectNone(`acknowledged positions, of ${acknowledged}, that aren’t stored`, lost.length),
      expectNone('exits of the server', library.ends.length),
    ];
    const errors = describeErrors([...course.steady, ...course.overload, ...course.after]);
    return {
      rows,
      notes: [
        `${order.learners} learners arrive within a minute and practise for ${order.minutes} minutes: each opens a video (the ` +
          `video, its subtitles, its ${SEGMENTS_PER_VIDEO} segments, the preferences), saves the position every 5 s, and loads 256 KiB ` +
          'to 1 MiB of its media every 8 s, for one and a half to three minutes; then opens another one. Times are those of ' +
          'completed calls, from the request to the last byte, over two kept-alive connections per learner.',
        `Then ${OVERLOAD_FACTOR} times as many for ${OVERLOAD_MS / 1000} s: the others arrive within ${OVERLOAD_ARRIVE_MS / 1000} s. Learners told to wait when opening a video ` +
          'do so; saving continues at its pace.',
        'Accounts and sessions are inserted into the database directly, and access tokens are signed with the server’s secret: ' +
          'registering that many would measure argon2. The server is the production build, with an embedded PostgreSQL; crowd, ' +
          'server and database share this machine. Each crowd has its own process, with at most 2000 learners.',
        'At the end each learner’s stored position in each video is compared with the last acknowledged one; a later one ' +
          'that was sent but not acknowledged may be stored instead.',
        ...(errors ? [`Errors: ${errors}.`] : []),
      ],
    };
  } finally {
    await library.stop();
    await rm(folder, { recursive: true, force: true });
  }
}
