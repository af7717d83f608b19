import { AppError, notFound } from '../../http/app-error.ts';
import type { Database } from '../../platform/database/database.ts';
import type { Engine } from '../../platform/engine/engine.ts';
import { alignmentStore } from './alignment-store.ts';
import { type ListedSubtitle, subtitleStore } from './subtitle-store.ts';

/** Aligns a target subtitle with the original of its video. Throws 400 for the original itself, 404, and 409 without an original. */
export async function alignSubtitle(
  { db, engine }: { db: Database; engine: Engine },
  subtitleId: number,
): Promise<number> {
  const store = subtitleStore(db);
  const target = await store.find(subtitleId);
  if (!target) throw notFound('There is no such subtitle.');
  if (target.is_original) throw new AppError('bad_request', 'The original cannot be aligned with itself.');
  const original = await store.findOriginal(target.video_id);
  if (!original) {
    throw new AppError(
      'conflict',
      'The video has no subtitle in its original language yet. Upload that one first.',
    );
  }
  const aligned = await engine.align({
    original: await store.cues(original.id),
    target: await store.cues(target.id),
    originalLanguage: original.language,
    targetLanguage: target.language,
  });
  return db.transaction(async (transaction) => {
    const id = await alignmentStore(transaction).replaceSegments(subtitleId, aligned);
    // An upload may have come while the aligner was at work.
    const now = await Promise.all([original, target].map(({ id }) => subtitleStore(transaction).find(id)));
    const uploadedAt = (subtitle: ListedSubtitle | null | undefined) => subtitle?.uploaded_at.getTime();
    if (uploadedAt(now[0]) !== uploadedAt(original) || uploadedAt(now[1]) !== uploadedAt(target)) {
      await subtitleStore(transaction).markNeedsRealign([subtitleId]);
    }
    return id;
  });
}
