import * as z from 'zod/mini';
import { endpoint, FILE_BODY_LIMIT } from '../endpoint.ts';
import { byId, id, languageCode, timestamp } from '../fields.ts';
import { ROWS } from '../row-limits.ts';
import { subtitleExtensions } from '../subtitle-formats.ts';
import { TRASH_DAYS } from '../videos/managed-videos.ts';
import { subtitle } from './tracks.ts';

/** A problem in a file that was still readable. */
export const readingProblem = z.object({ line: z.int(), message: z.string() });

/** A subtitle with its video. */
export const subtitleDetail = z.extend(subtitle, {
  video_title: z.string(),
  original_language: z.string(),
});
export type SubtitleDetail = z.infer<typeof subtitleDetail>;

export const getSubtitle = endpoint({
  id: 'subtitles.getSubtitle',
  subject: 'subtitle',
  method: 'GET',
  path: '/api/subtitles/{id}/',
  access: 'admin',
  summary: 'Returns a subtitle and its video.',
  params: byId,
  response: subtitleDetail,
});

export const updateSubtitle = endpoint({
  id: 'subtitles.updateSubtitle',
  subject: 'subtitle',
  method: 'PATCH',
  path: '/api/subtitles/{id}/',
  access: 'admin',
  summary: 'Changes the language of a subtitle, which keeps its alignment and files.',
  params: byId,
  body: z.object({ language: languageCode }),
  response: subtitle,
  errors: ['conflict'],
});

export const uploadSubtitle = endpoint({
  id: 'subtitles.uploadSubtitle',
  subject: 'video',
  method: 'POST',
  path: '/api/videos/{id}/upload-subtitle/',
  access: 'admin',
  limits: { rows: [ROWS.stored_files, ROWS.revisions] },
  summary: 'Uploads a subtitle file in any encoding. Replaces any subtitle in the same language.',
  params: byId,
  body: z.object({ language: languageCode }),
  files: {
    subtitle_file: { description: `A file that ends in .${subtitleExtensions.join(', .')}.`, required: true },
  },
  bodyLimit: FILE_BODY_LIMIT,
  hasStoredMessages: true,
  response: z.extend(subtitle, { problems: z.array(readingProblem) }),
  status: 201,
  errors: ['too_large'],
});

export const deleteSubtitle = endpoint({
  id: 'subtitles.deleteSubtitle',
  subject: 'subtitle',
  method: 'DELETE',
  path: '/api/subtitles/{id}/delete/',
  access: 'admin',
  summary: `Deletes a subtitle with its alignment, revisions and stored files, unless one of the files is protected. It can be restored for ${TRASH_DAYS} days.`,
  params: byId,
  errors: ['conflict'],
});

export const deletedSubtitle = z.object({
  id,
  language: z.string(),
  language_display_name: z.string(),
  deleted_at: timestamp,
});
export type DeletedSubtitle = z.infer<typeof deletedSubtitle>;

export const listDeletedSubtitles = endpoint({
  id: 'subtitles.listDeletedSubtitles',
  subject: 'video',
  method: 'GET',
  path: '/api/videos/{id}/deleted-subtitles/',
  access: 'admin',
  summary: 'Lists the subtitles of a video that can be restored, most recently deleted first.',
  params: byId,
  response: z.array(deletedSubtitle),
});

export const restoreSubtitle = endpoint({
  id: 'subtitles.restoreSubtitle',
  subject: 'deleted-subtitle',
  method: 'POST',
  path: '/api/subtitles/{id}/restore/',
  access: 'admin',
  summary:
    'Restores a deleted subtitle and all that was deleted with it, unless the video now has another one in its language.',
  params: byId,
  response: subtitle,
  errors: ['conflict'],
});
