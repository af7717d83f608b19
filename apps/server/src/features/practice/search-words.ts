import { type SQLWrapper, sql } from 'drizzle-orm';

/** SQL condition: a folded text contains all of the words, in any order; `fold_text` folds them like the web app's `foldText`. */
export const hasAllWords = (text: SQLWrapper, words: SQLWrapper) => sql`${text} like all (array(
  select '%' || regexp_replace(fold_text(word), '([\\\\%_])', '\\\\\\1', 'g') || '%'
  from unnest(${words}::text[]) as word))`;
