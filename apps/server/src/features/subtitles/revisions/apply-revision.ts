import { type Cue, divideLongCues } from '@sayback/subtitles';
import type { Engine } from '../../../engine/engine.ts';
import { AppError, mustExist } from '../../../errors/app-error.ts';
import type { Database } from '../../../platform/database/database.ts';
import { alignmentStore } from '../alignment/alignment-store.ts';
import { storedFileStore } from '../files/stored-file-store.ts';
import { announceChange } from '../segments/announce-change.ts';
import type { NewSegment } from '../segments/segment-columns.ts';
import type { RevisionSegment } from '../tables.ts';
import { type ListedSubtitle, NO_SUBTITLE, subtitleStore } from '../tracks/subtitle-store.ts';
import { type Cause, type Modified, NO_REVISION, type RevisionRow, revisionStore } from './revision-store.ts';

/** Replaces the segments' texts with the draft's. A changed text counts as edited. */
export const withDraft = (segments: readonly RevisionSegment[], modified: Modified): RevisionSegment[] =>
  segments.map((segment, at): RevisionSegment => {
    const text = modified[at + 1];
    return text === undefined || text === segment.text
      ? segment
      : { ...segment, text, edited: true, origin: 'person' };
  });

export const toCues = (segments: readonly RevisionSegment[]): Cue[] =>
  segments.map(({ start, end, text, markup }, at) => ({
    index: at + 1,
    start,
    end,
    text,
    ...(markup && { markup }),
  }));

/** A segment that still exists keeps its id, with a new version: open editors stay attached to it. */
function toRow(segment: RevisionSegment, versions: Map<number, number>): NewSegment {
  const { id, start, end, text, markup: _, ...content } = segment;
  const version = id === undefined ? undefined : versions.get(id);
  const identity = id === undefined || version === undefined ? {} : { id, version: version + 1 };
  const row = { ...content, start_ms: start, end_ms: end, text_target: text };
  return { confidence: 1, edited: true, ...row, ...identity };
}

/** WebVTT if the revision came from it, or else SubRip: features of ASS beyond these are lost. */
export const getFormat = (revision: Pick<RevisionRow, 'file_format'>, cues: readonly Cue[]): 'srt' | 'vtt' =>
  revision.file_format === 'vtt' || cues.some(({ markup }) => markup?.format === 'vtt') ? 'vtt' : 'srt';

/**
 * Restores a revision, with the texts of its draft: an alignment's as the segments of the alignment, a file's as the cues of
 * the subtitle, whose alignments then need realigning. The previous content becomes a revision first, and the restored one a
 * stored file. Throws 404 and 409.
 */
export async function applyRevision(
  { db, engine }: { db: Database; engine: Engine },
  id: number,
  by: { note: string; created_by: number | null },
): Promise<{ saved_revision_id: number; subtitle: ListedSubtitle }> {
  const store = revisionStore(db);
  const revision = mustExist(await store.find(id), NO_REVISION);
  const segments = withDraft(await store.segments(id), await store.draft(id));
  // An edited text may be too long for a cue, so divide it like an uploaded file.
  const cues = divideLongCues(toCues(segments));
  const format = getFormat(revision, cues);
  const content = await engine.run('writeCues', { cues, format });

  return db.transaction(async (transaction) => {
    const revision = mustExist(await revisionStore(transaction).lock(id), NO_REVISION);
    const tracks = subtitleStore(transaction);
    const subtitle = mustExist(await tracks.lock(revision.subtitle_id), NO_SUBTITLE);
    const cause: Cause = { ...by, reason: 'apply' };
    const saved_revision_id =
      revision.kind === 'alignment'
        ? await applyToAlignment(transaction, subtitle, segments, cause)
        : await applyToCues(transaction, subtitle, cues, cause);
    await storedFileStore(transaction).add({
      subtitle_id: subtitle.id,
      file_name: `${subtitle.language}-revision-${id}.${format}`,
      format,
      encoding: 'utf-8',
      content,
      created_by: by.created_by,
    });
    await tracks.setLastApplied(subtitle.id, id);
    await dropAppliedDrafts(transaction, revision, segments);
    return { saved_revision_id, subtitle: (await tracks.find(subtitle.id)) ?? subtitle };
  });
}

/** Deletes drafts of other revisions that equal the restored content, such as the one it was saved from. */
async function dropAppliedDrafts(
  transaction: Database,
  { id, subtitle_id }: RevisionRow,
  applied: readonly RevisionSegment[],
): Promise<void> {
  const store = revisionStore(transaction);
  const drafted = (await store.listOfSubtitle(subtitle_id)).filter(
    (revision) => revision.has_draft && revision.id !== id,
  );
  for (const { id: other } of drafted) {
    const texts = withDraft(await store.segments(other), await store.draft(other));
    const isApplied =
      texts.length === applied.length && texts.every(({ text }, at) => text === applied[at]?.text);
    if (isApplied) await store.dropDraft(other);
  }
}

async function applyToAlignment(
  transaction: Database,
  { alignment_id }: ListedSubtitle,
  segments: RevisionSegment[],
  cause: Cause,
): Promise<number> {
  const store = alignmentStore(transaction);
  if (alignment_id === null || !(await store.lock(alignment_id))) {
    throw new AppError('conflict', 'subtitles.notAligned');
  }
  const saved = await revisionStore(transaction).saveAlignment(alignment_id, cause);
  const versions = await store.versions(alignment_id);
  const rows = segments.map((segment) => toRow(segment, versions));
  await store.replaceSegments(alignment_id, rows);
  await announceChange(transaction, { alignment_id, reordered: true });
  return saved;
}

async function applyToCues(
  transaction: Database,
  subtitle: ListedSubtitle,
  cues: Cue[],
  cause: Cause,
): Promise<number> {
  if (cues.length === 0) throw new AppError('conflict', 'revisions.noLine');
  const saved = await revisionStore(transaction).saveCues(subtitle.id, cause);
  const tracks = subtitleStore(transaction);
  await tracks.replaceCues(subtitle.video_id, subtitle.language, { cues, cue_count: cues.length });
  await tracks.markNeedsRealign(subtitle);
  return saved;
}
