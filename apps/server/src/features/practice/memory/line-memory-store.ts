import { type LineIdentity, type practice, SAME_LINE_MS } from '@sayback/contract';
import { type SQL, type SQLWrapper, sql } from 'drizzle-orm';
import type { z } from 'zod';
import { badField } from '../../../errors/app-error.ts';
import type { PooledDatabase } from '../../../platform/database/database.ts';
import { prepareRead } from '../../../platform/database/statement.ts';
import { MAX_AGE_DAYS } from '../attempts/save-attempts.ts';
import { chosenAlignmentId } from '../chosen-alignment.ts';
import type { Learner } from '../progress-store.ts';
import type { LineKey } from '../reviews/card-store.ts';
import { formatDay } from '../reviews/schedule.ts';
import { attempts, attempts_moving } from '../tables.ts';
import { HINT_DAYS, hasLastHint } from './hinted-lines.ts';
import { findCurrentStarts, type LineLocator, selectTextAt } from './locate-lines.ts';
import { setMissing } from './missing-lines.ts';
import { cards, hinted_lines, remembered_lines, reviews } from './tables.ts';

/** Maximum number of listed hints of a video. */
const MAX_HINTS = 2000;
/** Maximum number of listed reviews and attempts of a line. */
const LIST_SIZE = 50;

const user = sql`${sql.placeholder('user')}::bigint`;
const video = sql`${sql.placeholder('video')}::bigint`;

type Row = LineKey &
  practice.LineMarks & {
    line_ms: number;
    text: string;
    gone_at: string | null;
    say: number | null;
    write: number | null;
  };
type StoredRows = {
  alignment_id: number | null;
  lines: Row[];
  hints: (LineIdentity & { text: string | null })[];
};

/** Reads a video's remembered lines, their current segments in an alignment, and its hints. */
export function storedLinesReader({ db, locateLines }: { db: PooledDatabase; locateLines: LineLocator }) {
  const alignment = chosenAlignmentId(
    db,
    { user, video },
    sql`${sql.placeholder('languages')}`,
    sql`${sql.placeholder('named')}::bigint`,
  );
  const selectDue = (skill: string) => sql`(select due_day from ${cards} as card where card.user_id = ${user}
    and card.video_id = line.video_id and card.text_hash = line.text_hash and card.start_ms = line.start_ms and skill = ${skill})`;
  const statement = prepareRead<StoredRows>(
    db,
    'line_memory_read',
    sql`with alignment as materialized (
        select ${alignment} as id
      ), hints as (
        select text_hash, start_ms, ${selectTextAt(sql`(select id from alignment)`, sql`line.start_ms`)} as text
        from ${hinted_lines} as line where user_id = ${user} and video_id = ${video} and ${hasLastHint} and last_hint_at > now() - ${HINT_DAYS} * interval '1 day'
        order by last_hint_at desc limit ${MAX_HINTS}
      ), lines as (
        select line.video_id, line.text_hash, line.start_ms, line.line_ms, line.text, line.starred, line.hard, line.suspended,
          line.gone_at, ${selectDue('say')} as say, ${selectDue('write')} as write
        from ${remembered_lines} as line where line.user_id = ${user} and line.video_id = ${video}
      )
      select (select id from alignment) as alignment_id,
        (select coalesce(json_agg(lines order by line_ms), '[]') from lines) as lines,
        (select coalesce(json_agg(hints order by start_ms), '[]') from hints) as hints`,
  );
  return async ({ id, languages }: Learner, videoId: number, requestedAlignment?: number) => {
    const { rows } = await statement({
      user: id,
      languages,
      video: videoId,
      named: requestedAlignment ?? null,
    });
    const { alignment_id, lines: stored, hints } = rows[0] as StoredRows;
    if (requestedAlignment !== undefined && alignment_id === null)
      throw badField('alignment', 'practice.otherVideo');
    const lines = stored.map((line) => ({
      ...line,
      alignment_id,
      due: {
        say: line.say === null ? null : formatDay(line.say),
        write: line.write === null ? null : formatDay(line.write),
      },
    }));
    return { alignment_id, lines, located: await locateLines(id, lines), hints };
  };
}

export type StoredLinesReader = ReturnType<typeof storedLinesReader>;

type Deps = { db: PooledDatabase; readStored: StoredLinesReader };

/** Lists a video's remembered and hinted lines with their current starts in an alignment. */
export function lineMemoryReader({ db, readStored }: Deps) {
  return async (
    learner: Learner,
    videoId: number,
    requestedAlignment?: number,
  ): Promise<practice.LineMemory> => {
    const { alignment_id, lines, located, hints } = await readStored(learner, videoId, requestedAlignment);
    const recovered = lines.filter((line) => line.gone_at && located.has(line));
    if (recovered.length > 0) await setMissing(db, learner.id, recovered, false);
    return {
      lines: lines.map((line) => ({
        start_ms: located.get(line)?.start_ms ?? line.line_ms,
        text_hash: line.text_hash,
        starred: line.starred,
        hard: line.hard,
        suspended: line.suspended,
        text: line.text,
        gone: !located.has(line),
        due: line.due,
      })),
      hints: await findCurrentStarts({ db, userId: learner.id, videoId, alignment_id }, hints, 'hinted'),
    };
  };
}

type Remembered = z.output<typeof practice.getLineMemory.response>;
type StoredLine = Omit<Remembered, 'cards' | 'starred' | 'hard' | 'suspended'> & {
  marks: practice.LineMarks | null;
  cards: (Omit<Remembered['cards'][number], 'due'> & { due_day: number })[];
};

/** Reads the marks, cards and reviews of the line with `key`, and the attempts near the requested start. */
export function lineReader(db: PooledDatabase) {
  const hash = sql`${sql.placeholder('hash')}::bigint`;
  const isLine = sql`user_id = ${user} and video_id = ${video} and text_hash = ${hash} and start_ms = ${sql.placeholder('start')}::bigint`;
  const utcTime = sql`to_char(at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as at`;
  const selectJson = (query: SQL) => sql`(select coalesce(json_agg(item), '[]') from (${query}) as item)`;
  const selectTurns = (
    table: SQLWrapper,
  ) => sql`(select at, what, voiced_ms, length_ratio, extra_pauses from ${table}
    where user_id = ${user} and at > now() - ${MAX_AGE_DAYS} * interval '1 day' and video_id = ${video} and text_hash = ${hash}
      and start_ms between ${sql.placeholder('attemptStart')}::bigint - ${SAME_LINE_MS} and ${sql.placeholder('attemptStart')}::bigint + ${SAME_LINE_MS}
    order by at desc limit ${LIST_SIZE})`;
  const statement = prepareRead<StoredLine>(
    db,
    'one_line_read',
    sql`select (select json_build_object('starred', starred, 'hard', hard, 'suspended', suspended)
        from ${remembered_lines} where ${isLine}) as marks,
      ${selectJson(sql`select skill, due_day, reps, lapses, to_char(last_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as last_at
        from ${cards} where ${isLine} and due_day is not null order by skill`)} as cards,
      ${selectJson(sql`select id, skill, grade, ${utcTime} from (select * from ${reviews} where ${isLine} and not undone
        order by at desc limit ${LIST_SIZE}) as latest order by at desc`)} as reviews,
      ${selectJson(sql`select what, voiced_ms, length_ratio, extra_pauses, ${utcTime} from (${selectTurns(attempts)} union all ${selectTurns(attempts_moving)}
        order by at desc limit ${LIST_SIZE}) as latest order by at desc`)} as attempts`,
  );
  return async (userId: number, key: LineKey, requested: LineIdentity): Promise<Remembered> => {
    const { rows } = await statement({
      user: userId,
      video: key.video_id,
      hash: key.text_hash,
      start: key.start_ms,
      attemptStart: requested.start_ms,
    });
    const { marks, cards: cardRows, ...lists } = rows[0] as StoredLine;
    return {
      ...(marks ?? { starred: false, hard: false, suspended: false }),
      cards: cardRows.map(({ due_day, ...card }) => ({ ...card, due: formatDay(due_day) })),
      ...lists,
    };
  };
}
