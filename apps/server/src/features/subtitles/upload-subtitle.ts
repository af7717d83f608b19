import type { Problem } from '@sayback/subtitles';
import { badField, notFound } from '../../http/app-error.ts';
import type { Database } from '../../platform/database/database.ts';
import type { Engine } from '../../platform/engine/engine.ts';
import { readLanguage } from '../languages/index.ts';
import { videoStore } from '../videos/index.ts';
import { type ListedSubtitle, subtitleStore } from './subtitle-store.ts';

export const SUBTITLE_FILE_LIMIT = 16 * 1024 * 1024;

/** PostgreSQL's text can't hold it, and no reader has a use for it. */
const withoutNul = (text: string) => text.replaceAll('\0', '');

/** The file's name without its folders, as some browsers send them. */
const baseName = (name: string) => withoutNul(name).split(/[\\/]/).at(-1)?.slice(0, 255) || 'subtitle';

function unreadable(problems: Problem[]) {
  const first = problems[0];
  return badField(
    'subtitle_file',
    first
      ? `No subtitle could be read from this file. Line ${first.line}: ${first.message}`
      : 'No subtitle could be read from this file: it holds no line with a start and an end time.',
  );
}

/**
 * Reads a subtitle file and makes it the video's subtitle in that language, keeping the file. What was aligned from
 * earlier cues needs realigning then. Throws a 400 that says what was found at which line when nothing can be read.
 */
export async function uploadSubtitle(
  { db, engine }: { db: Database; engine: Engine },
  upload: { videoId: number; language: string; file: { name: string; bytes: Uint8Array } },
): Promise<ListedSubtitle & { problems: Problem[] }> {
  const language = readLanguage('language', upload.language);
  const video = await videoStore(db).find(upload.videoId);
  if (!video) throw notFound('There is no such video.');
  const reading = await engine.readSubtitle(upload.file.bytes);
  if (reading.cues.length === 0) throw unreadable(reading.problems);
  const cues = reading.cues.map((cue) => ({ ...cue, text: withoutNul(cue.text) }));

  return db.transaction(async (transaction) => {
    const store = subtitleStore(transaction);
    const id = await store.replaceCues(upload.videoId, language, cues);
    await store.addFile({
      subtitle_id: id,
      file_name: baseName(upload.file.name),
      format: reading.format,
      encoding: reading.encoding,
      content: withoutNul(reading.text),
    });
    const affected =
      language === video.original_language
        ? (await store.listOfVideo(upload.videoId)).map((subtitle) => subtitle.id)
        : [id];
    await store.markNeedsRealign(affected);
    const listed = await store.find(id);
    return { ...(listed as ListedSubtitle), problems: reading.problems };
  });
}
