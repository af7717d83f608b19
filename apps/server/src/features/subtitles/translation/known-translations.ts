import { and, eq, inArray } from 'drizzle-orm';
import type { Database } from '../../../platform/database/database.ts';
import { translation_memory } from '../tables.ts';
import { glossaryStore } from './glossary-store.ts';
import { computeTextDigest, type LanguagePair, normalizeText } from './translation-memory.ts';

export type KnownTranslation = { translated_text: string; source: 'glossary' | 'memory' };

/**
 * Finds translations of texts without a service: the glossary's if the text is a term, or else a previously approved one.
 * Returns them by text.
 */
export async function findKnownTranslations(
  db: Database,
  pair: LanguagePair,
  texts: readonly string[],
): Promise<Map<string, KnownTranslation>> {
  const digests = new Map(texts.map((text) => [text, computeTextDigest(text)]));
  const approved = await db
    .select({ digest: translation_memory.text_digest, text_target: translation_memory.text_target })
    .from(translation_memory)
    .where(
      and(
        eq(translation_memory.source_language, pair.source_language),
        eq(translation_memory.target_language, pair.target_language),
        inArray(translation_memory.text_digest, [...new Set(digests.values())]),
      ),
    );
  const approvedByDigest = new Map<string, KnownTranslation>(
    approved.map(({ digest, text_target }) => [digest, { translated_text: text_target, source: 'memory' }]),
  );
  // Keyed by normalised text, since computing digests of thousands of terms would be slow.
  const terms = new Map<string, KnownTranslation>();
  for (const { term, translation } of await glossaryStore(db).list(pair)) {
    terms.set(normalizeText(term), { translated_text: translation, source: 'glossary' });
  }
  return new Map(
    [...digests].flatMap(([text, digest]) => {
      const translation = terms.get(normalizeText(text)) ?? approvedByDigest.get(digest);
      return translation ? [[text, translation] as const] : [];
    }),
  );
}
