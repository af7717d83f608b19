import type { videos as contract } from '@sayback/contract';
import { and, count, eq, getTableColumns, gt, type SQL, sql } from 'drizzle-orm';
import { type PooledDatabase, readAnywhere } from '../../platform/database/database.ts';
import { prepareRead } from '../../platform/database/statement.ts';
import { practice_languages, users } from '../accounts/index.ts';
import { segments } from '../subtitles/index.ts';
import {
  listedForLearners,
  openToLearners,
  video_counts,
  video_search_texts,
  videos,
} from '../videos/index.ts';
import { chosenAlignment } from './chosen-alignment.ts';
import type { Learner } from './progress-store.ts';
import { hasAllWords } from './search-words.ts';
import { practised_lines, progress } from './tables.ts';

type Filter = {
  language?: string | undefined;
  q?: string | undefined;
  sort?: contract.VideoSort | undefined;
  /** Only videos with lines. */
  practisable?: boolean | undefined;
};
export type ListedVideo = typeof videos.$inferSelect & {
  segment_count: number;
  last_segment: number;
  line_count: number;
  line: number;
  practised_count: number;
  practised_at: Date | null;
  /** Number of videos in the whole list. */
  count: number;
};
type LastPractised = ListedVideo & { text_original: string; text_target: string };

/** Number of recently practised videos searched for one to continue. */
const BEGUN = 20;

const user = sql.placeholder('user');
const language = sql.placeholder('language');
const browserLanguages = sql`${sql.placeholder('languages')}`;

/** Condition for the videos that a learner may see, with their filter. */
const listed = (filter: Filter): SQL | undefined =>
  and(
    filter.practisable ? listedForLearners() : openToLearners(),
    filter.language ? eq(videos.original_language, language) : undefined,
    filter.q
      ? sql`exists (select from ${video_search_texts} where ${video_search_texts.video_id} = ${videos.id}
          and ${hasAllWords(video_search_texts.text, sql.placeholder('words'))})`
      : undefined,
  );

/** Returns true for the home page's initial filter. */
const isHome = ({ language, q, sort, practisable }: Filter): boolean =>
  practisable === true && !language && !q && !sort;

/**
 * Ids of a range of the list: `practised` is true for the learner's practice languages. Each group is read along an index,
 * newest first, only as far as needed; the second one only if the first ends earlier.
 */
function idsByPractice(filter: Filter, from: number, to: number): SQL {
  const own = sql`${practice_languages} where ${practice_languages.user_id} = ${user}`;
  return sql`with practised as materialized (
      select open.id from (select ${practice_languages.language} from ${own}) as own
      cross join lateral (
        select ${videos.id} from ${videos}
        where ${listed(filter)} and ${videos.original_language} = own.language
        order by ${videos.id} desc limit ${to}
      ) as open
      order by open.id desc limit ${to}
    ), others as materialized (
      select ${videos.id} from ${videos}
      where ${listed(filter)}
        and not array(select ${practice_languages.language} from ${own}) @> array[${videos.original_language}]
      order by ${videos.id} desc limit ${to} - (select count(*) from practised)
    ), both_groups as (
      select id, true as practised from practised union all select id, false from others
    )
    select id, row_number() over (order by practised desc, id desc) as rank from both_groups
    order by rank limit ${to - from} offset ${from}`;
}

const ORDERS = {
  new: sql`${videos.id} desc`,
  short: sql`${videos.length_ms}, ${videos.id} desc`,
  begun: sql`${progress.updated_at} desc nulls last, ${videos.id} desc`,
};

function idsInPage(filter: Filter, from: number, to: number): SQL {
  if (!filter.sort) return idsByPractice(filter, from, to);
  return sql`select ${videos.id}, row_number() over (order by ${ORDERS[filter.sort]}) as rank
    from ${videos} left join ${progress} on ${progress.video_id} = ${videos.id} and ${progress.user_id} = ${user}
    where ${listed(filter)} order by rank limit ${to - from} offset ${from}`;
}

export function practiceListStore(db: PooledDatabase, size: number) {
  /** Home's list is counted by triggers, per language: counting it here would be slow. */
  const counted = (filter: Filter) => {
    if (filter.q || !filter.practisable)
      return db.select({ count: count() }).from(videos).where(listed(filter));
    return db
      .select({ count: sql<number>`coalesce(sum(${video_counts.count}), 0)::int`.mapWith(Number) })
      .from(video_counts)
      .where(filter.language ? eq(video_counts.language, language) : undefined);
  };

  const chosen = chosenAlignment(db, browserLanguages);
  // In another alignment than the saved one, the position is the segment at its start.
  const lastSegment = sql<number>`coalesce(case when ${progress.alignment_id} = ${chosen.id} or ${progress.start_ms} is null
      then ${progress.last_segment}
      else (select count(*)::int from ${segments} where ${segments.alignment_id} = ${chosen.id}
        and ${segments.start_ms} < ${progress.start_ms}) end, 0)`;
  // The player decides how segments form lines, and sends the count with the progress. Until then each segment counts as
  // one.
  const lineCount = sql<number>`coalesce(${progress.line_count}, ${chosen.segment_count}, 0)`;

  /** Details of the videos in `ids`, ordered by their `rank`. */
  const described = (ids: SQL, counted: SQL) =>
    db
      .select({
        ...getTableColumns(videos),
        chosen_id: sql<number | null>`${chosen.id}`.as('chosen_id'),
        segment_count: sql<number>`coalesce(${chosen.segment_count}, 0)`.as('segment_count'),
        last_segment: sql<number>`${lastSegment}`.as('last_segment'),
        line_count: lineCount.as('line_count'),
        line: sql<number>`case when ${progress.video_id} is null then 0
          else greatest(1, least(${lineCount}, coalesce(${progress.line}, ${lastSegment} + 1))) end`.as(
          'line',
        ),
        practised_count: sql<number>`least(${lineCount}, (select count(*) from ${practised_lines}
          where ${practised_lines.user_id} = ${user} and ${practised_lines.video_id} = ${videos.id}))::int`.as(
          'practised_count',
        ),
        practised_at: sql<Date | null>`${progress.updated_at}`.as('practised_at'),
        count: sql<number>`(${counted})`.as('count'),
      })
      .from(sql`(${ids}) as in_page`)
      .innerJoin(videos, eq(videos.id, sql`in_page.id`))
      .innerJoin(users, eq(users.id, user))
      .leftJoin(progress, and(eq(progress.video_id, videos.id), eq(progress.user_id, user)))
      .leftJoinLateral(chosen, sql`true`)
      .orderBy(sql`in_page.rank`);

  const prepare = (filter: Filter, offset: number, name?: string) =>
    prepareRead<ListedVideo>(
      db,
      name,
      described(idsInPage(filter, offset, offset + size), sql`${counted(filter)}`),
    );
  const first = prepare({ practisable: true }, 0, 'practice_list');

  const started = sql`select ${videos.id}, row_number() over (order by ${progress.updated_at} desc) as rank
    from ${progress} join ${videos} on ${videos.id} = ${progress.video_id}
    where ${progress.user_id} = ${user} and ${listedForLearners()} order by rank limit ${BEGUN}`;
  const lastPractised = prepareRead<LastPractised>(
    db,
    'last_practised',
    sql`select begun.*, line.text_original, line.text_target from (${described(started, sql`0`)}) as begun
      join lateral (
        select ${segments.text_original}, ${segments.text_target} from ${segments}
        where ${segments.alignment_id} = begun.chosen_id
        order by ${segments.position} limit 1 offset begun.last_segment
      ) as line on true
      where begun.line < begun.line_count limit 1`,
  );

  const valuesOf = ({ id, languages }: Learner, { language, q }: Filter) => ({
    user: id,
    languages,
    language,
    words: q?.trim().split(/\s+/),
  });

  return {
    async count(learner: Learner, filter: Filter): Promise<number> {
      const { rows } = await prepareRead<{ count: number }>(
        db,
        undefined,
        counted(filter),
      )(valuesOf(learner, filter));
      return rows[0]?.count ?? 0;
    },

    async languages(): Promise<string[]> {
      const rows = await readAnywhere(db, async (replica) =>
        replica
          .select({ language: video_counts.language })
          .from(video_counts)
          .where(gt(video_counts.count, 0))
          .orderBy(video_counts.language),
      );
      return rows.map((row) => row.language);
    },

    /**
     * Returns `size` videos with the learner's progress, and in each the total count. Without a sort, the learner's
     * practice languages come first, and each group is newest first.
     */
    async page(learner: Learner, filter: Filter, offset: number): Promise<ListedVideo[]> {
      const query = isHome(filter) && offset === 0 ? first : prepare(filter, offset);
      return (await query(valuesOf(learner, filter))).rows;
    },

    /** Returns the unfinished video that the learner practised last, and the line there. */
    async lastPractised(learner: Learner): Promise<LastPractised | null> {
      return (await lastPractised(valuesOf(learner, {}))).rows[0] ?? null;
    },
  };
}
