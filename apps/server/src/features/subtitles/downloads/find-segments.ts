import type { subtitles } from '@sayback/contract';
import type { Cue } from '@sayback/subtitles';
import { AppError, mustExist, notFound } from '../../../errors/app-error.ts';
import type { Database } from '../../../platform/database/database.ts';
import { videoStore } from '../../videos/index.ts';
import { alignmentStore, NO_ALIGNMENT } from '../alignment/alignment-store.ts';
import { applyDraft, createCues } from '../revisions/apply-revision.ts';
import { findRevisionWithDraft } from '../revisions/edit-draft.ts';
import { NO_REVISION, type RevisionRow, revisionStore } from '../revisions/revision-store.ts';
import { NO_SUBTITLE, subtitleStore } from '../tracks/subtitle-store.ts';
import type { TableSegment } from './segment-table.ts';

export type SegmentDownload = Extract<subtitles.Download, { of: 'alignment' | 'revision' }>;

/** Segments of one subtitle for a download, in order. */
export type DownloadSegments = {
  video: { id: number; title: string; media_key: string | null };
  subtitle_id: number;
  /** A `file` has text in only one language. */
  kind: 'alignment' | 'file';
  original_language: string;
  language: string;
  /** Only an alignment's segments have ids. */
  segments: (TableSegment & { id?: number })[];
  /** The target's texts. Those of a file's revision include their formatting tags. */
  cues: Cue[];
};

const NO_VIDEO = 'videos.notFound';

const findVideo = async (db: Database, id: number) => mustExist(await videoStore(db).find(id), NO_VIDEO);

async function readAlignment(db: Database, id: number): Promise<DownloadSegments> {
  const alignment = mustExist(await alignmentStore(db).find(id), NO_ALIGNMENT);
  const rows = await alignmentStore(db).listSegments(id);
  return {
    video: await findVideo(db, alignment.video_id),
    subtitle_id: alignment.subtitle_id,
    kind: 'alignment',
    original_language: alignment.original_language,
    language: alignment.target_language,
    segments: rows.map(({ start_ms, end_ms, ...row }) => ({ ...row, start: start_ms, end: end_ms })),
    cues: rows.map((row, index) => ({
      index: index + 1,
      start: row.start_ms,
      end: row.end_ms,
      text: row.text_target,
    })),
  };
}

/** Throws a 409 if a bilingual format is requested for a revision with text in only one language. */
function checkFormat({ kind }: Pick<RevisionRow, 'kind'>, format: SegmentDownload['format']): void {
  if (kind === 'alignment' || format === 'srt' || format === 'vtt' || format === 'csv') return;
  throw new AppError('conflict', 'revisions.oneLanguage');
}

async function readRevision(db: Database, { id, format }: SegmentDownload): Promise<DownloadSegments> {
  const { revision, segments, modified } = await findRevisionWithDraft(db, id);
  checkFormat(revision, format);
  const drafted = applyDraft(segments, modified);
  return {
    video: await findVideo(db, revision.video_id),
    subtitle_id: revision.subtitle_id,
    kind: revision.kind,
    original_language: revision.original_language,
    language: revision.language,
    segments: drafted.map(({ text, ...segment }) => ({ ...segment, text_target: text })),
    cues: createCues(drafted),
  };
}

/** Returns the segments of an alignment, or of a revision with its draft. Throws a 404, and a 409 for an unsupported format. */
export const findSegments = (db: Database, download: SegmentDownload): Promise<DownloadSegments> =>
  download.of === 'alignment' ? readAlignment(db, download.id) : readRevision(db, download);

/** Returns the cues of a subtitle, with its video. Throws a 404. */
export async function findCues(db: Database, id: number) {
  const store = subtitleStore(db);
  const subtitle = mustExist(await store.find(id), NO_SUBTITLE);
  const video = await findVideo(db, subtitle.video_id);
  return { video, language: subtitle.language, cues: await store.findCues(id) };
}

/** Throws the same errors as the functions above, without reading the content. Call it before signing a URL. */
export async function checkExists(db: Database, download: subtitles.Download): Promise<void> {
  const { of, id } = download;
  if (of === 'video') await findVideo(db, id);
  else if (of === 'subtitle') {
    if (!(await subtitleStore(db).find(id))) throw notFound(NO_SUBTITLE);
  } else if (of === 'alignment') {
    if (!(await alignmentStore(db).find(id))) throw notFound(NO_ALIGNMENT);
  } else {
    const revision = mustExist(await revisionStore(db).find(id), NO_REVISION);
    checkFormat(revision, download.format);
  }
}
