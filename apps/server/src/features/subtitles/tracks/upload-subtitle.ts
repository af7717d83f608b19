import type { Cue, Problem } from '@sayback/subtitles';
import type { Engine } from '../../../engine/engine.ts';
import { badField, mustExist, notFound } from '../../../errors/app-error.ts';
import { message, problemMessage } from '../../../messages/message.ts';
import type { Database } from '../../../platform/database/database.ts';
import { readLanguage } from '../../languages/index.ts';
import { videoStore } from '../../videos/index.ts';
import { storedFileStore } from '../files/stored-file-store.ts';
import { revisionStore } from '../revisions/revision-store.ts';
import type { SubtitleReading } from './read-subtitle.ts';
import { type ListedSubtitle, subtitleStore } from './subtitle-store.ts';

export const SUBTITLE_FILE_LIMIT = 16 * 1024 * 1024;

/** Returns the file name without its folders, which some browsers send. */
const baseName = (name: string) =>
  name.replaceAll('\0', '').split(/[\\/]/).at(-1)?.slice(0, 255) || 'subtitle';

function createUnreadableError({ problems, isBlank }: SubtitleReading) {
  if (isBlank) return badField('subtitle_file', 'subtitles.emptyFile');
  const first = problems[0];
  return badField(
    'subtitle_file',
    first
      ? message('subtitles.unreadable', { line: first.line, problem: problemMessage(first) })
      : 'subtitles.noTimes',
  );
}

type NewSubtitle = { language: string; file: { name: string; bytes: Uint8Array } };
type ReadSubtitle = { language: string; file_name: string; reading: SubtitleReading };

/** Reads a subtitle file in a worker thread. Throws a 400 with the first problem and its line if no cue is readable. */
export async function readUpload(engine: Engine, { language, file }: NewSubtitle): Promise<ReadSubtitle> {
  const code = readLanguage('language', language);
  const reading = await engine.run('readSubtitle', file.bytes);
  if (reading.cue_count === 0) throw createUnreadableError(reading);
  return { language: code, file_name: baseName(reading.packed_name ?? file.name), reading };
}

export const parseCues = ({ reading }: ReadSubtitle): Cue[] =>
  JSON.parse(Buffer.from(reading.cues).toString());

/**
 * Saves a file as the video's subtitle in its language. Saves replaced cues as a revision first, and marks their alignments for
 * realigning.
 */
export async function putSubtitle(
  transaction: Database,
  videoId: number,
  { language, file_name, reading }: ReadSubtitle,
  created_by: number | null,
): Promise<ListedSubtitle & { problems: Problem[] }> {
  const store = subtitleStore(transaction);
  const existing = await store.lockLanguage(videoId, language);
  if (existing) await revisionStore(transaction).saveCues(existing.id, { reason: 'upload', created_by });
  const id = await store.replaceCues(videoId, language, reading);
  const { format, encoding, content, problems } = reading;
  await storedFileStore(transaction).add({
    subtitle_id: id,
    file_name,
    format,
    encoding,
    content,
    created_by,
  });
  const uploaded = mustExist(await store.find(id), 'videos.notFound');
  await store.markNeedsRealign(uploaded);
  return { ...uploaded, needs_realign: uploaded.alignment_id !== null, problems };
}

/** Reads a subtitle file and saves it as a video's subtitle. Throws a 400 for an unreadable file, and a 404. */
export async function uploadSubtitle(
  { db, engine }: { db: Database; engine: Engine },
  { videoId, createdBy = null, ...upload }: NewSubtitle & { videoId: number; createdBy?: number | null },
): Promise<ListedSubtitle & { problems: Problem[] }> {
  if (!(await videoStore(db).find(videoId))) throw notFound('videos.notFound');
  const subtitle = await readUpload(engine, upload);
  return db.transaction((transaction) => putSubtitle(transaction, videoId, subtitle, createdBy));
}
