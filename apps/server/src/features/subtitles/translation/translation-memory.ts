import { createHash } from 'node:crypto';
import { sql } from 'drizzle-orm';
import type { Database } from '../../../platform/database/database.ts';
import { translation_memory } from '../tables.ts';

export type LanguagePair = { source_language: string; target_language: string };
export type ApprovedText = { text_original: string; text_target: string };

/** By which a text is found again whatever its case, its spaces and the width of its letters. */
export function textDigest(text: string): string {
  const plain = text.normalize('NFKC').toLowerCase().replace(/\s+/g, ' ').trim();
  return createHash('sha256').update(plain).digest('base64url');
}

/** Keeps translations that an editor approved; of several for one text the last one counts. */
export async function rememberTranslations(
  db: Database,
  languages: LanguagePair,
  approved: readonly ApprovedText[],
): Promise<void> {
  const byDigest = new Map(
    approved
      .filter(({ text_original, text_target }) => text_original.trim() !== '' && text_target.trim() !== '')
      .map((texts) => [textDigest(texts.text_original), texts]),
  );
  if (byDigest.size === 0) return;
  // Two transactions that lock rows in the same order can't wait for each other.
  const rows = [...byDigest]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([text_digest, { text_original, text_target }]) => ({
      ...languages,
      text_digest,
      text_original,
      text_target,
    }));
  await db
    .insert(translation_memory)
    .values(rows)
    .onConflictDoUpdate({
      target: [
        translation_memory.source_language,
        translation_memory.target_language,
        translation_memory.text_digest,
      ],
      set: {
        text_original: sql`excluded.text_original`,
        text_target: sql`excluded.text_target`,
        approved_at: sql`now()`,
      },
    });
}
