import type { Readable } from 'node:stream';
import type { Engine } from '../../../engine/engine.ts';
import { mustExist } from '../../../errors/app-error.ts';
import type { Database } from '../../../platform/database/database.ts';
import { videoStore } from '../../videos/index.ts';
import { storedFileStore } from '../files/stored-file-store.ts';
import { type RevisionRow, revisionStore } from '../revisions/revision-store.ts';
import { type ListedSubtitle, subtitleStore } from '../tracks/subtitle-store.ts';
import { namePart } from './file-name.ts';
import { writeDownload } from './write-download.ts';
import { inPieces, type ZipEntry, zipStream } from './zip-stream.ts';

type Deps = { db: Database; engine: Engine };

function getTexts({ id, alignment_id }: ListedSubtitle) {
  const ofCues = (['srt', 'vtt', 'csv'] as const).map((format) => ({
    folder: 'subtitles',
    download: { of: 'subtitle' as const, id, format },
  }));
  if (alignment_id === null) return ofCues;
  const ofSegments = (['srt', 'vtt', 'bilingual-srt', 'csv', 'tsv'] as const).map((format) => ({
    folder: format === 'bilingual-srt' ? 'alignments/bilingual' : 'alignments',
    download: { of: 'alignment' as const, id: alignment_id, format },
  }));
  return [...ofCues, ...ofSegments];
}

const ofRevision = ({ id }: Pick<RevisionRow, 'id'>) => ({
  folder: 'revisions',
  download: { of: 'revision' as const, id, format: 'csv' as const },
});

/** Two files may have the same name, and a name may be a path. */
const toPath = (file: { id: number; file_name: string }) => `files/${file.id} ${namePart(file.file_name)}`;

async function describe({ db }: Deps, videoId: number, tracks: readonly ListedSubtitle[]) {
  const video = mustExist(await videoStore(db).find(videoId), 'videos.notFound');
  const { title, description, youtube_id, original_language, country, published, created_at } = video;
  const files = await Promise.all(tracks.map(({ id }) => storedFileStore(db).listOfSubtitle(id)));
  const revisions = await Promise.all(tracks.map(({ id }) => revisionStore(db).listOfSubtitle(id)));
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
    subtitles: tracks.map((track, at) => ({
      id: track.id,
      language: track.language,
      is_original: track.is_original,
      cue_count: track.cue_count,
      uploaded_at: track.uploaded_at.toISOString(),
      alignment_id: track.alignment_id,
      segment_count: track.segment_count,
      mismatch_count: track.mismatch_count,
      needs_realign: track.needs_realign,
      files: (files[at] ?? []).map((file) => ({
        id: file.id,
        path: toPath(file),
        file_name: file.file_name,
        format: file.format,
        encoding: file.encoding,
        protected: file.protected,
        uploaded_at: file.uploaded_at.toISOString(),
        created_by: file.created_by,
      })),
      revisions: (revisions[at] ?? []).map((revision) => ({
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

/** Yields the archive's files. Skips subtitles that are deleted while it is written. */
async function* listEntries(
  deps: Deps,
  about: Awaited<ReturnType<typeof describe>>,
  tracks: readonly ListedSubtitle[],
): AsyncGenerator<ZipEntry> {
  yield { name: 'video.json', content: inPieces(`${JSON.stringify(about, null, 2)}\n`) };
  const revisions = about.subtitles.flatMap((track) => track.revisions.map(ofRevision));
  for (const { folder, download } of [...tracks.flatMap(getTexts), ...revisions]) {
    const written = await writeDownload(deps, download).catch(() => null);
    if (written) yield { name: `${folder}/${written.file_name}`, content: inPieces(written.content) };
  }
  for (const file of about.subtitles.flatMap(({ files }) => files)) {
    const stored = await storedFileStore(deps.db).content(file.id);
    if (stored) yield { name: file.path, content: inPieces(stored.content) };
  }
}

/**
 * Streams an archive of a video without its media: subtitles, alignments, revisions with their drafts, every stored file as
 * UTF-8, and `video.json` about them. Throws a 404.
 */
export async function zipVideo(
  deps: Deps,
  videoId: number,
): Promise<{ file_name: string; content: Readable }> {
  const tracks = await subtitleStore(deps.db).listOfVideo(videoId);
  const about = await describe(deps, videoId, tracks);
  return {
    file_name: `${namePart(about.video.title)}.zip`,
    content: zipStream(listEntries(deps, about, tracks)),
  };
}
