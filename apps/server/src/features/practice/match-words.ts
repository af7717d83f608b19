import { type SQLWrapper, sql } from 'drizzle-orm';

/** SQL condition that a folded text contains all of the words. `fold_text` folds like the web app's `foldText`. */
export const hasAllWords = (text: SQLWrapper, words: SQLWrapper) => sql`${text} like all (array(
  select '%' || regexp_replace(fold_text(word), '([\\\\%_])', '\\\\\\1', 'g') || '%'
  from unnest(${words}::text[]) as word))`;
