import { hashLine, type practice, SAME_LINE_MS } from '@sayback/contract';
import { type SQL, type SQLWrapper, sql } from 'drizzle-orm';
import type { z } from 'zod';
import { type PooledDatabase, violatesCheck } from '../../../platform/database/database.ts';
import { prepareStatement } from '../../../platform/database/statement.ts';
import type { Viewer } from '../../../security/authentication.ts';
import { users } from '../../accounts/index.ts';
import { alignments, type HasPractised, segments, subtitles } from '../../subtitles/index.ts';
import { openToLearners, videos } from '../../videos/index.ts';
import { updateHints } from '../memory/hinted-lines.ts';
import { attempts, attempts_moving, practised_lines } from '../tables.ts';

/** Maximum number of lines of a video that can be practised. */
export const MAX_LINES = 10_000;
/** Maximum number of candidate lines for an attempt in one alignment. */
const MAX_CANDIDATES = 20;
const CHUNK_SIZE = 500;
const NO_ID = '00000000-0000-0000-0000-000000000000';

type AttemptInput = z.output<typeof practice.attempt> & { at: string };
/** `line_ms`: start of the attempt's line in the video; null if there is none. */
type WrittenAttempt = AttemptInput & { line_ms: number | null };

const textKey = (video: number, textHash: number) => `${video} ${textHash}`;

type LineStart = { video_id: number; start_ms: number };

/** SQL for the segments of the lines' videos that start at most `reachMs` from a line, ordered by start. */
const selectSegmentsNear = (columns: SQL, reachMs: number) => sql`with input as (
    select distinct video_id, start_ms
    from jsonb_to_recordset(${sql.placeholder('lines')}::jsonb) as input(video_id bigint, start_ms bigint)
  ), tracks as materialized (
    select ${subtitles.video_id}, ${alignments.id},
      case when ${alignments.segment_count} > ${MAX_LINES} then (
        select ${segments.position} from ${segments} where ${segments.alignment_id} = ${alignments.id}
        order by ${segments.position} offset ${MAX_LINES} limit 1) end as too_far
    from ${subtitles} join ${alignments} on ${alignments.subtitle_id} = ${subtitles.id}
    where ${subtitles.video_id} in (select video_id from input)
  )
  select distinct video_id, ${columns}, near.start_ms, near.text_original from input join tracks using (video_id)
  cross join lateral (select ${segments.start_ms}, ${segments.text_original} from ${segments}
    where ${segments.alignment_id} = tracks.id
      and ${segments.start_ms} between input.start_ms - ${reachMs} and input.start_ms + ${reachMs}
      and (too_far is null or ${segments.position} < too_far)
    order by ${segments.start_ms} limit ${(MAX_CANDIDATES * reachMs) / SAME_LINE_MS}) as near
  order by near.start_ms`;

export type NearSegment = LineStart & { alignment_id: number; text_original: string };

/** Finds the lines of attempts: for each the first segment with the same text that starts at most two seconds away. */
export function lineFinder(db: PooledDatabase) {
  const statement = prepareStatement<NearSegment>(
    db,
    'lines_near',
    selectSegmentsNear(sql`0 as alignment_id`, SAME_LINE_MS),
  );
  return async (attempts: readonly AttemptInput[]): Promise<WrittenAttempt[]> => {
    const { rows } = await statement({ lines: JSON.stringify(attempts) });
    const startsByText = new Map<string, number[]>();
    for (const { video_id, text_original, start_ms } of rows) {
      const key = textKey(video_id, hashLine(text_original));
      const starts = startsByText.get(key) ?? [];
      startsByText.set(key, starts);
      starts.push(start_ms);
    }
    return attempts.map((attempt) => {
      const starts = startsByText.get(textKey(attempt.video_id, attempt.text_hash)) ?? [];
      const line_ms = starts.find((start) => Math.abs(start - attempt.start_ms) <= SAME_LINE_MS) ?? null;
      return { ...attempt, line_ms };
    });
  };
}

/** SQL for the segments of each alignment that can be the lines or their neighbours. */
export const selectSegmentsAround = selectSegmentsNear(sql`tracks.id as alignment_id`, 3 * SAME_LINE_MS);

export type LineFinder = ReturnType<typeof lineFinder>;

/** SQL condition that the user has practised a line, even at a slightly different start. */
export const hasPractised: HasPractised = ({ user_id, video_id, text_hash, start_ms }) =>
  sql`exists (select from ${practised_lines} as line
    where line.user_id = ${user_id} and line.video_id = ${video_id} and line.text_hash = ${text_hash}
      and line.start_ms between ${start_ms} - ${SAME_LINE_MS} and ${start_ms} + ${SAME_LINE_MS})`;

/**
 * Saves a batch in one statement: attempts with new ids, newly practised lines, and hints. Returns the number of new attempts and
 * the ids of those whose video the learner can't see.
 */
export function attemptWriter(db: PooledDatabase) {
  const user = sql`${sql.placeholder('user')}::bigint`;
  const isOpen = sql`${videos.trashed_at} is null and (${sql.placeholder('isAdmin')}::boolean or ${openToLearners()})`;
  const line = {
    user_id: user,
    video_id: sql`input.video_id`,
    text_hash: sql`input.text_hash`,
    start_ms: sql`input.line_ms`,
  };
  const statement = prepareStatement<{ counted: number; refused: string[] }>(
    db,
    'attempts_saved',
    // Locks the account, and writes rows in a fixed order to avoid deadlocks between batches.
    sql`with learner as materialized (
        select ${users.id} from ${users} where ${users.id} = ${user} for key share
      ), input as materialized (
        select input.*, ${videos.id} is not null as is_open
        from jsonb_to_recordset(${sql.placeholder('attempts')}::jsonb) as input(id uuid, at timestamptz, video_id bigint,
          start_ms bigint, text_hash bigint, what text, voiced_ms int, length_ratio real, extra_pauses smallint, line_ms bigint)
        left join ${videos} on ${videos.id} = input.video_id and ${isOpen}
      ), added as (
        insert into ${attempts} (user_id, at, id, video_id, start_ms, text_hash, what, voiced_ms, length_ratio, extra_pauses)
        select learner.id, at, input.id, video_id, start_ms, text_hash, what, voiced_ms, length_ratio, extra_pauses
        from learner, input
        where is_open and not exists (select from ${attempts_moving} as moving
          where moving.user_id = ${user} and moving.at = input.at and moving.id = input.id)
        order by at, input.id
        on conflict do nothing returning id
      ), practised as (
        insert into ${practised_lines} (user_id, video_id, text_hash, start_ms)
        select distinct ${user}, video_id, text_hash, line_ms from added join input using (id)
        where what in ('said', 'waited') and line_ms is not null and not ${hasPractised(line)}
        order by video_id, text_hash, line_ms
        on conflict do nothing
      ), ${updateHints(user)}
      select (select count(*)::int from added) as counted,
        array(select id from input where not is_open)::text[] as refused`,
  );
  return async (viewer: Pick<Viewer, 'id' | 'is_admin'>, attempts: readonly WrittenAttempt[]) => {
    const save = () =>
      statement({ user: viewer.id, isAdmin: viewer.is_admin, attempts: JSON.stringify(attempts) });
    // Retries, since another server may have created the rows' partition after this insert chose the default one.
    const { rows } = await save().catch((error) => {
      if (!violatesCheck(error)) throw error;
      return save();
    });
    return rows[0] ?? { counted: 0, refused: [] };
  };
}

export type AttemptWriter = ReturnType<typeof attemptWriter>;

/** Attempts as JSON from the database, and the key of the last one. */
type ExportedChunk = { json: string | null; at: string; id: string };

/**
 * Reads all of a learner's attempts in chunks, so that no transaction stays open for a slow client. Chunks are JSON texts, which
 * need a fraction of the memory of objects.
 */
export function attemptReader(db: PooledDatabase) {
  const at = sql`${sql.placeholder('at')}::timestamptz`;
  // Reads only the chunk's rows of each table, by its index.
  const selectRows = (table: SQLWrapper) => sql`(select * from ${table}
    where user_id = ${sql.placeholder('user')} and at >= ${at} and (at, id) > (${at}, ${sql.placeholder('id')}::uuid)
    order by at, id limit ${CHUNK_SIZE})`;
  const statement = prepareStatement<ExportedChunk>(
    db,
    'attempts_exported',
    sql`select string_agg(row_to_json(entry)::text, ',' order by chunk.at, chunk.id) as json,
        (array_agg(chunk.at::text order by chunk.at desc, chunk.id desc))[1] as at,
        (array_agg(chunk.id order by chunk.at desc, chunk.id desc))[1] as id
      from (select * from (${selectRows(attempts)} union all ${selectRows(attempts_moving)}) as both_tables
        order by at, id limit ${CHUNK_SIZE}) as chunk
      cross join lateral (select chunk.id, to_char(chunk.at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as at,
        video_id, start_ms, what, voiced_ms, length_ratio, extra_pauses) as entry`,
  );
  return async function* (user: number): AsyncGenerator<string> {
    let last: Partial<ExportedChunk> = { at: '-infinity', id: NO_ID };
    for (;;) {
      [last = {}] = (await statement({ user, at: last.at, id: last.id })).rows;
      if (!last.json) return;
      yield last.json;
    }
  };
}
