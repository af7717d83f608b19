import type { Engine } from '../../../engine/engine.ts';
import { AppError, badField, notFound } from '../../../errors/app-error.ts';
import type { Database } from '../../../platform/database/database.ts';
import type { Translator } from '../../../platform/translation/translator.ts';
import { readLanguage } from '../../languages/index.ts';
import { videoStore } from '../../videos/index.ts';
import { alignTracks, isUnchanged, putAlignment } from '../alignment/align-subtitle.ts';
import { subtitleStore } from '../tracks/subtitle-store.ts';
import { requireTranslator } from './request-translations.ts';
import { startTranslation } from './translate-alignment.ts';

type Deps = { db: Database; engine: Engine; translator: Translator | null };
type TranslationRequest = { language: string; by_machine: boolean };

/**
 * Starts a translation of a video's original: creates a subtitle in another language with a line for each of the original's.
 * Its texts are empty; with `by_machine`, a job translates them. Throws a 404, a 400 for a language that has a subtitle, a 409
 * without an original, and a 503 if a service is requested and none is configured.
 */
export async function beginTranslation(
  { db, engine, translator }: Deps,
  videoId: number,
  request: TranslationRequest,
  viewer: { id: number },
): Promise<{ alignment_id: number; job_id: number | null }> {
  const language = readLanguage('language', request.language);
  if (!(await videoStore(db).find(videoId))) throw notFound('videos.notFound');
  if (request.by_machine) requireTranslator(translator);
  const store = subtitleStore(db);
  const original = await store.findOriginal(videoId);
  if (!original) throw new AppError('conflict', 'subtitles.noOriginal');
  const cues = await store.findCues(original.id);
  const aligned = await alignTracks(engine, { language: original.language, cues }, { language, cues: [] });
  // The aligner compared no texts, so it can't have found mismatches.
  const rows = aligned.rows.map((row) => ({ ...row, mismatch: false, confidence: 1 }));

  const alignment_id = await db.transaction(async (transaction) => {
    const store = subtitleStore(transaction);
    // Uploads and deletions of the original wait, since they couldn't mark the new alignment yet.
    const current = await store.lock(original.id);
    if (await store.lockLanguage(videoId, language)) throw badField('language', 'subtitles.languageTaken');
    const id = await store.replaceCues(videoId, language, { cues: [], cue_count: 0 });
    const alignmentId = await putAlignment(transaction, original, id, rows, viewer.id);
    // The original may have been replaced or deleted while the aligner ran.
    if (!current || !isUnchanged(current, original))
      await store.markNeedsRealign({ id, video_id: videoId, is_original: false });
    return alignmentId;
  });
  const selection = { which: 'empty' as const, ids: [] };
  const job_id = request.by_machine
    ? await startTranslation({ db, translator }, alignment_id, selection, viewer)
    : null;
  return { alignment_id, job_id };
}
