import type { subtitles } from '@sayback/contract';
import type { Engine } from '../../../engine/engine.ts';
import { AppError, badField, mustExist } from '../../../errors/app-error.ts';
import type { Database } from '../../../platform/database/database.ts';
import { storedFileStore } from '../files/stored-file-store.ts';
import { chooseFormat } from '../revisions/apply-revision.ts';
import { revisionStore } from '../revisions/revision-store.ts';
import { NO_SUBTITLE, subtitleStore } from './subtitle-store.ts';

type NewTimes = typeof subtitles.setCueTimes.body._zod.output;

/**
 * Changes the times of a subtitle's cues, and marks its alignments for realigning. Saves the previous content as a revision
 * first, and the new content as a stored file. Throws 404, 409 if the cues have changed meanwhile, and 400 for an end before its
 * start.
 */
export async function setCueTimes(
  { db, engine }: { db: Database; engine: Engine },
  id: number,
  { uploaded_at, note, times }: NewTimes,
  created_by: number | null,
) {
  const current = await subtitleStore(db).findCues(id);
  const cues = current.map((cue, index) => ({ ...cue, ...times[index] }));
  // Uploaded files can contain invalid times, which are accepted unless they are changed.
  const hasReversedTimes = cues.some(({ start, end }, index) => {
    const before = current[index];
    return end <= start && (start !== before?.start || end !== before.end);
  });
  if (hasReversedTimes) throw badField('times', 'subtitles.endAfterStart');
  const format = chooseFormat({ file_format: null }, cues);
  const content = await engine.run('writeCues', { cues, format });

  return db.transaction(async (transaction) => {
    const store = subtitleStore(transaction);
    const subtitle = mustExist(await store.lock(id), NO_SUBTITLE);
    if (subtitle.uploaded_at.toISOString() !== uploaded_at || times.length !== subtitle.cue_count)
      throw new AppError('conflict', 'subtitles.cuesChanged');
    const saved_revision_id = await revisionStore(transaction).saveCues(id, {
      reason: 'saved',
      note,
      created_by,
    });
    await store.replaceCues(subtitle.video_id, subtitle.language, { cues, cue_count: cues.length });
    await store.markNeedsRealign(subtitle);
    await storedFileStore(transaction).add({
      subtitle_id: id,
      file_name: `${subtitle.language}-times.${format}`,
      format,
      encoding: 'utf-8',
      content,
      created_by,
    });
    return { saved_revision_id, subtitle: (await store.find(id)) ?? subtitle };
  });
}
