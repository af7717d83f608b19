import { type LineIdentity, type practice, SAME_LINE_MS } from '@sayback/contract';
import { type SQL, type SQLWrapper, sql } from 'drizzle-orm';
import type { z } from 'zod';
import { badField } from '../../../errors/app-error.ts';
import type { PooledDatabase } from '../../../platform/database/database.ts';
import { prepareRead } from '../../../platform/database/statement.ts';
import { OLDEST_DAYS } from '../attempts/save-attempts.ts';
import { chosenAlignmentId } from '../chosen-alignment.ts';
import type { Learner } from '../progress-store.ts';
import type { LineKey } from '../reviews/card-store.ts';
import { isoDay } from '../reviews/schedule.ts';
import { attempts, attempts_moving } from '../tables.ts';
import { setGone } from './gone-lines.ts';
import { HINT_DAYS, hasLastHint } from './hinted-lines.ts';
import { currentStarts, type LinePlacer, textAt } from './place-lines.ts';
import { cards, hinted_lines, remembered_lines, reviews } from './tables.ts';

/** Maximum number of listed hints of a video, latest first. */
const MAX_HINTS = 2000;
/** Maximum number of listed reviews and attempts of a line. */
const LISTED = 50;

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
type Stored = {
  alignment_id: number | null;
  lines: Row[];
  hints: (LineIdentity & { text: string | null })[];
};

/** Reads a video's remembered lines, and their current segments in an alignment. */
export function storedLinesReader({ db, placeLines }: { db: PooledDatabase; placeLines: LinePlacer }) {
  const alignment = chosenAlignmentId(
    db,
    { user, video },
    sql`${sql.placeholder('languages')}`,
    sql`${sql.placeholder('named')}::bigint`,
  );
  const getDue = (skill: string) => sql`(select due_day from ${cards} as card where card.user_id = ${user}
    and card.video_id = line.video_id and card.text_hash = line.text_hash and card.start_ms = line.start_ms and skill = ${skill})`;
  const statement = prepareRead<Stored>(
    db,
    'line_memory_read',
    sql`with alignment as materialized (
        select ${alignment} as id
      ), hints as (
        select text_hash, start_ms, ${textAt(sql`(select id from alignment)`, sql`line.start_ms`)} as text
        from ${hinted_lines} as line where user_id = ${user} and video_id = ${video} and ${hasLastHint} and last_hint_at > now() - ${HINT_DAYS} * interval '1 day'
        order by last_hint_at desc limit ${MAX_HINTS}
      ), lines as (
        select line.video_id, line.text_hash, line.start_ms, line.line_ms, line.text, line.starred, line.hard, line.suspended,
          line.gone_at, ${getDue('say')} as say, ${getDue('write')} as write
        from ${remembered_lines} as line where line.user_id = ${user} and line.video_id = ${video}
      )
      select (select id from alignment) as alignment_id,
        (select coalesce(json_agg(lines order by line_ms), '[]') from lines) as lines,
        (select coalesce(json_agg(hints order by start_ms), '[]') from hints) as hints`,
  );
  return async ({ id, languages }: Learner, videoId: number, named?: number) => {
    const { rows } = await statement({ user: id, languages, video: videoId, named: named ?? null });
    const { alignment_id, lines: stored, hints } = rows[0] as Stored;
    if (named !== undefined && alignment_id === null) throw badField('alignment', 'practice.otherVideo');
    const lines = stored.map((line) => ({
      ...line,
      alignment_id,
      due: {
        say: line.say === null ? null : isoDay(line.say),
        write: line.write === null ? null : isoDay(line.write),
      },
    }));
    return { alignment_id, lines, placed: await placeLines(id, lines), hints };
  };
}

export type StoredLinesReader = ReturnType<typeof storedLinesReader>;

type Deps = { db: PooledDatabase; readStored: StoredLinesReader };

/** Lists a video's remembered and hinted lines, at their current segments in an alignment. */
export function lineMemoryReader({ db, readStored }: Deps) {
  return async (learner: Learner, videoId: number, named?: number): Promise<practice.LineMemory> => {
    const { alignment_id, lines, placed, hints } = await readStored(learner, videoId, named);
    const back = lines.filter((line) => line.gone_at && placed.has(line));
    if (back.length > 0) await setGone(db, learner.id, back, false);
    return {
      lines: lines.map((line) => ({
        start_ms: placed.get(line)?.start_ms ?? line.line_ms,
        text_hash: line.text_hash,
        starred: line.starred,
        hard: line.hard,
        suspended: line.suspended,
        text: line.text,
        gone: !placed.has(line),
        due: line.due,
      })),
      hints: await currentStarts({ db, userId: learner.id, videoId, alignment_id }, hints, 'hinted'),
    };
  };
}

type Remembered = z.output<typeof practice.getLineMemory.response>;
type StoredLine = Omit<Remembered, 'cards' | 'starred' | 'hard' | 'suspended'> & {
  marks: practice.LineMarks | null;
  cards: (Omit<Remembered['cards'][number], 'due'> & { due_day: number })[];
};

/** Reads the memory of one line: `key` identifies its cards; its attempts are those near the requested start. */
export function oneLineReader(db: PooledDatabase) {
  const hash = sql`${sql.placeholder('hash')}::bigint`;
  const ofLine = sql`user_id = ${user} and video_id = ${video} and text_hash = ${hash} and start_ms = ${sql.placeholder('start')}::bigint`;
  const utc = sql`to_char(at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as at`;
  const rows = (query: SQL) => sql`(select coalesce(json_agg(shown), '[]') from (${query}) as shown)`;
  const turns = (
    table: SQLWrapper,
  ) => sql`(select at, what, voiced_ms, length_ratio, extra_pauses from ${table}
    where user_id = ${user} and at > now() - ${OLDEST_DAYS} * interval '1 day' and video_id = ${video} and text_hash = ${hash}
      and start_ms between ${sql.placeholder('asked')}::bigint - ${SAME_LINE_MS} and ${sql.placeholder('asked')}::bigint + ${SAME_LINE_MS}
    order by at desc limit ${LISTED})`;
  const statement = prepareRead<StoredLine>(
    db,
    'one_line_read',
    sql`select (select json_build_object('starred', starred, 'hard', hard, 'suspended', suspended)
        from ${remembered_lines} where ${ofLine}) as marks,
      ${rows(sql`select skill, due_day, reps, lapses, to_char(last_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as last_at
        from ${cards} where ${ofLine} and due_day is not null order by skill`)} as cards,
      ${rows(sql`select id, skill, grade, ${utc} from (select * from ${reviews} where ${ofLine} and not undone
        order by at desc limit ${LISTED}) as latest order by at desc`)} as reviews,
      ${rows(sql`select what, voiced_ms, length_ratio, extra_pauses, ${utc} from (${turns(attempts)} union all ${turns(attempts_moving)}
        order by at desc limit ${LISTED}) as latest order by at desc`)} as attempts`,
  );
  return async (userId: number, key: LineKey, asked: LineIdentity): Promise<Remembered> => {
    const { rows } = await statement({
      user: userId,
      video: key.video_id,
      hash: key.text_hash,
      start: key.start_ms,
      asked: asked.start_ms,
    });
    const { marks, cards: own, ...lists } = rows[0] as StoredLine;
    return {
      ...(marks ?? { starred: false, hard: false, suspended: false }),
      cards: own.map(({ due_day, ...card }) => ({ ...card, due: isoDay(due_day) })),
      ...lists,
    };
  };
}
