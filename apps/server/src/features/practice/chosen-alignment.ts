import { and, asc, desc, eq, gt, type SQL, sql } from 'drizzle-orm';
import type { Database } from '../../platform/database/database.ts';
import { users } from '../accounts/index.ts';
import { alignments, subtitles } from '../subtitles/index.ts';
import { videos } from '../videos/index.ts';
import { progress } from './tables.ts';

const primaryLanguage = (language: SQL) => sql`split_part(lower(${language}), '-', 1)`;

/** SQL array of the languages that a learner reads, for a query of `users`: last chosen, native, browser's, English. */
const selectReadLanguages = (browserLanguages: SQL) =>
  sql`array[${users.preferences} -> 'player' ->> 'translation_language', ${users.native_language}]
    || ${browserLanguages}::text[] || array['en']`;

/**
 * SQL for a language's rank in that list, lowest first. An exact match precedes related forms (`pt-BR` for `pt`, and vice
 * versa).
 */
const rankLanguage = (language: SQL, browserLanguages: SQL) => sql`(
  select min(2 * wanted.rank + (wanted.language <> ${language})::int)
  from unnest(${selectReadLanguages(browserLanguages)}) with ordinality as wanted(language, rank)
  where ${primaryLanguage(sql`wanted.language`)} = ${primaryLanguage(language)})`;

/**
 * Subquery for a lateral join with `videos`, `users` and the learner's `progress`: the alignment that the learner uses. If
 * `requested` isn't null, it is that one. Otherwise prefers one with texts, then the one already started, the first language
 * that they read, and the newest. The web app doesn't choose, but uses the alignment of `getProgress`.
 */
export function chosenAlignment(db: Database, browserLanguages: SQL, requested?: SQL) {
  return db
    .select({
      id: alignments.id,
      segment_count: alignments.segment_count,
    })
    .from(alignments)
    .innerJoin(subtitles, eq(subtitles.id, alignments.subtitle_id))
    .where(
      and(
        eq(subtitles.video_id, videos.id),
        requested && sql`(${requested} is null or ${alignments.id} = ${requested})`,
      ),
    )
    .orderBy(
      desc(gt(alignments.translated_count, 0)),
      desc(sql`coalesce(${alignments.id} = ${progress.alignment_id}, false)`),
      sql`${rankLanguage(sql`${subtitles.language}`, browserLanguages)} asc nulls last`,
      desc(sql`coalesce(${alignments.id} = ${videos.latest_alignment_id}, false)`),
      asc(alignments.id),
    )
    .limit(1)
    .as('chosen');
}

/** Subquery for the id of the alignment that a learner uses in a video; null without one. */
export function chosenAlignmentId(
  db: Database,
  { user, video }: { user: SQL; video: SQL },
  languages: SQL,
  requested?: SQL,
): SQL {
  const chosen = chosenAlignment(db, languages, requested);
  return sql`(select ${chosen.id} from ${videos} join ${users} on ${users.id} = ${user}
    left join ${progress} on ${progress.video_id} = ${videos.id} and ${progress.user_id} = ${user}
    join lateral ${chosen} on true where ${videos.id} = ${video})`;
}
