import { hashLine } from '@sayback/contract';
import { FIRST_LEARNER, type Pool } from '../library/fill-library.ts';

const ATTEMPTS = `
  insert into attempts (user_id, at, id, video_id, start_ms, text_hash, what, voiced_ms, length_ratio, extra_pauses)
  select $1, now() - n * interval '20 seconds', gen_random_uuid(), 1 + n % 20, 3000 * (n % 2000), n % 2000, 'said', 1500, 1.1, 0
  from generate_series(1, $2::bigint) as n`;

const PRACTISED = `
  insert into practised_lines (user_id, video_id, text_hash, start_ms)
  select $1, 1, hash, 3000 * line from unnest($2::bigint[]) with ordinality as lines (hash, line)
  on conflict do nothing`;

const REPORTS = `
  insert into line_reports (user_id, video_id, alignment_id, start_ms, end_ms, text_hash, text, kind, nudge_start_ms, nudge_end_ms)
  select learner, 1, 1, 3000 * line, 3000 * line + 2400, hash, 'What she said', 'ends_early', 0, 100 + learner % 50
  from generate_series($1::bigint, $2::bigint) as learner, unnest($3::bigint[]) with ordinality as lines (hash, line)
  on conflict do nothing`;

/** Computes the hashes of a library's lines, whose texts are the same in every film (`fill-library.ts`). */
const readHashes = (lines: number) =>
  Array.from({ length: lines }, (_, at) =>
    hashLine(`What she said the ${at + 1}th time was hardly worth hearing.`),
  );

type Grown = { reporters: number; lines: number };
type Practised = { id: number; count: number };

/**
 * Inserts as many rows as years of use within the limits: accounts' attempts and practised lines, and many learners' open
 * reports about each line of the first film.
 */
export async function addRows(
  pool: Pool,
  accounts: readonly Practised[],
  { reporters, lines }: Grown,
): Promise<void> {
  const hashes = readHashes(lines);
  for (const { id, count } of accounts) {
    await pool.query(ATTEMPTS, [id, count]);
    await pool.query(PRACTISED, [id, hashes]);
  }
  await pool.query(REPORTS, [FIRST_LEARNER, FIRST_LEARNER + reporters - 1, hashes]);
  await pool.query('vacuum analyze attempts, practised_lines, line_reports');
}
