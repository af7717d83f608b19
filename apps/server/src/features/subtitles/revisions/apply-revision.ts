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
import {
  type ModifiedByIndex,
  NO_REVISION,
  type RevisionOrigin,
  type RevisionRow,
  revisionStore,
} from './revision-store.ts';

/** Replaces the segments' texts with the draft's. A changed text counts as edited. */
export const applyDraft = (
  segments: readonly RevisionSegment[],
  modified: ModifiedByIndex,
): RevisionSegment[] =>
  segments.map((segment, position): RevisionSegment => {
    const text = modified[position + 1];
    return text === undefined || text === segment.text
      ? segment
      : { ...segment, text, edited: true, origin: 'person' };
  });

export const createCues = (segments: readonly RevisionSegment[]): Cue[] =>
  segments.map(({ start, end, text, markup }, position) => ({
    index: position + 1,
    start,
    end,
    text,
    ...(markup && { markup }),
  }));

/** Converts a segment to a row. An existing segment keeps its id and gets a new version, so that open editors still find it. */
function createRow(segment: RevisionSegment, versions: Map<number, number>): NewSegment {
  const { id, start, end, text, markup: _, ...content } = segment;
  const version = id === undefined ? undefined : versions.get(id);
  const identity = id === undefined || version === undefined ? {} : { id, version: version + 1 };
  const row = { ...content, start_ms: start, end_ms: end, text_target: text };
  return { confidence: 1, edited: true, ...row, ...identity };
}

/** Returns WebVTT if the revision's file or markup is WebVTT, or else SubRip. Features that only ASS has are lost. */
export const chooseFormat = (
  revision: Pick<RevisionRow, 'file_format'>,
  cues: readonly Cue[],
): 'srt' | 'vtt' =>
  revision.file_format === 'vtt' || cues.some(({ markup }) => markup?.format === 'vtt') ? 'vtt' : 'srt';

/**
 * Restores a revision with the texts of its draft. An alignment's revision replaces the alignment's segments; a file's replaces
 * the subtitle's cues, and marks its alignments for realigning. Saves the previous content as a revision first, and the restored
 * content as a stored file. Throws 404 and 409.
 */
export async function applyRevision(
  { db, engine }: { db: Database; engine: Engine },
  id: number,
  options: { note: string; created_by: number | null },
): Promise<{ saved_revision_id: number; subtitle: ListedSubtitle }> {
  const store = revisionStore(db);
  const revision = mustExist(await store.find(id), NO_REVISION);
  const segments = applyDraft(await store.findSegments(id), await store.findDraft(id));
  // Edited texts can be too long for a cue: divides them like an uploaded file's.
  const cues = divideLongCues(createCues(segments));
  const format = chooseFormat(revision, cues);
  const content = await engine.run('writeCues', { cues, format });

  return db.transaction(async (transaction) => {
    const revision = mustExist(await revisionStore(transaction).lock(id), NO_REVISION);
    const tracks = subtitleStore(transaction);
    const subtitle = mustExist(await tracks.lock(revision.subtitle_id), NO_SUBTITLE);
    const origin: RevisionOrigin = { ...options, reason: 'apply' };
    const saved_revision_id =
      revision.kind === 'alignment'
        ? await applyToAlignment(transaction, subtitle, segments, origin)
        : await applyToCues(transaction, subtitle, cues, origin);
    await storedFileStore(transaction).add({
      subtitle_id: subtitle.id,
      file_name: `${subtitle.language}-revision-${id}.${format}`,
      format,
      encoding: 'utf-8',
      content,
      created_by: options.created_by,
    });
    await tracks.setLastApplied(subtitle.id, id);
    await deleteAppliedDrafts(transaction, revision, segments);
    return { saved_revision_id, subtitle: (await tracks.find(subtitle.id)) ?? subtitle };
  });
}

/** Deletes other revisions' drafts that equal the restored content, such as the draft that the revision was saved from. */
async function deleteAppliedDrafts(
  transaction: Database,
  { id, subtitle_id }: RevisionRow,
  applied: readonly RevisionSegment[],
): Promise<void> {
  const store = revisionStore(transaction);
  const others = (await store.listForSubtitle(subtitle_id)).filter(
    (revision) => revision.has_draft && revision.id !== id,
  );
  for (const { id: otherId } of others) {
    const drafted = applyDraft(await store.findSegments(otherId), await store.findDraft(otherId));
    const isApplied =
      drafted.length === applied.length && drafted.every(({ text }, index) => text === applied[index]?.text);
    if (isApplied) await store.deleteDraft(otherId);
  }
}

async function applyToAlignment(
  transaction: Database,
  { alignment_id }: ListedSubtitle,
  segments: RevisionSegment[],
  origin: RevisionOrigin,
): Promise<number> {
  const store = alignmentStore(transaction);
  if (alignment_id === null || !(await store.lock(alignment_id))) {
    throw new AppError('conflict', 'subtitles.notAligned');
  }
  const saved = await revisionStore(transaction).saveAlignment(alignment_id, origin);
  const versions = await store.listVersions(alignment_id);
  const rows = segments.map((segment) => createRow(segment, versions));
  await store.replaceSegments(alignment_id, rows);
  await announceChange(transaction, { alignment_id, reordered: true });
  return saved;
}

async function applyToCues(
  transaction: Database,
  subtitle: ListedSubtitle,
  cues: Cue[],
  origin: RevisionOrigin,
): Promise<number> {
  if (cues.length === 0) throw new AppError('conflict', 'revisions.noLine');
  const saved = await revisionStore(transaction).saveCues(subtitle.id, origin);
  const tracks = subtitleStore(transaction);
  await tracks.replaceCues(subtitle.video_id, subtitle.language, { cues, cue_count: cues.length });
  await tracks.markNeedsRealign(subtitle);
  return saved;
}
