import type { Readable } from 'node:stream';
import type { Engine } from '../../../engine/engine.ts';
import { AppError, mustExist } from '../../../errors/app-error.ts';
import type { Database } from '../../../platform/database/database.ts';
import { videoStore } from '../../videos/index.ts';
import { storedFileStore } from '../files/stored-file-store.ts';
import { type RevisionRow, revisionStore } from '../revisions/revision-store.ts';
import { type ListedSubtitle, subtitleStore } from '../tracks/subtitle-store.ts';
import { sanitizeFileName } from './file-name.ts';
import { writeDownload } from './write-download.ts';
import { splitContent, type ZipEntry, zipStream } from './zip-stream.ts';

type Deps = { db: Database; engine: Engine };

function listTexts({ id, alignment_id }: ListedSubtitle) {
  const cueTexts = (['srt', 'vtt', 'csv'] as const).map((format) => ({
    folder: 'subtitles',
    download: { of: 'subtitle' as const, id, format },
  }));
  if (alignment_id === null) return cueTexts;
  const segmentTexts = (['srt', 'vtt', 'bilingual-srt', 'csv', 'tsv'] as const).map((format) => ({
    folder: format === 'bilingual-srt' ? 'alignments/bilingual' : 'alignments',
    download: { of: 'alignment' as const, id: alignment_id, format },
  }));
  return [...cueTexts, ...segmentTexts];
}

const revisionText = ({ id }: Pick<RevisionRow, 'id'>) => ({
  folder: 'revisions',
  download: { of: 'revision' as const, id, format: 'csv' as const },
});

/** The id distinguishes files with the same name. A file's own name could be a path. */
const archivePath = (file: { id: number; file_name: string }) =>
  `files/${file.id} ${sanitizeFileName(file.file_name)}`;

async function readMetadata({ db }: Deps, videoId: number, tracks: readonly ListedSubtitle[]) {
  const video = mustExist(await videoStore(db).find(videoId), 'videos.notFound');
  const { title, description, youtube_id, original_language, country, published, created_at } = video;
  const files = await Promise.all(tracks.map(({ id }) => storedFileStore(db).listForSubtitle(id)));
  const revisions = await Promise.all(tracks.map(({ id }) => revisionStore(db).listForSubtitle(id)));
  return {
    video: {
      id: videoId,
      title,
      description,
      youtube_id,
      original_language,
      country,
      published,
      created_at: created_at.toISOString(),
    },
    subtitles: tracks.map((track, index) => ({
      id: track.id,
      language: track.language,
      is_original: track.is_original,
      cue_count: track.cue_count,
      uploaded_at: track.uploaded_at.toISOString(),
      alignment_id: track.alignment_id,
      segment_count: track.segment_count,
      mismatch_count: track.mismatch_count,
      needs_realign: track.needs_realign,
      files: (files[index] ?? []).map((file) => ({
        id: file.id,
        path: archivePath(file),
        file_name: file.file_name,
        format: file.format,
        encoding: file.encoding,
        protected: file.protected,
        uploaded_at: file.uploaded_at.toISOString(),
        created_by: file.created_by,
      })),
      revisions: (revisions[index] ?? []).map((revision) => ({
        id: revision.id,
        kind: revision.kind,
        reason: revision.reason,
        note: revision.note,
        segment_count: revision.segment_count,
        has_draft: revision.has_draft,
        is_last_applied: revision.is_last_applied,
        created_at: revision.created_at.toISOString(),
        created_by: revision.created_by,
      })),
    })),
  };
}

function skipDeleted(error: unknown): null {
  if (error instanceof AppError && error.code === 'not_found') return null;
  throw error;
}

/** Yields the archive's files. Skips subtitles that are deleted meanwhile; any other error aborts the download. */
async function* listEntries(
  deps: Deps,
  metadata: Awaited<ReturnType<typeof readMetadata>>,
  tracks: readonly ListedSubtitle[],
): AsyncGenerator<ZipEntry> {
  yield { name: 'video.json', content: splitContent(`${JSON.stringify(metadata, null, 2)}\n`) };
  const revisions = metadata.subtitles.flatMap((track) => track.revisions.map(revisionText));
  for (const { folder, download } of [...tracks.flatMap(listTexts), ...revisions]) {
    const written = await writeDownload(deps, download).catch(skipDeleted);
    if (written) yield { name: `${folder}/${written.file_name}`, content: splitContent(written.content) };
  }
  for (const file of metadata.subtitles.flatMap(({ files }) => files)) {
    const stored = await storedFileStore(deps.db).findContent(file.id);
    if (stored) yield { name: file.path, content: splitContent(stored.content) };
  }
}

/**
 * Streams an archive of a video without its media: subtitles, alignments, revisions with their drafts, all stored files as
 * UTF-8, and their metadata in `video.json`. Throws a 404.
 */
export async function zipVideo(
  deps: Deps,
  videoId: number,
): Promise<{ file_name: string; content: Readable }> {
  const tracks = await subtitleStore(deps.db).listForVideo(videoId);
  const metadata = await readMetadata(deps, videoId, tracks);
  return {
    file_name: `${sanitizeFileName(metadata.video.title)}.zip`,
    content: zipStream(listEntries(deps, metadata, tracks)),
  };
}
