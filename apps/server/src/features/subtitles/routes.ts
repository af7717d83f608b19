import { formatPosition, subtitles } from '@sayback/contract';
import { notFound } from '../../http/app-error.ts';
import type { Viewer } from '../../http/authentication.ts';
import { missingFile, readSmallForm } from '../../http/form.ts';
import { offsetOf, pageOf } from '../../http/paging.ts';
import type { Router } from '../../http/serve.ts';
import { validate } from '../../http/validation.ts';
import type { Database } from '../../platform/database/database.ts';
import type { Engine } from '../../platform/engine/engine.ts';
import { languageName } from '../languages/index.ts';
import { findVisibleVideo, type MediaSigner, videoStore } from '../videos/index.ts';
import { alignSubtitle } from './align-subtitle.ts';
import { alignmentStore, type SegmentRow } from './alignment-store.ts';
import { type ListedSubtitle, subtitleStore } from './subtitle-store.ts';
import { SUBTITLE_FILE_LIMIT, uploadSubtitle } from './upload-subtitle.ts';

const PAGE_SIZE = 20;

type Parts = { db: Database; engine: Engine; signer: MediaSigner; publicUrl: string };

const describeSubtitle = (row: ListedSubtitle): subtitles.Subtitle => ({
  ...row,
  language_display_name: languageName(row.language),
  uploaded_at: row.uploaded_at.toISOString(),
});

const describeSegment = ({ start_ms, end_ms, ...row }: SegmentRow): subtitles.Segment => ({
  ...row,
  start_time: formatPosition(start_ms),
  end_time: formatPosition(end_ms),
});

/** The original first, then by language name. */
const inListOrder = (a: subtitles.Subtitle, b: subtitles.Subtitle) =>
  Number(b.is_original) - Number(a.is_original) ||
  a.language_display_name.localeCompare(b.language_display_name, 'en');

export function subtitleRoutes({ serve }: Router, parts: Parts): void {
  const videos = videoStore(parts.db);
  const store = subtitleStore(parts.db);
  const alignments = alignmentStore(parts.db);

  async function findVisibleAlignment(id: number, viewer: Viewer) {
    const alignment = await alignments.find(id);
    if (!alignment) throw notFound('There is no such alignment.');
    return { alignment, video: await findVisibleVideo(videos, alignment.video_id, viewer) };
  }

  serve(subtitles.listSubtitles, async ({ params, viewer }) => {
    await findVisibleVideo(videos, params.id, viewer);
    const rows = await store.listOfVideo(params.id);
    return { results: rows.map(describeSubtitle).sort(inListOrder) };
  });

  serve(subtitles.uploadSubtitle, async ({ params, request }) => {
    const { fields, files } = await readSmallForm(request, SUBTITLE_FILE_LIMIT);
    const { language } = validate(subtitles.uploadSubtitle.body, fields);
    if (!files.subtitle_file) throw missingFile('subtitle_file');
    const { problems, ...row } = await uploadSubtitle(parts, {
      videoId: params.id,
      language,
      file: files.subtitle_file,
    });
    return { ...describeSubtitle(row), problems };
  });

  serve(subtitles.alignSubtitle, async ({ params }) => ({
    alignment_id: await alignSubtitle(parts, params.id),
  }));

  serve(subtitles.getAlignment, async ({ params, viewer }) => {
    const { alignment, video } = await findVisibleAlignment(params.id, viewer);
    return {
      ...alignment,
      youtube_id: video.youtube_id,
      media_url: parts.signer.urlOf(video.media_key),
      original_language: video.original_language,
      created_at: alignment.created_at.toISOString(),
    };
  });

  serve(subtitles.listSegments, async ({ params, query, viewer }) => {
    const { alignment } = await findVisibleAlignment(params.id, viewer);
    if (query.all) return (await alignments.listSegments(alignment.id)).map(describeSegment);
    const page = query.page ?? 1;
    const rows = await alignments.pageOfSegments(alignment.id, offsetOf(page, PAGE_SIZE), PAGE_SIZE);
    const address = `${parts.publicUrl}/api/alignments/${alignment.id}/segments/`;
    return pageOf(
      { address, query: {}, page, size: PAGE_SIZE },
      alignment.segment_count,
      rows.map(describeSegment),
    );
  });
}
