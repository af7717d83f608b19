import { and, asc, eq, inArray, sql } from 'drizzle-orm';
import { AppError, mustExist, notFound } from '../../../errors/app-error.ts';
import type { Database } from '../../../platform/database/database.ts';
import type { Translator } from '../../../platform/translation/translator.ts';
import { defineJob, type JobKind, startJob, type Work } from '../../jobs/index.ts';
import { alignmentStore, NO_ALIGNMENT } from '../alignment/alignment-store.ts';
import { revisionStore } from '../revisions/revision-store.ts';
import { changeSegments } from '../segments/change-segments.ts';
import type { SegmentRow } from '../segments/segment-columns.ts';
import { segmentStore } from '../segments/segment-store.ts';
import { segments } from '../tables.ts';
import { subtitleStore } from '../tracks/subtitle-store.ts';
import { splitIntoBatches, translateBatch } from './batches.ts';
import { findKnownTranslations } from './known-translations.ts';
import { convertFailure, requireTranslator } from './request-translations.ts';
import type { LanguagePair } from './translation-memory.ts';

const KIND = 'translate';
const IN_PROGRESS = 'translation.inProgress';
const ALIGNMENT_DELETED = 'translation.alignmentGone';

type Which = 'empty' | 'mismatches' | 'chosen';
/** `ids` are only used with `chosen`. */
type Selection = { which: Which; ids: number[] };
/** `ids` are the segments to translate, listed when the job starts, so that it can continue after an interruption. */
type Payload = { alignment_id: number; which: Which; ids: number[] };
/** `failed` are texts that the service rejected. Segments that an editor changed meanwhile aren't counted. */
type Result = { translated: number; failed: number; from_memory: number };

/** Returns true if a segment still matches the selection after editors' changes. */
const isSelected = (which: Which, { text_original, text_target, mismatch }: SegmentRow) =>
  text_original.trim() !== '' &&
  (which === 'chosen' || (which === 'empty' ? text_target.trim() === '' : mismatch));

function listSelected(db: Database, alignmentId: number, { which, ids }: Selection) {
  const condition = {
    empty: sql`${segments.text_target} !~ '\\S'`,
    mismatches: sql`${segments.mismatch}`,
    chosen: inArray(segments.id, ids),
  }[which];
  return db
    .select({ id: segments.id })
    .from(segments)
    .where(and(eq(segments.alignment_id, alignmentId), sql`${segments.text_original} ~ '\\S'`, condition))
    .orderBy(asc(segments.position));
}

/**
 * Starts translating all segments without a target text, all mismatches, or the segments in `ids`. Throws a 404 without the
 * alignment, a 503 without a service, and a 409 while the alignment is being translated.
 */
export async function startTranslation(
  { db, translator }: { db: Database; translator: Translator | null },
  alignmentId: number,
  selection: Selection,
  viewer: { id: number },
): Promise<number> {
  if (!(await alignmentStore(db).find(alignmentId))) throw notFound(NO_ALIGNMENT);
  requireTranslator(translator);
  const ids = (await listSelected(db, alignmentId, selection)).map(({ id }) => id);
  return startJob(db, {
    kind: KIND,
    subject: `alignment:${alignmentId}`,
    payload: { alignment_id: alignmentId, which: selection.which, ids } satisfies Payload,
    created_by: viewer.id,
    conflictMessage: IN_PROGRESS,
  });
}

type TranslatedRow = { row: SegmentRow; text_target: string; origin: 'machine' | 'memory' };

/** Saves a revision before the job writes its first text: only one, even if the job is interrupted. */
async function saveRevisionOnce(
  transaction: Database,
  { id, payload, created_by }: Pick<Work<Payload>, 'id' | 'payload' | 'created_by'>,
): Promise<void> {
  const alignment = mustExist(await alignmentStore(transaction).find(payload.alignment_id), NO_ALIGNMENT);
  const store = revisionStore(transaction);
  if (await store.wasSavedForJob(alignment.subtitle_id, 'translate', id)) return;
  await subtitleStore(transaction).lock(alignment.subtitle_id);
  if (!(await alignmentStore(transaction).lock(alignment.id))) throw notFound(NO_ALIGNMENT);
  await store.saveAlignment(alignment.id, { reason: 'translate', created_by });
}

/** Writes texts to the segments that haven't changed since they were read. Returns their number. */
async function writeTexts(work: Work<Payload>, translated: readonly TranslatedRow[]): Promise<number> {
  if (translated.length === 0) return 0;
  const changes = translated.map(({ row, text_target, origin }) => ({
    op: 'update' as const,
    id: row.id,
    version: row.version,
    fields: { text_target, origin, approved: false },
  }));
  try {
    await work.db.transaction(async (transaction) => {
      await saveRevisionOnce(transaction, work);
      await changeSegments(transaction, work.payload.alignment_id, changes, { author: 'machine' });
    });
    return translated.length;
  } catch (error) {
    const isOutdated = error instanceof AppError && (error.code === 'stale' || error.code === 'not_found');
    if (!isOutdated) throw error;
    if (translated.length === 1) return 0;
    let count = 0;
    for (const row of translated) count += await writeTexts(work, [row]);
    return count;
  }
}

/** Translates a batch of segments and writes the texts. Adds the numbers to `result`. */
async function translateSegments(
  work: Work<Payload>,
  translator: Translator,
  { pair, ids, result }: { pair: LanguagePair; ids: number[]; result: Result },
): Promise<void> {
  const { db, payload, signal } = work;
  const rows = (await segmentStore(db).listByIds(payload.alignment_id, ids)).filter((row) =>
    isSelected(payload.which, row),
  );
  const known = await findKnownTranslations(
    db,
    pair,
    rows.map((row) => row.text_original),
  );
  const fromMemory = rows.flatMap((row): TranslatedRow[] => {
    const translation = known.get(row.text_original);
    return translation ? [{ row, text_target: translation.translated_text, origin: 'memory' }] : [];
  });
  result.from_memory += await writeTexts(work, fromMemory);

  const unknown = rows.filter((row) => !known.has(row.text_original));
  const texts = [...new Set(unknown.map((row) => row.text_original))];
  for (const batch of splitIntoBatches(texts, translator.limits)) {
    const responses = await translateBatch({ translator, pair, signal }, batch);
    const responseByText = new Map(batch.map((text, index) => [text, responses[index] ?? null]));
    const requested = unknown.filter((row) => responseByText.has(row.text_original));
    const translated = requested.flatMap((row): TranslatedRow[] => {
      const text_target = responseByText.get(row.text_original) ?? null;
      return text_target === null ? [] : [{ row, text_target, origin: 'machine' }];
    });
    result.failed += requested.length - translated.length;
    result.translated += await writeTexts(work, translated);
  }
}

/** The job that translates an alignment: first from the glossary and approved translations, then by the service. */
export const translationJob = (configured: Translator | null): JobKind =>
  defineJob<Payload>(KIND, async (work) => {
    const { db, payload, lastSaved, progress, flush, signal } = work;
    const result: Result = {
      translated: 0,
      failed: 0,
      from_memory: 0,
      ...(lastSaved.result as Partial<Result> | null),
    };
    const total = payload.ids.length;
    progress(lastSaved.done, total, '', { ...result });
    const translator = requireTranslator(configured);
    for (let done = lastSaved.done; done < total && !signal.aborted; ) {
      const alignment = await alignmentStore(db).find(payload.alignment_id);
      if (!alignment) throw new AppError('not_found', ALIGNMENT_DELETED);
      const pair = {
        source_language: alignment.original_language,
        target_language: alignment.target_language,
      };
      const ids = payload.ids.slice(done, done + translator.limits.texts);
      try {
        await translateSegments(work, translator, { pair, ids, result });
      } catch (error) {
        throw signal.aborted ? error : convertFailure(error);
      }
      done += ids.length;
      progress(done, total, '', { ...result });
      // Saves before the next batch, so that a restarted job doesn't translate this one again.
      await flush();
    }
    return result;
  });
