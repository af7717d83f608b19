import { ROWS } from '@sayback/contract';
import { and, asc, eq, sql } from 'drizzle-orm';
import { changesAny, type Database } from '../../../platform/database/database.ts';
import { withRowLimit } from '../../../security/with-row-limit.ts';
import { glossary_terms } from '../tables.ts';
import type { LanguagePair } from './translation-memory.ts';

const hasLanguages = ({ source_language, target_language }: LanguagePair) =>
  and(
    eq(glossary_terms.source_language, source_language),
    eq(glossary_terms.target_language, target_language),
  );

export function glossaryStore(db: Database) {
  return {
    list: (pair: LanguagePair) =>
      db
        .select()
        .from(glossary_terms)
        .where(hasLanguages(pair))
        .orderBy(sql`lower(${glossary_terms.term})`, asc(glossary_terms.id)),

    async save(term: LanguagePair & { term: string; translation: string }) {
      const key = `${term.source_language} ${term.target_language}`;
      const rows = { table: glossary_terms, where: hasLanguages(term), key };
      const [saved] = await withRowLimit(db, ROWS.glossary_terms, rows, (transaction) =>
        transaction
          .insert(glossary_terms)
          .values(term)
          .onConflictDoUpdate({
            target: [glossary_terms.source_language, glossary_terms.target_language, glossary_terms.term],
            set: { translation: term.translation },
          })
          .returning(),
      );
      return saved as typeof glossary_terms.$inferSelect;
    },

    remove: (id: number): Promise<boolean> =>
      changesAny(db.delete(glossary_terms).where(eq(glossary_terms.id, id))),
  };
}
