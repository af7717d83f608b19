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
import { hasAllWords } from './match-words.ts';
import type { Learner } from './progress-store.ts';
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

/** Number of recently practised videos in which to look for an unfinished one. */
const MAX_STARTED = 20;

const user = sql.placeholder('user');
const language = sql.placeholder('language');
const browserLanguages = sql`${sql.placeholder('languages')}`;

/** SQL condition for the videos that a learner can see and that match the filter. */
const isListed = (filter: Filter): SQL | undefined =>
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
 * SQL for the ids in a range of the list: videos in the learner's practice languages first, then the others, each newest first.
 * Reads each group by an index, only as far as needed.
 */
function selectIdsByPracticeLanguage(filter: Filter, from: number, to: number): SQL {
  const practiceLanguageRows = sql`${practice_languages} where ${practice_languages.user_id} = ${user}`;
  return sql`with practised as materialized (
      select open.id from (select ${practice_languages.language} from ${practiceLanguageRows}) as practice_language
      cross join lateral (
        select ${videos.id} from ${videos}
        where ${isListed(filter)} and ${videos.original_language} = practice_language.language
        order by ${videos.id} desc limit ${to}
      ) as open
      order by open.id desc limit ${to}
    ), others as materialized (
      select ${videos.id} from ${videos}
      where ${isListed(filter)}
        and not array(select ${practice_languages.language} from ${practiceLanguageRows}) @> array[${videos.original_language}]
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

function selectPageIds(filter: Filter, from: number, to: number): SQL {
  if (!filter.sort) return selectIdsByPracticeLanguage(filter, from, to);
  return sql`select ${videos.id}, row_number() over (order by ${ORDERS[filter.sort]}) as rank
    from ${videos} left join ${progress} on ${progress.video_id} = ${videos.id} and ${progress.user_id} = ${user}
    where ${isListed(filter)} order by rank limit ${to - from} offset ${from}`;
}

export function practiceListStore(db: PooledDatabase, size: number) {
  /** Counts the list. The numbers by language come from triggers, since counting on each visit to the home page is slow. */
  const countVideos = (filter: Filter) => {
    if (filter.q || !filter.practisable)
      return db.select({ count: count() }).from(videos).where(isListed(filter));
    return db
      .select({ count: sql<number>`coalesce(sum(${video_counts.count}), 0)::int`.mapWith(Number) })
      .from(video_counts)
      .where(filter.language ? eq(video_counts.language, language) : undefined);
  };

  const chosen = chosenAlignment(db, browserLanguages);
  // In another alignment than the saved one, use the segment at the saved start.
  const lastSegment = sql<number>`coalesce(case when ${progress.alignment_id} = ${chosen.id} or ${progress.start_ms} is null
      then ${progress.last_segment}
      else (select count(*)::int from ${segments} where ${segments.alignment_id} = ${chosen.id}
        and ${segments.start_ms} < ${progress.start_ms}) end, 0)`;
  // The player joins and divides segments into lines, and sends their count with the progress. Until then each segment is a line.
  const lineCount = sql<number>`coalesce(${progress.line_count}, ${chosen.segment_count}, 0)`;

  /** Selects the details of the videos in `ids`, ordered by their `rank`. */
  const selectDetails = (ids: SQL, total: SQL) =>
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
        count: sql<number>`(${total})`.as('count'),
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
      selectDetails(selectPageIds(filter, offset, offset + size), sql`${countVideos(filter)}`),
    );
  const readHomePage = prepare({ practisable: true }, 0, 'practice_list');

  const started = sql`select ${videos.id}, row_number() over (order by ${progress.updated_at} desc) as rank
    from ${progress} join ${videos} on ${videos.id} = ${progress.video_id}
    where ${progress.user_id} = ${user} and ${listedForLearners()} order by rank limit ${MAX_STARTED}`;
  const readLastPractised = prepareRead<LastPractised>(
    db,
    'last_practised',
    sql`select started.*, line.text_original, line.text_target from (${selectDetails(started, sql`0`)}) as started
      join lateral (
        select ${segments.text_original}, ${segments.text_target} from ${segments}
        where ${segments.alignment_id} = started.chosen_id
        order by ${segments.position} limit 1 offset started.last_segment
      ) as line on true
      where started.line < started.line_count limit 1`,
  );

  const bindValues = ({ id, languages }: Learner, { language, q }: Filter) => ({
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
        countVideos(filter),
      )(bindValues(learner, filter));
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
     * Returns `size` videos with the learner's progress and the total count. Without a sort, videos in the learner's practice
     * languages come first.
     */
    async page(learner: Learner, filter: Filter, offset: number): Promise<ListedVideo[]> {
      const query = isHome(filter) && offset === 0 ? readHomePage : prepare(filter, offset);
      return (await query(bindValues(learner, filter))).rows;
    },

    /** Finds the unfinished video that the learner practised last, with their current line. */
    async lastPractised(learner: Learner): Promise<LastPractised | null> {
      return (await readLastPractised(bindValues(learner, {}))).rows[0] ?? null;
    },
  };
}
