import { practice, SAME_LINE_MS } from '@sayback/contract';
import { inArray, sql } from 'drizzle-orm';
import { type PooledDatabase, readAnywhere } from '../../../platform/database/database.ts';
import { prepareRead } from '../../../platform/database/statement.ts';
import { users } from '../../accounts/index.ts';
import { videos } from '../../videos/index.ts';
import { chosenAlignment } from '../chosen-alignment.ts';
import type { LocalDays } from '../figures/local-days.ts';
import { removeHints, setGone } from '../memory/gone-lines.ts';
import type { LinePlacer, PlacedSegment } from '../memory/place-lines.ts';
import { cards, remembered_lines } from '../memory/tables.ts';
import type { Learner } from '../progress-store.ts';
import { type CardKey, type CardState, getIntervals } from '../reviews/schedule.ts';
import { progress } from '../tables.ts';
import { isOpen, waitingLines } from './waiting-lines.ts';

/** Maximum number of lines picked per read, since some may be missing. */
const MAX_PICKED = 2 * practice.QUEUE_SIZE;
/** Maximum number of missing lines searched for at each read, in any order. */
const MAX_GONE = 50;
/** Maximum number of reads until the queue has no missing hinted lines, and includes all lines that are back. */
const ATTEMPTS = 4;

type PickedLine = CardKey & {
  line_ms: number;
  text: string;
  reason: practice.QueuedLine['reason'] | 'gone';
  /** Null if it isn't in the queue: it was missing, or is a neighbour that shows whether the track was retimed. */
  place: number | null;
  alignment_id: number | null;
  is_fresh: boolean;
} & Omit<CardState, 'last_at'>;

type Deps = { db: PooledDatabase; placeLines: LinePlacer };

/** A learner's queue: the waiting lines, each with its segment in the alignment that the learner uses. */
export function queueReader({ db, placeLines }: Deps) {
  const user = sql`${sql.placeholder('user')}::bigint`;
  const chosen = chosenAlignment(db, sql`${sql.placeholder('languages')}`);
  const key = sql`video_id, text_hash, start_ms`;
  const statement = prepareRead<PickedLine>(
    db,
    'queue_read',
    sql`with ${waitingLines}, waiting as (
        select ${key}, line.line_ms, line.text, skill, reason, rank, false as is_fresh
        from due join ${remembered_lines} as line using (${key}) where line.user_id = ${user}
        union all select ${key}, fresh.line_ms, coalesce(line.text, ''), skill, reason, rank, true
        from fresh left join (select * from ${remembered_lines} where user_id = ${user}) as line using (${key})
      ), picked as materialized (
        select *, row_number() over (order by is_fresh, reason <> 'wrong', rank, video_id, line_ms, start_ms, skill)::int as place
        from waiting order by place limit ${MAX_PICKED}
      ), gone as materialized (
        select ${key}, line_ms from ${remembered_lines}
        where user_id = ${user} and not suspended and gone_at is not null and ${isOpen}
          and (${key}) not in (select ${key} from picked)
        order by random() limit ${MAX_GONE}
      ), asked as materialized (
        select ${key}, line_ms from picked union select ${key}, line_ms from gone
      ), beside as (
        select distinct line.video_id, line.text_hash, line.start_ms, line.line_ms
        from asked join ${remembered_lines} as line on line.user_id = ${user}
          and line.video_id = asked.video_id and line.text_hash = asked.text_hash and line.start_ms <> asked.start_ms
          and line.line_ms between asked.line_ms - ${2 * SAME_LINE_MS} and asked.line_ms + ${2 * SAME_LINE_MS}
        where (line.video_id, line.text_hash, line.start_ms) not in (select ${key} from asked)
        union select ${key}, line_ms from (
          select ${key}, line_ms, is_asked, lag(is_asked) over in_order or lead(is_asked) over in_order as is_neighbour
          from (
            select ${key}, line_ms, (${key}) in (select ${key} from asked) as is_asked from ${remembered_lines}
            where user_id = ${user} and video_id in (select video_id from asked) and gone_at is null
          ) as line window in_order as (partition by video_id order by line_ms)
        ) as line where is_neighbour and not is_asked
      ), alignment as materialized (
        select ${videos.id} as video_id, ${chosen.id} as alignment_id
        from ${videos} join ${users} on ${users.id} = ${user}
        left join ${progress} on ${progress.video_id} = ${videos.id} and ${progress.user_id} = ${user}
        join lateral ${chosen} on true
        where ${videos.id} in (select video_id from asked)
      )
      select waiting.*, alignment.alignment_id, card.due_day, card.stability, card.difficulty, card.reps, card.lapses,
        card.first_day, card.last_day, card.last_grade
      from (
        select ${key}, line_ms, text, skill, reason, is_fresh, place from picked
        union all select ${key}, line_ms, '', '', 'gone', false, null from gone
        union all select ${key}, line_ms, '', '', '', false, null from beside
      ) as waiting
      left join alignment using (video_id)
      left join ${cards} as card on card.user_id = ${user} and card.video_id = waiting.video_id
        and card.text_hash = waiting.text_hash and card.start_ms = waiting.start_ms and card.skill = waiting.skill
        and card.due_day is not null
      order by place`,
  );

  async function read({ id, languages }: Learner, days: LocalDays) {
    const today = days.getDay(Date.now());
    const { rows } = await statement({ user: id, languages, today });
    // A line may be due for saying and for writing: look it up once.
    const lines = [...Map.groupBy(rows, toLine).values()].map((own) => own[0] as PickedLine);
    const placed = await placeLines(id, lines, ({ reason }) => (reason === 'hint' ? 'hinted' : 'remembered'));
    const segmentByLine = new Map(lines.map((line) => [toLine(line), placed.get(line)]));
    const waiting = rows.filter(({ place }) => place !== null);
    const missing = lines.filter((line) => line.place !== null && !placed.has(line));
    const isFar = (line: PickedLine) =>
      Math.abs((placed.get(line)?.start_ms ?? line.line_ms) - line.line_ms) > SAME_LINE_MS;
    return {
      found: waiting.flatMap((row) => {
        const segment = segmentByLine.get(toLine(row));
        return segment ? [describe(row, segment, today)] : [];
      }),
      hints: missing.filter(({ reason }) => reason === 'hint'),
      gone: missing.filter(({ reason }) => reason !== 'hint'),
      // Its new start may be that of a remembered line.
      movedHints: lines.filter((line) => line.reason === 'hint' && isFar(line)),
      back: lines.filter((line) => line.reason === 'gone' && placed.has(line)),
    };
  }

  /** Updates the stored state of the lines. Returns true if that may change the queue. */
  async function correct(
    userId: number,
    { hints, movedHints, gone, back }: Omit<Awaited<ReturnType<typeof read>>, 'found'>,
  ): Promise<boolean> {
    if (gone.length > 0) await setGone(db, userId, gone, true);
    if (back.length > 0) await setGone(db, userId, back, false);
    if (hints.length > 0) await removeHints(db, userId, hints);
    return back.length + hints.length + movedHints.length > 0;
  }

  return async (learner: Learner, days: LocalDays) => {
    const gone: PickedLine[] = [];
    let found: practice.QueuedLine[] = [];
    for (let reading = 1; reading <= ATTEMPTS; reading += 1) {
      const queue = await read(learner, days);
      found = queue.found;
      gone.push(...queue.gone);
      if (!(await correct(learner.id, queue))) break;
    }
    const first = found.slice(0, practice.QUEUE_SIZE);
    const ordered = [...Map.groupBy(first, ({ video_id }) => video_id).values()].flat();
    const ids = new Set([...ordered, ...gone].map(({ video_id }) => video_id));
    const ofLines =
      ids.size > 0
        ? await readAnywhere(db, async (replica) =>
            replica
              .select()
              .from(videos)
              .where(inArray(videos.id, [...ids])),
          )
        : [];
    return { lines: ordered, gone, videos: ofLines };
  };
}

const toLine = ({ video_id, text_hash, start_ms }: PickedLine) => `${video_id} ${text_hash} ${start_ms}`;

function describe(
  row: PickedLine,
  { text_hash, ...segment }: PlacedSegment,
  today: number,
): practice.QueuedLine {
  const state = row.is_fresh || row.due_day === null ? null : { ...row, last_at: 0 };
  return {
    ...segment,
    text_hash,
    video_id: row.video_id,
    alignment_id: row.alignment_id ?? 0,
    skill: row.skill,
    reason: row.reason as practice.QueuedLine['reason'],
    intervals: getIntervals(row, state, today),
  };
}
