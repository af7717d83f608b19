export type LibrarySize = {
  videos: number;
  segmentsEach: number;
  learners: number;
  /** Number of further accounts, each with a session and three positions. */
  others?: number;
};

/** First id of learners and of their sessions, above those that the server assigns at its start. */
export const FIRST_LEARNER = 1001;
/** Number of videos that each learner has practised: the first page of the list. */
const PRACTISED = 24;
const PRACTISED_BY_OTHERS = 3;
/** Accounts inserted by one statement. */
const PEOPLE_SLICE = 500_000;
export const LISTED_VIDEOS = PRACTISED;
export const MEDIA_KEY = 'videos/1/clip.mp4';
/** Videos inserted by one statement. */
const SLICE = 1000;

/** Returns the original text of an alignment's `n`th segment. `n` can be SQL. */
export const segmentTextSql = (n: number | string) =>
  `What she said the ${n}th time was hardly worth hearing.`;

/**
 * Inserts videos, half from YouTube and half hosted. All have the same creation time, a whole second, so that every peer
 * formats it alike.
 */
const VIDEOS = `
  insert into videos (id, title, description, youtube_id, original_language, published, latest_alignment_id, length_ms,
    media_key, media_type, thumbnail_key, created_at) overriding system value
  select n, 'The story of number ' || n, repeat('What happens in it, in a sentence. ', 3),
    case when n % 2 = 1 then lpad(n::text, 11, '0') end, 'en', true, n, 3000 * $2 + 2400,
    case when n % 2 = 0 then '${MEDIA_KEY}' end, case when n % 2 = 0 then 'video/mp4' end,
    case when n % 2 = 0 then 'videos/' || n || '/poster.jpg' end, '2026-01-02T03:04:05Z'
  from generate_series(1, $1::bigint) as n`;

/** Inserts the rows that triggers would write: they don't run while references aren't checked. */
const COUNTS = `
  insert into video_counts (language, count) select original_language, count(*) from videos group by original_language`;
const SEARCH_TEXTS = `
  insert into video_search_texts (video_id, text) select id, fold_text(title || ' ' || description) from videos`;

/** Inserts each video's original, then its translation. Without cues, since the measured calls don't read them. */
const SUBTITLES = `
  insert into subtitles (id, video_id, language, cues, cue_count) overriding system value
  select 2 * n - 1 + of, n, (array['en','es'])[1 + of], '[]', $2
  from generate_series(1, $1::bigint) as n, generate_series(0, 1) as of`;

const ALIGNMENTS = `
  insert into alignments (id, subtitle_id, segment_count, mismatch_count) overriding system value
  select n, 2 * n, $2, 0 from generate_series(1, $1::bigint) as n`;

/**
 * Inserts segments in the order in which alignment writes them. Positions are keys of fractional-indexing: an 'e' followed by
 * five digits.
 */
const SEGMENTS = `
  insert into segments (id, alignment_id, position, start_ms, end_ms, text_original, text_target, mismatch, label,
    confidence, aligned_digest) overriding system value
  select (n - 1) * $3 + i, n, 'e' || lpad(i::text, 5, '0'), i * 3000, i * 3000 + 2400,
    '${segmentTextSql("' || i || '")}',
    'Lo que dijo por ' || i || 'ª vez apenas merecía oírse.', i % 50 = 0, '1-1', 0.9, md5(i::text)
  from generate_series($1::bigint, $2::bigint) as n, generate_series(1, $3) as i
  order by n, i`;

const USERS = `
  insert into users (id, username, username_key, native_language) overriding system value
  select n, 'learner-' || n, 'learner-' || n, 'es'
  from generate_series($1::bigint, $2::bigint) as n`;

const LANGUAGES = `
  insert into practice_languages (user_id, language)
  select n, 'en' from generate_series($1::bigint, $2::bigint) as n`;

const SESSIONS = `
  insert into sessions (id, user_id, token_hash, expires_at) overriding system value
  select n, n, 'none-' || n, now() + interval '1 day' from generate_series($1::bigint, $2::bigint) as n`;

const PLACES = `
  insert into progress (user_id, video_id, alignment_id, start_ms, last_segment)
  select n, v, v, 3000 * (1 + n % $4), n % $4
  from generate_series($1::bigint, $2::bigint) as n,
    generate_series(greatest(1, $3::bigint - $5::bigint + 1), $3::bigint) as v`;

export type Pool = { query: (statement: string, values?: unknown[]) => Promise<unknown> };

/**
 * Inserts videos, segments, learners and their sessions directly into an empty, migrated database: registering a thousand
 * learners would take minutes of password hashing.
 */
export async function fillLibrary(
  pool: Pool,
  { videos, segmentsEach, learners, others = 0 }: LibrarySize,
): Promise<void> {
  const last = FIRST_LEARNER + learners - 1;
  // Don't check references for each row: they are correct by construction.
  const fill = (statement: string, values: unknown[]) =>
    pool.query(`set session_replication_role = replica`).then(() => pool.query(statement, values));
  await fill(VIDEOS, [videos, segmentsEach]);
  await pool.query(COUNTS);
  await pool.query(SEARCH_TEXTS);
  await fill(SUBTITLES, [videos, segmentsEach]);
  await fill(ALIGNMENTS, [videos, segmentsEach]);
  for (let from = 1; from <= videos; from += SLICE) {
    await fill(SEGMENTS, [from, Math.min(videos, from + SLICE - 1), segmentsEach]);
  }
  const addAccounts = async (people: [number, number], practised: number) => {
    for (const statement of [USERS, LANGUAGES, SESSIONS]) await fill(statement, people);
    await fill(PLACES, [...people, videos, segmentsEach, practised]);
  };
  await addAccounts([FIRST_LEARNER, last], PRACTISED);
  for (let from = last + 1; from <= last + others; from += PEOPLE_SLICE) {
    await addAccounts([from, Math.min(from + PEOPLE_SLICE - 1, last + others)], PRACTISED_BY_OTHERS);
  }
  await pool.query('set session_replication_role = origin');
  await pool.query('vacuum analyze');
  await pool.query('checkpoint');
}
