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
import { cutIntoBatches, translateBatch } from './batches.ts';
import { knownTranslations } from './known-translations.ts';
import { needTranslator, readFailure } from './request-translations.ts';
import type { LanguagePair } from './translation-memory.ts';

const KIND = 'translate';
const IN_PROGRESS = 'translation.inProgress';
const GONE = 'translation.alignmentGone';

type Which = 'empty' | 'mismatches' | 'chosen';
type Chosen = { which: Which; ids: number[] };
/**
 * `ids` are the segments to translate, in order as of the start: after an interruption the job continues after the finished
 * ones.
 */
type Payload = { alignment_id: number; which: Which; ids: number[] };
/** `failed`: refused by the service. Segments that an editor changed meanwhile are in none of these. */
type Result = { translated: number; failed: number; from_memory: number };

/** Returns true if a segment still belongs to the selection after editors' changes. */
const isSelected = (which: Which, { text_original, text_target, mismatch }: SegmentRow) =>
  text_original.trim() !== '' &&
  (which === 'chosen' || (which === 'empty' ? text_target.trim() === '' : mismatch));

function listSelected(db: Database, alignmentId: number, { which, ids }: Chosen) {
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
 * Starts translating all segments without a target text, all mismatches, or those in `ids`. Throws a 404 without the alignment,
 * a 503 without a service, and a 409 while the alignment is being translated.
 */
export async function startTranslation(
  { db, translator }: { db: Database; translator: Translator | null },
  alignmentId: number,
  chosen: Chosen,
  viewer: { id: number },
): Promise<number> {
  if (!(await alignmentStore(db).find(alignmentId))) throw notFound(NO_ALIGNMENT);
  needTranslator(translator);
  const ids = (await listSelected(db, alignmentId, chosen)).map(({ id }) => id);
  return startJob(db, {
    kind: KIND,
    subject: `alignment:${alignmentId}`,
    payload: { alignment_id: alignmentId, which: chosen.which, ids } satisfies Payload,
    created_by: viewer.id,
    alone: IN_PROGRESS,
  });
}

type Written = { row: SegmentRow; text_target: string; origin: 'machine' | 'memory' };

/** Saves a revision before the job writes its first text, and only once, however often it is interrupted. */
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

/** Writes texts to segments that are unchanged since they were read. Returns their number. */
async function writeTexts(work: Work<Payload>, written: readonly Written[]): Promise<number> {
  if (written.length === 0) return 0;
  const changes = written.map(({ row, text_target, origin }) => ({
    op: 'update' as const,
    id: row.id,
    version: row.version,
    fields: { text_target, origin, approved: false },
  }));
  try {
    await work.db.transaction(async (transaction) => {
      await saveRevisionOnce(transaction, work);
      await changeSegments(transaction, work.payload.alignment_id, changes, { by: 'machine' });
    });
    return written.length;
  } catch (error) {
    const isOvertaken = error instanceof AppError && (error.code === 'stale' || error.code === 'not_found');
    if (!isOvertaken) throw error;
    if (written.length === 1) return 0;
    let count = 0;
    for (const segment of written) count += await writeTexts(work, [segment]);
    return count;
  }
}

/** Translates some segments, and writes the results. Adds to `result`. */
async function translateSome(
  work: Work<Payload>,
  translator: Translator,
  { pair, ids, result }: { pair: LanguagePair; ids: number[]; result: Result },
): Promise<void> {
  const { db, payload, signal } = work;
  const rows = (await segmentStore(db).listByIds(payload.alignment_id, ids)).filter((row) =>
    isSelected(payload.which, row),
  );
  const known = await knownTranslations(
    db,
    pair,
    rows.map((row) => row.text_original),
  );
  const fromMemory = rows.flatMap((row): Written[] => {
    const remembered = known.get(row.text_original);
    return remembered ? [{ row, text_target: remembered.translated_text, origin: 'memory' }] : [];
  });
  result.from_memory += await writeTexts(work, fromMemory);

  const unknown = rows.filter((row) => !known.has(row.text_original));
  const texts = [...new Set(unknown.map((row) => row.text_original))];
  for (const batch of cutIntoBatches(texts, translator.limits)) {
    const responses = await translateBatch({ translator, pair, signal }, batch);
    const byText = new Map(batch.map((text, at) => [text, responses[at] ?? null]));
    const translated = unknown.filter((row) => byText.has(row.text_original));
    const written = translated.flatMap((row): Written[] => {
      const text_target = byText.get(row.text_original) ?? null;
      return text_target === null ? [] : [{ row, text_target, origin: 'machine' }];
    });
    result.failed += translated.length - written.length;
    result.translated += await writeTexts(work, written);
  }
}

/** The job that translates an alignment, from the glossary and approved translations first, then by the service. */
export const translationJob = (configured: Translator | null): JobKind =>
  defineJob<Payload>(KIND, async (work) => {
    const { db, payload, before, progress, saved, signal } = work;
    const result: Result = {
      translated: 0,
      failed: 0,
      from_memory: 0,
      ...(before.result as Partial<Result> | null),
    };
    const total = payload.ids.length;
    progress(before.done, total, '', { ...result });
    const translator = needTranslator(configured);
    for (let done = before.done; done < total && !signal.aborted; ) {
      const alignment = await alignmentStore(db).find(payload.alignment_id);
      if (!alignment) throw new AppError('not_found', GONE);
      const pair = {
        source_language: alignment.original_language,
        target_language: alignment.target_language,
      };
      const ids = payload.ids.slice(done, done + translator.limits.texts);
      try {
        await translateSome(work, translator, { pair, ids, result });
      } catch (error) {
        throw signal.aborted ? error : readFailure(error);
      }
      done += ids.length;
      progress(done, total, '', { ...result });
      // Saved before the next batch, so that a restarted job doesn't translate this one again.
      await saved();
    }
    return result;
  });
