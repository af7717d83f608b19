import type { Problem } from '@sayback/subtitles';
import { badField, notFound } from '../../../errors/app-error.ts';
import { message, problemMessage } from '../../../messages/message.ts';
import type { Database } from '../../../platform/database/database.ts';
import { readLanguage } from '../../languages/index.ts';
import { videoStore } from '../../videos/index.ts';
import { storedFileStore } from '../files/stored-file-store.ts';
import { revisionStore } from '../revisions/revision-store.ts';
import { type ListedSubtitle, subtitleStore } from './subtitle-store.ts';
import type { Engine } from '../../../engine/engine.ts';
import type { SubtitleReading } from './read-subtitle.ts';

export const SUBTITLE_FILE_LIMIT = 16 * 1024 * 1024;

/** The file's name without its folders, as some browsers send them. */
const baseName = (name: string) =>
  name.replaceAll('\0', '').split(/[\\/]/).at(-1)?.slice(0, 255) || 'subtitle';

function unreadable({ problems, isBlank }: SubtitleReading) {
  if (isBlank) return badField('subtitle_file', 'subtitles.emptyFile');
  const first = problems[0];
  return badField(
    'subtitle_file',
    first
      ? message('subtitles.unreadable', { line: first.line, problem: problemMessage(first) })
      : 'subtitles.noTimes',
  );
}

/**
 * Reads a subtitle file and makes it the video's subtitle in that language, keeping the file. Cues that it replaces become
 * a revision first; what was aligned from them stays as it is, and needs realigning. Throws a 400 that says what was found
 * at which line when nothing can be read.
 */
export async function uploadSubtitle(
  { db, engine }: { db: Database; engine: Engine },
  upload: {
    videoId: number;
    language: string;
    file: { name: string; bytes: Uint8Array };
    createdBy?: number | null;
  },
): Promise<ListedSubtitle & { problems: Problem[] }> {
  const language = readLanguage('language', upload.language);
  if (!(await videoStore(db).find(upload.videoId))) throw notFound('videos.notFound');
  const reading = await engine.run('readSubtitle', upload.file.bytes);
  if (reading.cue_count === 0) throw unreadable(reading);

  return db.transaction(async (transaction) => {
    const store = subtitleStore(transaction);
    const created_by = upload.createdBy ?? null;
    const present = await store.lockLanguage(upload.videoId, language);
    if (present) await revisionStore(transaction).keepCues(present.id, { reason: 'upload', created_by });
    const id = await store.replaceCues(upload.videoId, language, reading);
    await storedFileStore(transaction).add({
      subtitle_id: id,
      file_name: baseName(upload.file.name),
      format: reading.format,
      encoding: reading.encoding,
      content: reading.content,
      created_by,
    });
    const uploaded = await store.find(id);
    if (!uploaded) throw notFound('videos.notFound');
    await store.markNeedsRealign(uploaded);
    return { ...uploaded, needs_realign: uploaded.alignment_id !== null, problems: reading.problems };
  });
}
