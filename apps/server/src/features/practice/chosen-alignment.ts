import { and, asc, desc, eq, gt, type SQL, sql } from 'drizzle-orm';
import type { Database } from '../../platform/database/database.ts';
import { users } from '../accounts/index.ts';
import { alignments, subtitles } from '../subtitles/index.ts';
import { videos } from '../videos/index.ts';
import { progress } from './tables.ts';

const primary = (language: SQL) => sql`split_part(lower(${language}), '-', 1)`;

/** Languages that a learner reads, for a query over `users`: the last chosen one, the native one, the browser's, English. */
const readLanguages = (browserLanguages: SQL) =>
  sql`array[${users.preferences} -> 'player' ->> 'translation_language', ${users.native_language}]
    || ${browserLanguages}::text[] || array['en']`;

/**
 * Rank of a language in the browser's list, lowest first: an exact match precedes related forms (`pt-BR` for `pt`, and vice
 * versa).
 */
const getRank = (language: SQL, browserLanguages: SQL) => sql`(
  select min(2 * wish.rank + (wish.language <> ${language})::int)
  from unnest(${readLanguages(browserLanguages)}) with ordinality as wish(language, rank)
  where ${primary(sql`wish.language`)} = ${primary(language)})`;

/**
 * The alignment that a learner uses by default, for a query over `videos`, `users` and that learner's `progress`. Those with
 * texts come first, then the one already started, the first language that they read, and the newest. If `named` isn't null,
 * only that one is considered. A subquery for a lateral join. This is the only rule: the web app uses the alignment of
 * `getProgress`.
 */
export function chosenAlignment(db: Database, browserLanguages: SQL, named?: SQL) {
  return db
    .select({
      id: alignments.id,
      segment_count: alignments.segment_count,
    })
    .from(alignments)
    .innerJoin(subtitles, eq(subtitles.id, alignments.subtitle_id))
    .where(
      and(eq(subtitles.video_id, videos.id), named && sql`(${named} is null or ${alignments.id} = ${named})`),
    )
    .orderBy(
      desc(gt(alignments.translated_count, 0)),
      desc(sql`coalesce(${alignments.id} = ${progress.alignment_id}, false)`),
      sql`${getRank(sql`${subtitles.language}`, browserLanguages)} asc nulls last`,
      desc(sql`coalesce(${alignments.id} = ${videos.latest_alignment_id}, false)`),
      asc(alignments.id),
    )
    .limit(1)
    .as('chosen');
}

/** Subquery of the id of the alignment that a learner uses in a video: null without one. Like `chosenAlignment` with `named`. */
export function chosenAlignmentId(
  db: Database,
  { user, video }: { user: SQL; video: SQL },
  languages: SQL,
  named?: SQL,
): SQL {
  const chosen = chosenAlignment(db, languages, named);
  return sql`(select ${chosen.id} from ${videos} join ${users} on ${users.id} = ${user}
    left join ${progress} on ${progress.video_id} = ${videos.id} and ${progress.user_id} = ${user}
    join lateral ${chosen} on true where ${videos.id} = ${video})`;
}
