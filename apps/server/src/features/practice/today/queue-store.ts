import { practice, SAME_LINE_MS } from '@sayback/contract';
import { inArray, sql } from 'drizzle-orm';
import { type PooledDatabase, readAnywhere } from '../../../platform/database/database.ts';
import { prepareRead } from '../../../platform/database/statement.ts';
import { users } from '../../accounts/index.ts';
import { videos } from '../../videos/index.ts';
import { chosenAlignment } from '../chosen-alignment.ts';
import type { LocalDays } from '../figures/local-days.ts';
import type { LineLocator, LocatedSegment } from '../memory/locate-lines.ts';
import { removeHints, setMissing } from '../memory/missing-lines.ts';
import { cards, remembered_lines } from '../memory/tables.ts';
import type { Learner } from '../progress-store.ts';
import { type CardKey, type CardState, computeIntervals } from '../reviews/schedule.ts';
import { progress } from '../tables.ts';
import { isOpen, selectWaitingLines } from './select-waiting-lines.ts';

/** Maximum number of lines selected per read, since some may be missing. */
const MAX_SELECTED = 2 * practice.QUEUE_SIZE;
/** Maximum number of missing lines to search for at each read, in random order. */
const MAX_MISSING = 50;
/** Maximum number of reads until the queue has no missing hinted lines and all lines that were found again. */
const ATTEMPTS = 4;

type SelectedLine = CardKey & {
  line_ms: number;
  text: string;
  reason: practice.QueuedLine['reason'] | 'gone';
  /** Null for missing lines to search for, and for neighbours that show whether the track was shifted. */
  place: number | null;
  alignment_id: number | null;
  is_fresh: boolean;
} & Omit<CardState, 'last_at'>;

type Deps = { db: PooledDatabase; locateLines: LineLocator };

/** Reads a learner's queue: the waiting lines with their segments in the alignment that the learner uses. */
export function queueReader({ db, locateLines }: Deps) {
  const user = sql`${sql.placeholder('user')}::bigint`;
  const chosen = chosenAlignment(db, sql`${sql.placeholder('languages')}`);
  const key = sql`video_id, text_hash, start_ms`;
  const statement = prepareRead<SelectedLine>(
    db,
    'queue_read',
    sql`with ${selectWaitingLines}, waiting as (
        select ${key}, line.line_ms, line.text, skill, reason, rank, false as is_fresh
        from due join ${remembered_lines} as line using (${key}) where line.user_id = ${user}
        union all select ${key}, fresh.line_ms, coalesce(line.text, ''), skill, reason, rank, true
        from fresh left join (select * from ${remembered_lines} where user_id = ${user}) as line using (${key})
      ), selected as materialized (
        select *, row_number() over (order by is_fresh, reason <> 'wrong', rank, video_id, line_ms, start_ms, skill)::int as place
        from waiting order by place limit ${MAX_SELECTED}
      ), gone as materialized (
        select ${key}, line_ms from ${remembered_lines}
        where user_id = ${user} and not suspended and gone_at is not null and ${isOpen}
          and (${key}) not in (select ${key} from selected)
        order by random() limit ${MAX_MISSING}
      ), requested as materialized (
        select ${key}, line_ms from selected union select ${key}, line_ms from gone
      ), neighbours as (
        select distinct line.video_id, line.text_hash, line.start_ms, line.line_ms
        from requested join ${remembered_lines} as line on line.user_id = ${user}
          and line.video_id = requested.video_id and line.text_hash = requested.text_hash and line.start_ms <> requested.start_ms
          and line.line_ms between requested.line_ms - ${2 * SAME_LINE_MS} and requested.line_ms + ${2 * SAME_LINE_MS}
        where (line.video_id, line.text_hash, line.start_ms) not in (select ${key} from requested)
        union select ${key}, line_ms from (
          select ${key}, line_ms, is_requested, lag(is_requested) over in_order or lead(is_requested) over in_order as is_neighbour
          from (
            select ${key}, line_ms, (${key}) in (select ${key} from requested) as is_requested from ${remembered_lines}
            where user_id = ${user} and video_id in (select video_id from requested) and gone_at is null
          ) as line window in_order as (partition by video_id order by line_ms)
        ) as line where is_neighbour and not is_requested
      ), alignment as materialized (
        select ${videos.id} as video_id, ${chosen.id} as alignment_id
        from ${videos} join ${users} on ${users.id} = ${user}
        left join ${progress} on ${progress.video_id} = ${videos.id} and ${progress.user_id} = ${user}
        join lateral ${chosen} on true
        where ${videos.id} in (select video_id from requested)
      )
      select waiting.*, alignment.alignment_id, card.due_day, card.stability, card.difficulty, card.reps, card.lapses,
        card.first_day, card.last_day, card.last_grade
      from (
        select ${key}, line_ms, text, skill, reason, is_fresh, place from selected
        union all select ${key}, line_ms, '', '', 'gone', false, null from gone
        union all select ${key}, line_ms, '', '', '', false, null from neighbours
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
    // Look up a line once, even if it is due for both skills.
    const lines = [...Map.groupBy(rows, lineKey).values()].map(([row]) => row as SelectedLine);
    const located = await locateLines(id, lines, ({ reason }) =>
      reason === 'hint' ? 'hinted' : 'remembered',
    );
    const segmentByLine = new Map(lines.map((line) => [lineKey(line), located.get(line)]));
    const waiting = rows.filter(({ place }) => place !== null);
    const missing = lines.filter((line) => line.place !== null && !located.has(line));
    const hasMoved = (line: SelectedLine) =>
      Math.abs((located.get(line)?.start_ms ?? line.line_ms) - line.line_ms) > SAME_LINE_MS;
    return {
      found: waiting.flatMap((row) => {
        const segment = segmentByLine.get(lineKey(row));
        return segment ? [describe(row, segment, today)] : [];
      }),
      hints: missing.filter(({ reason }) => reason === 'hint'),
      gone: missing.filter(({ reason }) => reason !== 'hint'),
      // A moved hint can be that of a remembered line, which isn't new.
      movedHints: lines.filter((line) => line.reason === 'hint' && hasMoved(line)),
      recovered: lines.filter((line) => line.reason === 'gone' && located.has(line)),
    };
  }

  /** Saves which lines are missing or were found again. Returns true if this can change the queue. */
  async function saveFindings(
    userId: number,
    { hints, movedHints, gone, recovered }: Omit<Awaited<ReturnType<typeof read>>, 'found'>,
  ): Promise<boolean> {
    if (gone.length > 0) await setMissing(db, userId, gone, true);
    if (recovered.length > 0) await setMissing(db, userId, recovered, false);
    if (hints.length > 0) await removeHints(db, userId, hints);
    return recovered.length + hints.length + movedHints.length > 0;
  }

  return async (learner: Learner, days: LocalDays) => {
    const gone: SelectedLine[] = [];
    let found: practice.QueuedLine[] = [];
    for (let reading = 1; reading <= ATTEMPTS; reading += 1) {
      const queue = await read(learner, days);
      found = queue.found;
      gone.push(...queue.gone);
      if (!(await saveFindings(learner.id, queue))) break;
    }
    const first = found.slice(0, practice.QUEUE_SIZE);
    const ordered = [...Map.groupBy(first, ({ video_id }) => video_id).values()].flat();
    const ids = new Set([...ordered, ...gone].map(({ video_id }) => video_id));
    const videoRows =
      ids.size > 0
        ? await readAnywhere(db, async (replica) =>
            replica
              .select()
              .from(videos)
              .where(inArray(videos.id, [...ids])),
          )
        : [];
    return { lines: ordered, gone, videos: videoRows };
  };
}

const lineKey = ({ video_id, text_hash, start_ms }: SelectedLine) => `${video_id} ${text_hash} ${start_ms}`;

function describe(
  row: SelectedLine,
  { text_hash, ...segment }: LocatedSegment,
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
    intervals: computeIntervals(row, state, today),
  };
}
