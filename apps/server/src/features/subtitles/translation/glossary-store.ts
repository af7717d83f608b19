import { and, asc, eq, sql } from 'drizzle-orm';
import { changesAny, type Database } from '../../../platform/database/database.ts';
import { glossary_terms } from '../tables.ts';
import type { LanguagePair } from './translation-memory.ts';

export function glossaryStore(db: Database) {
  return {
    list: ({ source_language, target_language }: LanguagePair) =>
      db
        .select()
        .from(glossary_terms)
        .where(
          and(
            eq(glossary_terms.source_language, source_language),
            eq(glossary_terms.target_language, target_language),
          ),
        )
        .orderBy(sql`lower(${glossary_terms.term})`, asc(glossary_terms.id)),

    async save(term: LanguagePair & { term: string; translation: string }) {
      const [saved] = await db
        .insert(glossary_terms)
        .values(term)
        .onConflictDoUpdate({
          target: [glossary_terms.source_language, glossary_terms.target_language, glossary_terms.term],
          set: { translation: term.translation },
        })
        .returning();
      return saved as typeof glossary_terms.$inferSelect;
    },

    remove: (id: number): Promise<boolean> =>
      changesAny(db.delete(glossary_terms).where(eq(glossary_terms.id, id))),
  };
}
