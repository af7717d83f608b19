import type { Engine } from '../../../engine/engine.ts';
import { AppError, badField, mustExist, notFound } from '../../../errors/app-error.ts';
import { message } from '../../../messages/message.ts';
import type { Database } from '../../../platform/database/database.ts';
import { storedFileStore } from '../files/stored-file-store.ts';
import type { RevisionSegment } from '../tables.ts';
import { trashStore } from '../trash/trash-store.ts';
import { applyDraft, chooseFormat, createCues } from './apply-revision.ts';
import { type ModifiedByIndex, NO_REVISION, type RevisionRow, revisionStore } from './revision-store.ts';

/** Texts for a draft. `index` is the segment's position, from 1. */
export type ModifiedTexts = { index: number; modified: string }[];

export type RevisionWithDraft = {
  revision: RevisionRow;
  segments: RevisionSegment[];
  modified: ModifiedByIndex;
};

/** Finds a revision with its segments and its draft. Throws a 404. */
export async function findRevisionWithDraft(db: Database, id: number): Promise<RevisionWithDraft> {
  const store = revisionStore(db);
  const revision = mustExist(await store.find(id), NO_REVISION);
  return { revision, segments: await store.findSegments(id), modified: await store.findDraft(id) };
}

/**
 * Merges texts into a revision's draft. A text that equals the revision's is removed from the draft. Throws a 404, and a 400
 * for an index that the revision doesn't have.
 */
export function changeDraft(db: Database, id: number, texts: ModifiedTexts): Promise<RevisionWithDraft> {
  return db.transaction(async (transaction) => {
    const store = revisionStore(transaction);
    if (!(await store.lock(id))) throw notFound(NO_REVISION);
    const { segments, modified: current } = await findRevisionWithDraft(transaction, id);
    const modified = { ...current };
    for (const { index, modified: text } of texts) {
      const segment = segments[index - 1];
      if (!segment) throw badField('segments', message('revisions.noSegment', { index }));
      if (text === segment.text) delete modified[index];
      else modified[index] = text;
    }
    if (Object.keys(modified).length > 0) await store.saveDraft(id, modified);
    else await store.deleteDraft(id);
    return findRevisionWithDraft(transaction, id);
  });
}

/**
 * Saves a revision with its draft, if any, as a new stored file and a new revision of the same kind. Doesn't delete the draft.
 * Throws a 404.
 */
export async function saveEdited(
  { db, engine }: { db: Database; engine: Engine },
  id: number,
  texts: ModifiedTexts | undefined,
  created_by: number | null,
): Promise<{ revision_id: number; file_id: number }> {
  const { revision, ...drafted } = texts
    ? await changeDraft(db, id, texts)
    : await findRevisionWithDraft(db, id);
  const segments = applyDraft(drafted.segments, drafted.modified);
  const cues = createCues(segments);
  const format = chooseFormat(revision, cues);
  const content = await engine.run('writeCues', { cues, format });
  return db.transaction(async (transaction) => {
    const { subtitle_id, kind, language } = revision;
    if (!(await revisionStore(transaction).lock(id))) throw notFound(NO_REVISION);
    const file_id = await storedFileStore(transaction).add({
      subtitle_id,
      file_name: `${language}-revision-${id}-edited.${format}`,
      format,
      encoding: 'utf-8',
      content,
      created_by,
    });
    const revision_id = await revisionStore(transaction).add({
      subtitle_id,
      kind,
      reason: 'edited',
      created_by,
      stored_file_id: file_id,
      segments,
    });
    return { revision_id, file_id };
  });
}

/** Moves a revision with its draft to the trash. Throws a 404, and a 409 for the subtitle's last applied revision. */
export function deleteRevision(db: Database, id: number): Promise<void> {
  return db.transaction(async (transaction) => {
    const store = revisionStore(transaction);
    const revision = mustExist(await store.lock(id), NO_REVISION);
    if (revision.is_last_applied) {
      throw new AppError('conflict', 'revisions.lastApplied');
    }
    const { subtitle_id, video_id, language, original_language } = revision;
    await trashStore(transaction).put({
      kind: 'revision',
      thing_id: id,
      video_id,
      subtitle_id,
      language,
      original_language,
      touched_ids: [],
    });
    await store.remove(id);
  });
}
