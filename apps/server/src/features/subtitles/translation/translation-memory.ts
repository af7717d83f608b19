import { createHash } from 'node:crypto';
import { sql } from 'drizzle-orm';
import { mapInSlices } from '../../../http/in-slices.ts';
import type { Database } from '../../../platform/database/database.ts';
import { translation_memory } from '../tables.ts';

export type LanguagePair = { source_language: string; target_language: string };
export type ApprovedText = { text_original: string; text_target: string };

/** Normalises a text's case, spacing and letter width. */
export const normalizeText = (text: string): string =>
  text.normalize('NFKC').toLowerCase().replace(/\s+/g, ' ').trim();

export const computeTextDigest = (text: string): string =>
  createHash('sha256').update(normalizeText(text)).digest('base64url');

/** Saves approved translations. The last translation of a text wins. */
export async function rememberTranslations(
  db: Database,
  languages: LanguagePair,
  approved: readonly ApprovedText[],
): Promise<void> {
  const nonEmpty = approved.filter(
    (texts) => texts.text_original.trim() !== '' && texts.text_target.trim() !== '',
  );
  const byDigest = new Map(
    await mapInSlices(nonEmpty, (texts) => [computeTextDigest(texts.text_original), texts] as const),
  );
  if (byDigest.size === 0) return;
  // A fixed order of locks avoids deadlocks.
  const texts = [...byDigest]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([text_digest, { text_original, text_target }]) => ({ text_digest, text_original, text_target }));
  // Sends one JSON value, since a statement can have at most 65,535 parameters.
  await db.execute(sql`
    insert into ${translation_memory}
      (source_language, target_language, text_digest, text_original, text_target)
    select ${languages.source_language}, ${languages.target_language}, text_digest, text_original, text_target
    from jsonb_to_recordset(${JSON.stringify(texts)}::jsonb)
      as input(text_digest text, text_original text, text_target text)
    on conflict (source_language, target_language, text_digest) do update set
      text_original = excluded.text_original, text_target = excluded.text_target, approved_at = now()`);
}
