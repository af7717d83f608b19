import { type SQL, type SQLWrapper, sql } from 'drizzle-orm';

/** Combining marks that remain after decomposing accented letters, in the scripts of subtitles. */
const MARKS =
  '[\\u0300-\\u036f\\u0483-\\u0489\\u0591-\\u05c7\\u0610-\\u061a\\u064b-\\u065f\\u0670\\u06d6-\\u06ed\\u0e31\\u0e34-\\u0e3a\\u0e47-\\u0e4e\\u20d0-\\u20f0\\u3099\\u309a]';

/** Folds a text for searching like the web app's `foldText`: café = cafe. Most texts are ASCII, which is faster to fold. */
const folded = (
  text: SQLWrapper,
) => sql`case when octet_length(${text}) = char_length(${text}) then lower(${text})
  else regexp_replace(lower(normalize(${text}, NFKD)), ${MARKS}, '', 'g') end`;

/** SQL condition: a text contains all of the words, in any order. */
export const hasAllWords = (text: SQL, words: SQLWrapper) => sql`${folded(sql`(${text})`)} like all (array(
  select '%' || regexp_replace(${folded(sql`word`)}, '([\\\\%_])', '\\\\\\1', 'g') || '%'
  from unnest(${words}::text[]) as word))`;
