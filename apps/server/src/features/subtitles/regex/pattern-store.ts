import { ROWS, type subtitles } from '@sayback/contract';
import { asc, eq, sql } from 'drizzle-orm';
import { changesAny, type Database } from '../../../platform/database/database.ts';
import { withRowLimit } from '../../../security/with-row-limit.ts';
import { regex_patterns } from '../tables.ts';

type PatternRow = typeof regex_patterns.$inferSelect;

const describePattern = ({ replacement, transform, ...row }: PatternRow): subtitles.SavedPattern => ({
  ...row,
  ...(replacement !== null && { replacement }),
  ...(transform !== null && { transform }),
});

export function patternStore(db: Database) {
  return {
    async list(): Promise<subtitles.SavedPattern[]> {
      const rows = await db
        .select()
        .from(regex_patterns)
        .orderBy(asc(sql`lower(${regex_patterns.name})`), asc(regex_patterns.id));
      return rows.map(describePattern);
    },

    /** Saves a pattern, replacing the one with the same name. */
    async save(pattern: Omit<subtitles.SavedPattern, 'id'>): Promise<subtitles.SavedPattern> {
      const content = {
        regex: pattern.regex,
        replacement: pattern.replacement ?? null,
        transform: pattern.transform ?? null,
        ignore_case: pattern.ignore_case,
      };
      const [saved] = await withRowLimit(db, ROWS.regex_patterns, { table: regex_patterns }, (transaction) =>
        transaction
          .insert(regex_patterns)
          .values({ name: pattern.name, ...content })
          .onConflictDoUpdate({ target: regex_patterns.name, set: content })
          .returning(),
      );
      return describePattern(saved as PatternRow);
    },

    /** Returns false if the pattern doesn't exist. */
    remove: (id: number): Promise<boolean> =>
      changesAny(db.delete(regex_patterns).where(eq(regex_patterns.id, id))),
  };
}
