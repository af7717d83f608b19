import { randomBytes } from 'node:crypto';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { FIRST_LEARNER, MEDIA_KEY } from '../library/fill-library.ts';
import { type Library, openLibrary } from '../library/open-library.ts';
import { inMegabytes, inMilliseconds, inSeconds, median, quantile } from '../metrics.ts';
import { atMost, info, none, type Report, type Row } from '../report.ts';
import { comparePlaces } from './compare-positions.ts';
import { type Crowd, startCrowd } from './crowd.ts';
import type { LearnerPlace } from './crowd-messages.ts';
import {
  countAnswers,
  describeErrors,
  type Heard,
  P95_TARGET_MS,
  rowOfOwnDelay,
  rowsOfCalls,
  rowsOfFailures,
  waitUntilCalm,
} from './phases.ts';
import { type Look, watchServer } from './server-watch.ts';

const WATCH_LOOP = fileURLToPath(new URL('../watch-loop.mjs', import.meta.url));
const VIDEOS = 200;
const SEGMENTS_PER_VIDEO = 400;
const MEDIA_BYTES = 40 * 1024 * 1024;
const ARRIVE_MS = 60_000;
/** Factor on the number of learners for the overload. */
const TOO_MANY = 5;
const RUSH_MS = 5000;
const OVERLOAD_MS = 60_000;
const AFTER_MS = 30_000;
const CALM_TARGET_MS = 5000;
const FLAT = 0.1;
/** Maximum number of learners per process, so that it isn't the bottleneck. */
const CROWD = 2000;

export type LoadOrder = { learners: number; minutes: number };

type Course = {
  /** Measured while the usual number practised, all of them present. */
  steady: Heard[];
  overload: Heard[];
  after: Heard[];
  left: number;
  looks: { steady: Look[]; overload: Look[] };
  places: LearnerPlace[];
};

/** Half the videos are hosted: those with even ids. */
const HOSTED = Array.from({ length: VIDEOS / 2 }, (_, n) => 2 * (n + 1));

async function runCourse(library: Library, loopFile: string, order: LoadOrder): Promise<Course> {
  const heard: Heard[] = [];
  const crowds: Crowd[] = [];
  const startLearners = (first: number, count: number, arriveMs: number): Crowd => {
    const crowd = startCrowd(
      {
        target: library.target,
        from: FIRST_LEARNER + first,
        to: FIRST_LEARNER + first + count - 1,
        videos: HOSTED,
        segmentsEach: SEGMENTS_PER_VIDEO,
        mediaBytes: MEDIA_BYTES,
        arriveMs,
      },
      (second) => heard.push({ ...second, at: performance.now() }),
    );
    crowds.push(crowd);
    return crowd;
  };
  const during = <T extends { at: number }>(all: readonly T[], from: number, to: number) =>
    all.filter(({ at }) => at > from && at <= to);
  const watch = watchServer(library.serverPid, loopFile);
  try {
    const typical = startLearners(0, order.learners, ARRIVE_MS);
    await sleep(ARRIVE_MS);
    const started = performance.now();
    await sleep(order.minutes * 60_000);
    const rushed = performance.now();
    const more: Crowd[] = [];
    for (let first = order.learners; first < order.learners * TOO_MANY; first += CROWD) {
      more.push(startLearners(first, Math.min(CROWD, order.learners * TOO_MANY - first), RUSH_MS));
    }
    await sleep(OVERLOAD_MS);
    const places = (await Promise.all(more.map((crowd) => crowd.leave()))).flat();
    const left = performance.now();
    await sleep(AFTER_MS);
    places.push(...(await typical.leave()));
    await watch.stop();
    return {
      steady: during(heard, started, rushed),
      overload: during(heard, rushed, left),
      after: during(heard, left, Number.POSITIVE_INFINITY),
      left,
      looks: { steady: during(watch.looks, started, rushed), overload: during(watch.looks, rushed, left) },
      places,
    };
  } finally {
    await watch.stop();
    for (const crowd of crowds) crowd.end();
  }
}

const meanMemory = (looks: readonly Look[]) =>
  looks.reduce((total, { memory }) => total + memory, 0) / looks.length;

/** Compares the memory of the last third of the time with that of the second third. */
function rowsOfServer(looks: readonly Look[]): Row[] {
  const third = Math.floor(looks.length / 3);
  const [second, last] = [looks.slice(third, 2 * third), looks.slice(2 * third)].map(meanMemory);
  const change = (last ?? Number.NaN) / (second ?? Number.NaN) - 1;
  return [
    {
      what: 'memory of the server, last third of the run relative to the second',
      measured: `${change < 0 ? '−' : '+'}${Math.abs(change * 100).toFixed(1)} % (${inMegabytes(second ?? 0)}, ${inMegabytes(last ?? 0)})`,
      aim: `within ${FLAT * 100} %`,
      met: Math.abs(change) <= FLAT,
    },
    info('maximum memory of the server', inMegabytes(Math.max(...looks.map(({ memory }) => memory)))),
    info(
      'the server’s event loop was late in five seconds by: 99 of 100 ticks, median of them; at most',
      `${inMilliseconds(median(looks.map((look) => look.loopUsual)))}; ${inMilliseconds(Math.max(...looks.map((look) => look.loopMost)))}`,
    ),
    info(
      'processor time of the server, of one core: median',
      `${(100 * median(looks.map(({ share }) => share))).toFixed(0)} %`,
    ),
  ];
}

function rowsOfCourse(course: Course, { learners }: LoadOrder): Row[] {
  const { steady, overload, after, left, looks } = course;
  const typical = `${learners} learners`;
  const many = `${learners * TOO_MANY} learners`;
  return [
    ...rowsOfFailures(typical, steady, false),
    ...rowsOfCalls(typical, steady, P95_TARGET_MS),
    rowOfOwnDelay(typical, steady),
    ...rowsOfServer(looks.steady),
    ...rowsOfFailures(many, overload, true),
    info(`${many}: responses per second`, (countAnswers(overload) / (OVERLOAD_MS / 1000)).toFixed(0)),
    ...rowsOfCalls(many, overload),
    rowOfOwnDelay(many, overload),
    info(
      `${many}: maximum memory of the server`,
      inMegabytes(Math.max(...looks.overload.map(({ memory }) => memory))),
    ),
    info(
      `${many}: maximum delay of the server’s event loop`,
      inMilliseconds(
        quantile(
          looks.overload.map(({ loopMost }) => loopMost),
          1,
        ),
      ),
    ),
    atMost(
      'afterwards: time until nothing is shed and the 95th percentile has recovered',
      waitUntilCalm(after, left),
      CALM_TARGET_MS,
      inSeconds,
    ),
  ];
}

/** Many learners practising at once, then far too many, then as before. */
export async function measureLoad(order: LoadOrder): Promise<Report> {
  const folder = await mkdtemp(path.join(tmpdir(), 'sayback-bench-'));
  const loopFile = path.join(folder, 'loop.json');
  const size = { videos: VIDEOS, segmentsEach: SEGMENTS_PER_VIDEO, learners: order.learners * TOO_MANY };
  const library = await openLibrary(size, { NODE_OPTIONS: `--import ${WATCH_LOOP}`, LOOP_FILE: loopFile });
  try {
    const file = path.join(library.mediaDir, MEDIA_KEY);
    await mkdir(path.dirname(file), { recursive: true });
    await writeFile(file, randomBytes(MEDIA_BYTES));
    const course = await runCourse(library, loopFile, order);
    const { acknowledged, lost } = await comparePlaces(library.databaseUrl, course.places);
    const rows = [
      ...rowsOfCourse(course, order),
      none(`acknowledged positions, of ${acknowledged}, that aren’t stored`, lost.length),
      none('exits of the server', library.ends.length),
    ];
    const errors = describeErrors([...course.steady, ...course.overload, ...course.after]);
    return {
      rows,
      notes: [
        `${order.learners} learners arrive within a minute and practise for ${order.minutes} minutes: each opens a video (the ` +
          `video, its subtitles, its ${SEGMENTS_PER_VIDEO} segments, the preferences), saves the position every 5 s, and loads 256 KiB ` +
          'to 1 MiB of its media every 8 s, for one and a half to three minutes; then opens another one. Times are those of ' +
          'completed calls, from the request to the last byte, over two kept-alive connections per learner.',
        `Then ${TOO_MANY} times as many for ${OVERLOAD_MS / 1000} s: the others arrive within ${RUSH_MS / 1000} s. Learners told to wait when opening a video ` +
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
