import { randomBytes } from 'node:crypto';
import { makeAttemptId } from '@sayback/contract';
import { makeAttemptPartitions } from '../../../apps/server/src/features/practice/attempt-partitions.ts';
import { connectDatabase } from '../../../apps/server/src/platform/database/database.ts';
import { FIRST_LEARNER, LISTED_VIDEOS } from '../library/fill-library.ts';
import { type Library, openLibrary } from '../library/open-library.ts';
import { inMilliseconds, median, quantile } from '../metrics.ts';
import { atMost, info, type Report, type Row } from '../report.ts';
import { headOf } from '../rounds/calls.ts';
import { noSamples, runRound, type Samples } from '../rounds/round.ts';
import type { Request } from '../wire/connection.ts';

const VIDEOS = 200;
const SEGMENTS_EACH = 400;
const LEARNERS = 50;
const ATTEMPTS_EACH = 10_000;
const CARDS_EACH = 1000;
const DAYS = 60;
const ROUNDS = 10;
const WARM_UP = 2;
const REQUESTS = 200;
const CONCURRENCY = 4;
const AIM = 1.2;
const AIM_MS = 60;

/** An hour's practice on each day, with a hint at every tenth take. Ids are as good as any. */
const ATTEMPTS = `
  insert into attempts (user_id, at, id, video_id, start_ms, text_hash, what, voiced_ms, length_ratio, extra_pauses)
  select $1 + n % $2, now() - (n / $2) % ${DAYS} * interval '1 day' - (n / $2) / ${DAYS} * interval '20 seconds', gen_random_uuid(),
    ${VIDEOS} - (n / $2) % ${LISTED_VIDEOS}, 3000 * ((n / $2) % ${SEGMENTS_EACH}), (n / $2) % ${SEGMENTS_EACH},
    case when n % 7 = 0 then 'waited' else 'said' end, 1500, 1.1, (((n / $2) * 7919) % 10 = 0)::int
  from generate_series(0, $2 * $3::bigint - 1) as n`;

const LINES = `
  insert into remembered_lines (user_id, video_id, text_hash, start_ms, line_ms, text, starred)
  select $1 + n % $2, ${VIDEOS} - (n / $2) % ${LISTED_VIDEOS}, n / $2, 3000 * ((n / $2) % ${SEGMENTS_EACH}),
    3000 * ((n / $2) % ${SEGMENTS_EACH}), 'What she said then was hardly worth hearing.', (n / $2) % 20 = 0
  from generate_series(0, $2 * $3::bigint - 1) as n`;

/** A quarter of the cards is due. */
const CARDS = `
  insert into cards (user_id, video_id, text_hash, start_ms, skill, version, due_day, stability, difficulty, reps, lapses,
    first_day, last_day, last_at, last_grade)
  select user_id, video_id, text_hash, start_ms, 'say', 1, today - 15 + text_hash % 60, 10, 5, 3, 0,
    today - 60, today - 16, now() - interval '16 days', 'good'
  from remembered_lines, (select (extract(epoch from now()) / 86400)::int as today) as now`;

const REVIEWS = `
  insert into reviews (user_id, video_id, text_hash, start_ms, at, id, skill, grade, utc_offset, first_hearing)
  select user_id, video_id, text_hash, start_ms, now() - (text_hash % ${DAYS} + 20 * n) * interval '1 day' - text_hash * interval '7 seconds',
    gen_random_uuid(), 'say', 'good', 0, false
  from remembered_lines, generate_series(0, 2) as n`;

async function fillMemory({ databaseUrl }: Library): Promise<void> {
  const { db, pool, close } = connectDatabase(databaseUrl, { size: 1, onError: () => undefined });
  try {
    for (let days = 0; days <= DAYS + 30; days += 30) {
      await makeAttemptPartitions(db, new Date(Date.now() - days * 86_400_000));
    }
    await pool.query(ATTEMPTS, [FIRST_LEARNER, LEARNERS, ATTEMPTS_EACH]);
    await pool.query(LINES, [FIRST_LEARNER, LEARNERS, CARDS_EACH]);
    for (const rows of [CARDS, REVIEWS]) await pool.query(rows);
    await pool.query('vacuum analyze');
    await pool.query('checkpoint');
  } finally {
    await close();
  }
}

const learnerOf = (turn: number) => FIRST_LEARNER + (turn % LEARNERS);
const get = (path: string) => (turn: number) => ({ head: headOf('GET', path, learnerOf(turn)) });

const TODAY = 'Today';
/** Requests of the home page (apps/web/build/first-visit.ts), and Today's. */
const HOME = {
  'the list of videos': get('/api/videos/?practisable=true&page=1'),
  'the last one practised': get('/api/practice/last/'),
  'the languages': get('/api/video-languages/'),
  'the profile': get('/api/accounts/profile/'),
  'the preferences': get('/api/accounts/preferences/'),
  [TODAY]: get('/api/practice/today/'),
};

/** One review of a new or a known card. */
function reviewOf(turn: number): Request {
  const n = (turn * 7) % CARDS_EACH;
  const review = {
    id: makeAttemptId(Date.now(), randomBytes(10)),
    video_id: VIDEOS - (n % LISTED_VIDEOS),
    start_ms: 3000 * (n % SEGMENTS_EACH),
    text_hash: n,
    skill: 'say',
    grade: 'good',
    utc_offset: 0,
  };
  return {
    head: headOf('POST', '/api/practice/reviews/', learnerOf(turn)),
    body: JSON.stringify({ reviews: [review] }),
  };
}

/** One attempt, as a learner at work sends it. */
const attemptOf = (turn: number): Request => ({
  head: headOf('POST', '/api/practice/attempts/', learnerOf(turn)),
  body: JSON.stringify({
    attempts: [
      {
        id: makeAttemptId(Date.now(), randomBytes(10)),
        video_id: VIDEOS - (turn % LISTED_VIDEOS),
        start_ms: 3000 * (turn % SEGMENTS_EACH),
        text_hash: turn % SEGMENTS_EACH,
        what: 'said',
        voiced_ms: 1200,
        length_ratio: 1.2,
        extra_pauses: turn % 3,
      },
    ],
  }),
});

const CALLS = { ...HOME, 'saving a review': reviewOf, 'saving an attempt': attemptOf };

const perRequest = ({ server, database }: Samples) => (server + database) / (ROUNDS * REQUESTS);

/** Home's requests, a review and an attempt of learners with many attempts and cards. All calls take turns. */
export async function measureToday(): Promise<Report> {
  const library = await openLibrary(
    { videos: VIDEOS, segmentsEach: SEGMENTS_EACH, learners: LEARNERS },
    { RATE_LIMIT_FACTOR: '1000' },
  );
  try {
    await fillMemory(library);
    const { target, serverPid: pid, databasePid } = library;
    const server = { name: 'today', target, pid, databasePid };
    const samples = new Map(Object.keys(CALLS).map((name) => [name, noSamples()]));
    for (let round = 0; round < WARM_UP + ROUNDS; round += 1) {
      for (const [name, request] of Object.entries(CALLS)) {
        const requests = Array.from({ length: REQUESTS }, (_, n) => request(round * REQUESTS + n));
        const into = round < WARM_UP ? noSamples() : (samples.get(name) as Samples);
        await runRound(server, requests, CONCURRENCY, into);
      }
    }
    const rows: Row[] = [...samples].flatMap(([name, own]) => [
      info(
        `${name}: processor time of the server, of the database; median`,
        `${[own.server, own.database].map((ms) => `${(ms / (ROUNDS * REQUESTS)).toFixed(2)} ms`).join(', ')}; ${inMilliseconds(median(own.took))}`,
      ),
      atMost(`${name}: 95th percentile`, quantile(own.took, 0.95), AIM_MS, inMilliseconds),
    ]);
    const sum = (names: string[]) =>
      names.reduce((all, name) => all + perRequest(samples.get(name) as Samples), 0);
    const home = Object.keys(HOME);
    const ratio = sum(home) / sum(home.filter((name) => name !== TODAY));
    rows.push(
      atMost('processor time of home with Today beside home without', ratio, AIM, (x) => `${x.toFixed(2)} ×`),
    );
    return {
      rows,
      notes: [
        `${LEARNERS} learners, each with ${ATTEMPTS_EACH} attempts over ${DAYS} days and ${CARDS_EACH} cards, a quarter of them due, with three reviews each. ` +
          `${ROUNDS} rounds of ${REQUESTS} requests of each call in turn, over ${CONCURRENCY} kept connections.`,
      ],
    };
  } finally {
    await library.stop();
  }
}
