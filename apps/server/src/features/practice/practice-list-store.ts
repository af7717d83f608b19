import { and, count, desc, eq, getTableColumns, gt, ilike, type SQL, sql } from 'drizzle-orm';
import { likePattern, type PooledDatabase } from '../../platform/database/database.ts';
import { prepareStatement } from '../../platform/database/statement.ts';
import { practice_languages, users } from '../accounts/index.ts';
import { segments } from '../subtitles/index.ts';
import { openToLearners, video_counts, videos } from '../videos/index.ts';
import { chosenAlignment } from './chosen-alignment.ts';
import { progress } from './tables.ts';

type Filter = { language?: string | undefined; q?: string | undefined };
type ListedVideo = typeof videos.$inferSelect & {
  segment_count: number | null;
  last_segment: number;
  /** Of the whole list. */
  count: number;
};

const user = sql.placeholder('user');
const language = sql.placeholder('language');

/** What learners may see, as they filtered it. */
const listed = (filter: Filter): SQL | undefined =>
  and(
    openToLearners(),
    filter.language ? eq(videos.original_language, language) : undefined,
    filter.q ? ilike(videos.title, sql.placeholder('pattern')) : undefined,
  );

const isWhole = ({ language, q }: Filter): boolean => !language && !q;

/**
 * The ids from one place to another: `practised` says which are in a practice language of the learner. Each group is read
 * along an index, newest first, and no further than to the last place; the second only where the first ends before it.
 */
function idsInPage(filter: Filter, from: number, to: number): SQL {
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
    )
    select id, true as practised from practised union all select id, false from others
    order by practised desc, id desc limit ${to - from} offset ${from}`;
}

/** The list that a learner chooses from. */
export function practiceListStore(db: PooledDatabase, size: number) {
  /** Titles are looked through; the rest is counted as it changes. */
  const counted = (filter: Filter) => {
    if (filter.q) return db.select({ count: count() }).from(videos).where(listed(filter));
    return db
      .select({ count: sql<number>`coalesce(sum(${video_counts.count}), 0)::int`.mapWith(Number) })
      .from(video_counts)
      .where(filter.language ? eq(video_counts.language, language) : undefined);
  };

  function pageQuery(filter: Filter, from: number, to: number) {
    const chosen = chosenAlignment(db, sql`${users.native_language}`);
    // In another alignment than it was saved for, the place is where its start would lie.
    const lastSegment = sql<number>`coalesce(case when ${progress.alignment_id} = ${chosen.id} or ${progress.start_ms} is null
        then ${progress.last_segment}
        else (select count(*)::int from ${segments} where ${segments.alignment_id} = ${chosen.id}
          and ${segments.start_ms} < ${progress.start_ms}) end, 0)`;

    return db
      .select({
        ...getTableColumns(videos),
        segment_count: chosen.segment_count,
        last_segment: lastSegment.as('last_segment'),
        count: sql<number>`(${counted(filter)})`.as('count'),
      })
      .from(sql`(${idsInPage(filter, from, to)}) as in_page`)
      .innerJoin(videos, eq(videos.id, sql`in_page.id`))
      .innerJoin(users, eq(users.id, user))
      .leftJoinLateral(chosen, sql`true`)
      .leftJoin(progress, and(eq(progress.video_id, videos.id), eq(progress.user_id, user)))
      .orderBy(sql`in_page.practised desc`, desc(videos.id));
  }

  const prepare = (filter: Filter, offset: number, name?: string) =>
    prepareStatement<ListedVideo>(db, name, pageQuery(filter, offset, offset + size));
  /** What the home page begins with. */
  const first = prepare({}, 0, 'practice_list');

  const given = ({ language, q }: Filter) => ({ language, pattern: likePattern(q ?? '') });

  return {
    async count(filter: Filter): Promise<number> {
      const { rows } = await prepareStatement<{ count: number }>(
        db,
        undefined,
        counted(filter),
      )(given(filter));
      return rows[0]?.count ?? 0;
    },

    /** Those in which there is something to practise with. */
    async languages(): Promise<string[]> {
      const rows = await db
        .select({ language: video_counts.language })
        .from(video_counts)
        .where(gt(video_counts.count, 0))
        .orderBy(video_counts.language);
      return rows.map((row) => row.language);
    },

    /**
     * `size` videos in the learner's practice languages first, each group newest first, with how far the learner is; with
     * each, how many there are in all.
     */
    async page(user: number, filter: Filter, offset: number): Promise<ListedVideo[]> {
      const ask = isWhole(filter) && offset === 0 ? first : prepare(filter, offset);
      return (await ask({ user, ...given(filter) })).rows;
    },
  };
}
