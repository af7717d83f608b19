import { hashLine, type practice, SAME_LINE_MS } from '@sayback/contract';
import { sql } from 'drizzle-orm';
import type { z } from 'zod';
import { AppError } from '../../../errors/app-error.ts';
import type { PooledDatabase } from '../../../platform/database/database.ts';
import { prepareStatement } from '../../../platform/database/statement.ts';
import type { Viewer } from '../../../security/authentication.ts';
import { users } from '../../accounts/index.ts';
import { openToLearners, videos } from '../../videos/index.ts';
import { type NearSegment, selectSegmentsAround } from '../attempts/attempt-store.ts';
import { cards, remembered_lines, reviews } from '../memory/tables.ts';
import type { CardKey, CardState, LoggedReview } from './schedule.ts';

/** Maximum length of a line's stored text. */
export const TEXT_LENGTH = 500;

export type LineKey = Omit<CardKey, 'skill'>;
export type RememberedLine = LineKey & { line_ms: number };
export type LogEntry = CardKey & LoggedReview & { undone: boolean };

/** Stored data about the requested lines and their neighbours. */
export type StoredMemory = {
  /** The lines' videos that the viewer can see. */
  open: number[];
  lines: RememberedLine[];
  cards: (CardKey & { version: number; due_day: number | null })[];
  /** Reviews of the neighbours of requested lines with a new review. */
  log: LogEntry[];
  /** Reviews with the requested ids, at any line. */
  known: (CardKey & { id: string })[];
  /** Segments around the lines, in each alignment. */
  segments: (NearSegment & { text_hash: number })[];
};

const user = sql`${sql.placeholder('user')}::bigint`;
const LINE = sql`video_id, text_hash, start_ms`;

/** Distance of neighbouring lines, which can match the same segment. */
const NEIGHBOUR_MS = 2 * SAME_LINE_MS;

/** Reads the cards and logs of lines near the requested ones, and the segments around them, in one statement. */
export function memoryReader(db: PooledDatabase) {
  const selectJson = (name: string) =>
    sql`(select coalesce(json_agg(row_to_json(${sql.raw(name)})), '[]') from ${sql.raw(name)})`;
  const statement = prepareStatement<StoredMemory>(
    db,
    'memory_read',
    sql`with input as materialized (
        select *, not exists (select from ${reviews} as review
          where review.user_id = ${user} and review.at = input.at and review.id = input.id) as is_new
        from jsonb_to_recordset(${sql.placeholder('lines')}::jsonb)
          as input(video_id bigint, text_hash bigint, start_ms bigint, id uuid, at timestamptz)
      ), lines as materialized (
        select line.video_id, line.text_hash, line.start_ms, line.line_ms, bool_or(is_new) as has_new
        from input join ${remembered_lines} as line on line.user_id = ${user}
          and line.video_id = input.video_id and line.text_hash = input.text_hash
          and (line.line_ms between input.start_ms - ${NEIGHBOUR_MS} and input.start_ms + ${NEIGHBOUR_MS}
            or line.start_ms between input.start_ms - ${NEIGHBOUR_MS} and input.start_ms + ${NEIGHBOUR_MS})
        group by 1, 2, 3, 4
      ), versions as (
        select ${LINE}, skill, version, due_day from ${cards} join lines using (${LINE}) where user_id = ${user}
      ), log as (
        select ${LINE}, skill, id, (extract(epoch from at) * 1000)::float8 as at, grade, utc_offset, undone
        from ${reviews} join lines using (${LINE}) where user_id = ${user} and has_new
      ), known as (
        select review.id, review.video_id, review.text_hash, review.start_ms, review.skill
        from input join ${reviews} as review on review.user_id = ${user} and review.at = input.at and review.id = input.id
      ), segments as (${selectSegmentsAround})
      select array(select ${videos.id} from ${videos} where ${videos.id} in (select video_id from input)
          and ${videos.trashed_at} is null and (${sql.placeholder('isAdmin')}::boolean or ${openToLearners()})) as open,
        ${selectJson('lines')} as lines, ${selectJson('versions')} as cards, ${selectJson('log')} as log, ${selectJson('known')} as known,
        ${selectJson('segments')} as segments`,
  );
  return async (
    { id, is_admin }: Pick<Viewer, 'id' | 'is_admin'>,
    lines: readonly (LineKey & { id?: string; at?: number })[],
  ): Promise<StoredMemory> => {
    const input = lines.map(({ at, ...line }) => ({
      ...line,
      ...(at && { at: new Date(at).toISOString() }),
    }));
    const [row] = (await statement({ user: id, isAdmin: is_admin, lines: JSON.stringify(input) })).rows;
    const stored = row as StoredMemory;
    return {
      ...stored,
      open: stored.open.map(Number),
      segments: stored.segments.map((segment) => ({
        ...segment,
        text_hash: hashLine(segment.text_original),
      })),
    };
  };
}

export type MemoryReader = ReturnType<typeof memoryReader>;

export type ReviewRow = CardKey & z.output<typeof practice.review> & { at: number };

/** New state of a card, computed from its log at `version`. */
export type CardChange = {
  key: CardKey;
  /** The line's segment; null if it is missing. Omitted if only the log changes. */
  line?: { line_ms: number; text: string } | null;
  version: number;
  state: CardState | null;
  added: readonly ReviewRow[];
  undone: readonly { id: string; at: number }[];
};

const EMPTY_STATE = {
  stability: 0,
  difficulty: 0,
  reps: 0,
  lapses: 0,
  first_day: 0,
  last_day: 0,
  last_grade: 'again',
};

/**
 * Writes cards and their reviews in one statement. Returns the written cards; the others have changed since they were read.
 * Throws a 401 if the account was deleted meanwhile.
 */
export function cardWriter(db: PooledDatabase) {
  const recordset = (name: string) => sql`jsonb_to_recordset(${sql.placeholder(name)}::jsonb)`;
  const statement = prepareStatement<CardKey>(
    db,
    'cards_written',
    // Writes rows in a fixed order, to avoid deadlocks.
    sql`with learner as materialized (
        select ${users.id} from ${users} where ${users.id} = ${user} for key share
      ), input as materialized (
        select * from ${recordset('cards')} as input(video_id bigint, text_hash bigint, start_ms bigint, skill text,
          line_ms bigint, text text, version int, due_day int, stability float8, difficulty float8, reps int, lapses int,
          first_day int, last_day int, last_at timestamptz, last_grade text)
      ), lines as (
        insert into ${remembered_lines} as line (user_id, ${LINE}, line_ms, text)
        select distinct on (${LINE}) learner.id, ${LINE}, line_ms, left(text, ${TEXT_LENGTH})
        from learner, input where line_ms is not null order by ${LINE}
        on conflict (user_id, ${LINE}) do update set line_ms = excluded.line_ms, text = excluded.text, gone_at = null
        where (line.line_ms, line.text) <> (excluded.line_ms, excluded.text) or line.gone_at is not null
      ), written as (
        insert into ${cards} as card (user_id, ${LINE}, skill, version, due_day, stability, difficulty, reps, lapses,
          first_day, last_day, last_at, last_grade)
        select learner.id, ${LINE}, skill, version + 1, due_day, stability, difficulty, reps, lapses,
          first_day, last_day, last_at, last_grade
        from learner, input order by ${LINE}, skill
        on conflict (user_id, ${LINE}, skill) do update set version = excluded.version, due_day = excluded.due_day,
          stability = excluded.stability, difficulty = excluded.difficulty, reps = excluded.reps, lapses = excluded.lapses,
          first_day = excluded.first_day, last_day = excluded.last_day, last_at = excluded.last_at, last_grade = excluded.last_grade
        where card.version = excluded.version - 1
        returning ${LINE}, skill
      ), added as (
        insert into ${reviews} (user_id, ${LINE}, at, id, skill, grade, utc_offset, first_hearing, accuracy)
        select ${user}, ${LINE}, at, id, skill, grade, utc_offset, first_hearing, accuracy
        from ${recordset('reviews')} as input(video_id bigint, text_hash bigint, start_ms bigint, skill text, at timestamptz,
          id uuid, grade text, utc_offset smallint, first_hearing boolean, accuracy real)
        join written using (${LINE}, skill) order by at, id
        on conflict do nothing
      ), undone as (
        update ${reviews} as review set undone = true
        from ${recordset('undone')} as input(id uuid, at timestamptz), written
        where review.user_id = ${user} and review.at = input.at and review.id = input.id
          and (review.video_id, review.text_hash, review.start_ms, review.skill)
            = (written.video_id, written.text_hash, written.start_ms, written.skill)
      )
      select written.* from learner left join written on true`,
  );
  const formatInstant = (at: number) => new Date(at).toISOString();
  return async (userId: number, changes: readonly CardChange[]): Promise<CardKey[]> => {
    const input = changes.map(({ key, line, version, state }) => ({
      ...key,
      ...line,
      version,
      ...EMPTY_STATE,
      ...state,
      last_at: formatInstant(state?.last_at ?? 0),
    }));
    const added = changes.flatMap((change) =>
      change.added.map((row) => ({ ...row, at: formatInstant(row.at) })),
    );
    const undone = changes.flatMap((change) =>
      change.undone.map(({ id, at }) => ({ id, at: formatInstant(at) })),
    );
    const { rows } = await statement({
      user: userId,
      cards: JSON.stringify(input),
      reviews: JSON.stringify(added),
      undone: JSON.stringify(undone),
    });
    // There is no row without the account, and an empty one without a written card.
    if (rows.length === 0) throw new AppError('unauthorized', 'auth.badToken');
    return rows.filter(({ video_id }) => video_id !== null);
  };
}

export type CardWriter = ReturnType<typeof cardWriter>;
