import { hashLine } from '@sayback/contract';
import { makeAttemptPartitions } from '../../../apps/server/src/features/practice/attempts/attempt-partitions.ts';
import { connectDatabase } from '../../../apps/server/src/platform/database/database.ts';
import { FIRST_LEARNER, LISTED_VIDEOS, segmentTextSql } from '../library/fill-library.ts';

export const VIDEOS = 200;
export const SEGMENTS_PER_VIDEO = 400;
const MONTH_MS = 30 * 24 * 60 * 60 * 1000;
/** Days of attempts inserted by one statement. */
const SLICE_DAYS = 15;

/** Learners who have practised every day for `days` days, with the videos of the first page. */
export type Practice = { learners: number; attemptsEach: number; cardsEach: number; days: number };

/** Returns the `n`th line that a learner practises. */
export function computePractisedLine(n: number): { video_id: number; start_ms: number; text_hash: number } {
  const segment = 1 + (n % SEGMENTS_PER_VIDEO);
  return {
    video_id: VIDEOS - (n % LISTED_VIDEOS),
    start_ms: 3000 * segment,
    text_hash: hashLine(segmentTextSql(segment)),
  };
}
/** SQL for `computePractisedLine`: `video_id, start_ms, text_hash`; $1 is `HASHES`. */
const LINE = `${VIDEOS} - n % ${LISTED_VIDEOS}, 3000 * (1 + n % ${SEGMENTS_PER_VIDEO}), ($1::bigint[])[1 + n % ${SEGMENTS_PER_VIDEO}]`;
const HASHES = Array.from({ length: SEGMENTS_PER_VIDEO }, (_, n) => computePractisedLine(n).text_hash);
/** Number of distinct lines per learner, after which `LINE` repeats the first. */
const LINES_PER_LEARNER = 1200;

/**
 * Inserts attempts in chronological order, so that a learner's rows are scattered. Every tenth take has a hint. The ids are
 * arbitrary.
 */
const ATTEMPTS = `
  insert into attempts (user_id, at, id, video_id, start_ms, text_hash, what, voiced_ms, length_ratio, extra_pauses)
  select $2 + learner, now() - day * interval '1 day' - (n - day * $6) * interval '20 seconds', gen_random_uuid(), ${LINE},
    case when n % 7 = 0 then 'waited' else 'said' end, 1500, 1.1, ((n * 7919) % 10 = 0)::int
  from generate_series($5::bigint, $4::bigint, -1) as day, generate_series(day * $6, day * $6 + $6 - 1) as n,
    generate_series(0, $3::bigint - 1) as learner`;

const PRACTISED = `
  insert into practised_lines (user_id, video_id, start_ms, text_hash) select $2 + learner, ${LINE}
  from generate_series(0, $3::bigint - 1) as learner, generate_series(0, ${LINES_PER_LEARNER - 1}) as n`;

const REMEMBERED = `
  insert into remembered_lines (user_id, video_id, start_ms, text_hash, line_ms, text, starred, has_card)
  select $2 + learner, ${LINE}, 3000 * (1 + n % ${SEGMENTS_PER_VIDEO}), 'What she said then was hardly worth hearing.', n % 20 = 0, true
  from generate_series(0, $4::bigint - 1) as n, generate_series(0, $3::bigint - 1) as learner`;

/** Number of a line within its video. */
const NTH = 'start_ms / 3000';

/** Inserts cards, a quarter of which are due. */
const CARDS = `
  insert into cards (user_id, video_id, text_hash, start_ms, skill, version, due_day, stability, difficulty, reps, lapses,
    first_day, last_day, last_at, last_grade)
  select user_id, video_id, text_hash, start_ms, 'say', 1, today - 15 + (${NTH}) % 60, 10, 5, 3, 0,
    today - 60, today - 16, now() - interval '16 days', 'good'
  from remembered_lines, (select (extract(epoch from now()) / 86400)::int as today) as now`;

const REVIEWS = `
  insert into reviews (user_id, video_id, text_hash, start_ms, at, id, skill, grade, utc_offset, first_hearing)
  select user_id, video_id, text_hash, start_ms, now() - ((${NTH}) % 60 + 20 * $1::int) * interval '1 day' - start_ms * interval '7 ms',
    gen_random_uuid(), 'say', 'good', 0, false
  from remembered_lines`;

/** Inserts learners' attempts, their cards, and three reviews of each card. Triggers update the practice totals. */
export async function fillMemory(
  databaseUrl: string,
  { learners, attemptsEach, cardsEach, days }: Practice,
): Promise<void> {
  // One connection, so that session settings apply to the following statements.
  const { db, pool, close } = connectDatabase(databaseUrl, { size: 1, onError: () => undefined });
  try {
    for (let ago = 0; ago <= (days + 60) * 86_400_000; ago += MONTH_MS) {
      await makeAttemptPartitions(db, new Date(Date.now() - ago));
    }
    await pool.query("set work_mem = '256MB'");
    const all = [HASHES, FIRST_LEARNER, learners];
    for (let last = days - 1; last >= 0; last -= SLICE_DAYS) {
      const first = Math.max(0, last - SLICE_DAYS + 1);
      await pool.query(ATTEMPTS, [...all, first, last, Math.round(attemptsEach / days)]);
    }
    await pool.query(PRACTISED, all);
    await pool.query(REMEMBERED, [...all, cardsEach]);
    // Disables the triggers that mark lines as having a card, since `REMEMBERED` has marked them.
    await pool.query('set session_replication_role = replica');
    await pool.query(CARDS);
    await pool.query('set session_replication_role = origin');
    for (const turn of [2, 1, 0]) await pool.query(REVIEWS, [turn]);
    await pool.query('vacuum analyze');
    await pool.query('checkpoint');
  } finally {
    await close();
  }
}
